import type { MigrationInterface, QueryRunner } from "typeorm";

/** Batches of members, who create them in the dashboard without an API key. */
export class BatchesOfMembers0024 implements MigrationInterface {
  readonly name = "BatchesOfMembers0000000000024";

  async up(queryRunner: QueryRunner): Promise<void> {
    // A change of the catalog alone: PostgreSQL reads no row for it.
    await queryRunner.query(`ALTER TABLE batches ALTER COLUMN key_id DROP NOT NULL`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
