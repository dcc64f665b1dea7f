import type { MigrationInterface, QueryRunner } from "typeorm";

/** When the storage said that it has no such object, although the record says that its PDF is kept. */
export class LostContents0036 implements MigrationInterface {
  readonly name = "LostContents0000000000036";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE document_contents ADD COLUMN lost_at timestamptz(3)");
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
