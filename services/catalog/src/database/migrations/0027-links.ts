import type { MigrationInterface, QueryRunner } from "typeorm";

/** The number that the links to a kept PDF carry. Taking links back counts it on, so that no link of before has it. */
export class Links0027 implements MigrationInterface {
  readonly name = "Links0000000000027";

  async up(queryRunner: QueryRunner): Promise<void> {
    // A change of the catalog alone: PostgreSQL reads no row for it.
    await queryRunner.query("ALTER TABLE document_contents ADD COLUMN link_generation integer NOT NULL DEFAULT 0");
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
