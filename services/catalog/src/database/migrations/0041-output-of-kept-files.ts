import type { MigrationInterface, QueryRunner } from "typeorm";

/** Kept files tell what they are: their name in the storage and their media type follow from it. */
export class OutputOfKeptFiles0041 implements MigrationInterface {
  readonly name = "OutputOfKeptFiles0000000000041";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE document_contents ADD COLUMN output text NOT NULL DEFAULT 'pdf'");
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
