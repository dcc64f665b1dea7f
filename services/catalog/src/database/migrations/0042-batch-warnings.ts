import type { MigrationInterface, QueryRunner } from "typeorm";
import { createIndexConcurrently } from "../create-index-concurrently.ts";

/** Counts the rows of a batch whose PDFs have warnings, and finds them. Documents of no batch are not in the index. */
export class BatchWarnings0042 implements MigrationInterface {
  readonly name = "BatchWarnings0000000000042";
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // PostgreSQL writes no row for a constant default. Run again after the index could not be created.
    await queryRunner.query("ALTER TABLE batch_counts ADD COLUMN IF NOT EXISTS warned integer NOT NULL DEFAULT 0");
    const on = "documents (batch_id, row_number, document_id) WHERE batch_id IS NOT NULL AND warning_codes IS NOT NULL";
    await createIndexConcurrently(queryRunner, "documents_batch_warnings", on);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
