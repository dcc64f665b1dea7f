import type { MigrationInterface, QueryRunner } from "typeorm";
import { createIndexConcurrently } from "../create-index-concurrently.ts";

/** The order in which leases list documents that become due, and look at batches with rows to open. */
export class LeaseIndexes0040 implements MigrationInterface {
  readonly name = "LeaseIndexes0000000000040";
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await createIndexConcurrently(queryRunner, "document_inputs_list", "document_inputs (list_at)");
    await createIndexConcurrently(
      queryRunner,
      "batches_made",
      "batches (project_id, batch_id) WHERE status IN ('queued', 'running')",
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
