import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // Null for keys of before, and for those of an account that was deleted.
  `ALTER TABLE api_keys ADD COLUMN created_by text COLLATE "C" REFERENCES accounts ON DELETE SET NULL`,
  `CREATE INDEX api_keys_maker ON api_keys (created_by) WHERE created_by IS NOT NULL`,
];

/** The account that made an API key, so that owners learn which keys a removed member has seen. */
export class KeyMakers0033 implements MigrationInterface {
  readonly name = "KeyMakers0000000000033";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
