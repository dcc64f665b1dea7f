import type { MigrationInterface, QueryRunner } from "typeorm";

/** For how many days PDFs of a project are kept whose requests do not say it, and the most that they may say. */
export class ContentRetention0028 implements MigrationInterface {
  readonly name = "ContentRetention0000000000028";

  async up(queryRunner: QueryRunner): Promise<void> {
    // A constant default needs no rewrite of the table. Catalogs of earlier releases write neither column.
    await queryRunner.query(
      `ALTER TABLE projects
         ADD COLUMN content_default_days smallint NOT NULL DEFAULT 7,
         ADD COLUMN content_max_days smallint,
         ADD CONSTRAINT projects_content_days CHECK (content_default_days <= content_max_days)`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
