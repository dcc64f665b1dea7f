import type { MigrationInterface, QueryRunner } from "typeorm";

/** The API key that published a version. A nullable column needs no rewrite of the table, and keys keep their rows. */
export class PublishingKeys0014 implements MigrationInterface {
  readonly name = "PublishingKeys0000000000014";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE template_versions ADD COLUMN published_by_key text COLLATE "C"`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
