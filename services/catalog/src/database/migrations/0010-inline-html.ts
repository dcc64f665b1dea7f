import type { MigrationInterface, QueryRunner } from "typeorm";

export class InlineHtml0010 implements MigrationInterface {
  readonly name = "InlineHtml0000000000010";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE projects ADD COLUMN allows_inline_html boolean NOT NULL DEFAULT false`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
