import type { MigrationInterface, QueryRunner } from "typeorm";

/** Addresses that are called when a batch has ended or was paused. */
export class BatchCallbacks0026 implements MigrationInterface {
  readonly name = "BatchCallbacks0000000000026";

  async up(queryRunner: QueryRunner): Promise<void> {
    // `receiver` is the origin of the address, as in `deliveries`. Nullable columns need no rewrite of the table.
    await queryRunner.query(
      `ALTER TABLE batches
         ADD COLUMN receiver text COLLATE "C",
         ADD COLUMN sealed_url bytea`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
