import type { QueryRunner } from "typeorm";
import { queryRows } from "./rows.ts";

/**
 * Creates an index while the table takes writes, for a migration with `transaction = false`. Does nothing if the index
 * exists; an invalid one, which an interrupted attempt leaves, is created again.
 */
export async function createIndexConcurrently(queryRunner: QueryRunner, name: string, on: string): Promise<void> {
  const sql = 'SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass($1)';
  const [found] = await queryRows<{ isValid: boolean }>(queryRunner.manager, sql, [name]);
  if (found?.isValid === true) return;
  await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  await queryRunner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${on}`);
}
