import type { MigrationInterface, QueryRunner } from "typeorm";

/** The colours, fonts, logo and legal line of a project. A table of its own, so that lists of projects do not read them. */
export class Brands0018 implements MigrationInterface {
  readonly name = "Brands0000000000018";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE project_brands (
         project_id text COLLATE "C" PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
         colours jsonb NOT NULL,
         text_font text,
         heading_font text,
         logo_asset_id text COLLATE "C" REFERENCES assets ON DELETE SET NULL,
         legal_line text NOT NULL
       )`,
    );
    // For the deletion of an asset, which looks for its uses as a logo.
    await queryRunner.query(
      `CREATE INDEX project_brands_logo ON project_brands (logo_asset_id) WHERE logo_asset_id IS NOT NULL`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
