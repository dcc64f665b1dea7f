import type { MigrationInterface, QueryRunner } from "typeorm";
import { createIndexConcurrently } from "../create-index-concurrently.ts";

/** Batches that were deleted, and Idempotency-Keys of requests that create batches. */
export class DeletedBatches0025 implements MigrationInterface {
  readonly name = "DeletedBatches0000000000025";
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // Nullable columns need no rewrite of the table.
    await queryRunner.query(`ALTER TABLE batches ADD COLUMN IF NOT EXISTS deleted_at timestamptz(3)`);
    // As many entries as batches were deleted within a day.
    await createIndexConcurrently(queryRunner, "batches_deleted", "batches (deleted_at) WHERE deleted_at IS NOT NULL");
    // A catalog of an earlier release reads no row without a document: the keys of batches have hashes of their own.
    await queryRunner.query(
      `ALTER TABLE request_keys
         ADD COLUMN IF NOT EXISTS batch_id text COLLATE "C",
         ALTER COLUMN document_id DROP NOT NULL`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
