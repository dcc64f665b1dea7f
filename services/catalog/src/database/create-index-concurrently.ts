import type { QueryRunner } from "typeorm";
import { queryRows } from "./rows.ts";

/** Requests wait behind a statement that waits for the table. None waits for longer than this. */
const lockTimeoutMs = 1_000;

/**
 * Creates an index while the table takes writes, for a migration with `transaction = false`. Does nothing if the index
 * exists; an invalid one, which an interrupted attempt leaves, is created again. PostgreSQL creates no index of a
 * partitioned table concurrently, so there each partition gets its index, and the table's index is made of them.
 */
export async function createIndexConcurrently(queryRunner: QueryRunner, name: string, on: string): Promise<void> {
  const table = on.slice(0, on.indexOf(" "));
  if (!(await isPartitioned(queryRunner, table))) return createOnTable(queryRunner, name, on);
  if (await isValid(queryRunner, name)) return;
  const columns = on.slice(table.length);
  const createOnPartitions = async (): Promise<string[]> => {
    const partitions = await partitionsOf(queryRunner, table);
    for (const partition of partitions)
      await createOnTable(queryRunner, `${partition}_${name}`, `${partition}${columns}`);
    return partitions;
  };
  await createOnPartitions();
  await queryRunner.startTransaction();
  try {
    await queryRunner.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    await queryRunner.query(`DROP INDEX IF EXISTS ${name}`);
    await queryRunner.query(`CREATE INDEX ${name} ON ONLY ${on}`);
    await queryRunner.commitTransaction();
  } catch (error) {
    await queryRunner.rollbackTransaction();
    throw error;
  }
  // Once more: dropping an index takes those of partitions along, and a partition may have been added.
  for (const partition of await createOnPartitions())
    await queryRunner.query(`ALTER INDEX ${name} ATTACH PARTITION ${partition}_${name}`);
}

async function createOnTable(queryRunner: QueryRunner, name: string, on: string): Promise<void> {
  if (await isValid(queryRunner, name)) return;
  await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  await queryRunner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${on}`);
}

async function isValid(queryRunner: QueryRunner, index: string): Promise<boolean> {
  const sql = 'SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass($1)';
  const [found] = await queryRows<{ isValid: boolean }>(queryRunner.manager, sql, [index]);
  return found?.isValid === true;
}

async function isPartitioned(queryRunner: QueryRunner, table: string): Promise<boolean> {
  const sql = "SELECT 1 FROM pg_partitioned_table WHERE partrelid = to_regclass($1)";
  return (await queryRows(queryRunner.manager, sql, [table])).length > 0;
}

async function partitionsOf(queryRunner: QueryRunner, table: string): Promise<string[]> {
  const sql =
    "SELECT c.relname AS name FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid WHERE i.inhparent = to_regclass($1)";
  return (await queryRows<{ name: string }>(queryRunner.manager, sql, [table])).map(({ name }) => name);
}
