import type { MigrationInterface, QueryRunner } from "typeorm";
import { createIndexConcurrently } from "../create-index-concurrently.ts";

export class DocumentWarnings0008 implements MigrationInterface {
  readonly name = "DocumentWarnings0000000000008";
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // Nullable columns without a default need no rewrite of the table.
    await queryRunner.query(
      `ALTER TABLE documents ADD COLUMN IF NOT EXISTS warnings jsonb, ADD COLUMN IF NOT EXISTS warning_codes text[]`,
    );
    await createIndexConcurrently(
      queryRunner,
      "documents_warnings",
      "documents (project_id, created_at, document_id) WHERE warning_codes IS NOT NULL",
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
