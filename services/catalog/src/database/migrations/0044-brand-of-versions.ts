import type { MigrationInterface, QueryRunner } from "typeorm";

/** A version tells what it took from the brand, so that its templates can be found after a change of the brand. */
export class BrandOfVersions0044 implements MigrationInterface {
  readonly name = "BrandOfVersions0000000000044";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE template_versions ADD COLUMN brand jsonb");
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
