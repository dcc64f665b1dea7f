import type { MigrationInterface, QueryRunner } from "typeorm";

/** Rows of earlier releases are of dialect 1, in which the text of a tag is always a name of the data. */
const tables = ["template_drafts", "template_versions", "preview_sources"];

export class TemplateDialects0007 implements MigrationInterface {
  readonly name = "TemplateDialects0000000000007";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of tables) {
      // A constant default and a check on a new column need no rewrite of the table.
      await queryRunner.query(
        `ALTER TABLE ${table} ADD COLUMN dialect smallint NOT NULL DEFAULT 1
           CONSTRAINT ${table}_dialect_known CHECK (dialect IN (1, 2))`,
      );
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
