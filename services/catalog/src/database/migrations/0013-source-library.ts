import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What a worker needs beside the texts of a version or a preview: the addresses of files and the faces of fonts, as they
 * were when the texts were composed. A nullable column needs no rewrite of the table.
 */
export class SourceLibrary0013 implements MigrationInterface {
  readonly name = "SourceLibrary0000000000013";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE template_versions ADD COLUMN library jsonb");
    await queryRunner.query("ALTER TABLE preview_sources ADD COLUMN library jsonb");
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
