import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * The storage in which this installation keeps its PDFs, by the id in its mark. At most one row. `marked_at` is null until the
 * mark is written: a catalog that is killed in between leaves the rest to the next one.
 */
export class StorageOwner0035 implements MigrationInterface {
  readonly name = "StorageOwner0000000000035";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE storage_owner (
         is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
         storage_id text COLLATE "C" NOT NULL,
         marked_at timestamptz(3)
       )`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
