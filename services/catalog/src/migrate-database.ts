import { setTimeout as delay } from "node:timers/promises";
import type { DataSource, MigrationInterface, QueryRunner } from "typeorm";
import { openCommandDataSource } from "./data-source.ts";
import { databaseFailureOf } from "./database/database-error.ts";
import { migrations as ofThisRelease } from "./database/migrations/index.ts";
import { queryRows } from "./database/rows.ts";

/** An arbitrary number that every process uses for this lock. */
const migrationLock = 7_205_801;
const otherRunPauseMs = 500;

const defaults = {
  migrations: ofThisRelease as readonly (new () => MigrationInterface)[],
  /** Requests that need a table wait behind a migration that waits for it. None waits for longer than this. */
  lockTimeoutMs: 1_000,
  /** Lets the requests through that have waited. */
  pauseMs: 2_000,
  /** With the time limits above, about five minutes. */
  tries: 100,
  /** Called when a migration gave up waiting for a lock and will be tried again. */
  onLockHeld: (_attempt: number): void => undefined,
};

export type MigrateOptions = Partial<typeof defaults>;

/**
 * Runs all pending migrations and returns their names. Any number of processes may call it at once: an advisory lock
 * lets one run at a time, and all but the first find nothing to do.
 */
export async function migrateDatabase(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { migrations, ...limits } = { ...defaults, ...options };
  const dataSource = await openCommandDataSource(url, migrations);
  try {
    return await alone(dataSource, () => runPending(dataSource, limits));
  } finally {
    // Closing the connections also frees the lock after a failed migration.
    await dataSource.destroy();
  }
}

/**
 * Holds the lock of the migrations during some work. The lock belongs to a transaction, because a pooler may give a
 * session to others. A run that waits for it must not wait in a statement: an index that is created concurrently waits
 * for all statements that began before it, so the two would wait for each other.
 */
async function alone<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
  const lock = dataSource.createQueryRunner();
  try {
    for (;;) {
      await lock.startTransaction();
      // A statement with parameters keeps its snapshot as long as the transaction, and such an index waits for that too.
      const sql = `SELECT pg_try_advisory_xact_lock(${migrationLock}) AS "isTaken"`;
      const [row] = await queryRows<{ isTaken: boolean }>(lock.manager, sql);
      if (row?.isTaken === true) break;
      await lock.rollbackTransaction();
      await delay(otherRunPauseMs);
    }
    const result = await work();
    await lock.commitTransaction();
    return result;
  } finally {
    await lock.release();
  }
}

/**
 * Does work whose statements outside a transaction have limits too. PostgreSQL runs the statements of one query in one
 * transaction. It creates an index concurrently in none, and then no write waits behind the statement.
 */
async function limitingStatements(
  queryRunner: QueryRunner,
  limits: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const query = queryRunner.query.bind(queryRunner) as (...parts: unknown[]) => Promise<unknown>;
  const limitedQuery = (sql: string, ...rest: unknown[]) => {
    const isLimited = queryRunner.isTransactionActive || rest.length > 0 || / CONCURRENTLY /.test(sql);
    return query(isLimited ? sql : `${limits}; ${sql}`, ...rest);
  };
  Object.assign(queryRunner, { query: limitedQuery });
  try {
    await work();
  } finally {
    // The property of the class, which the one above hides.
    Reflect.deleteProperty(queryRunner, "query");
  }
}

async function runPending(
  dataSource: DataSource,
  { lockTimeoutMs, pauseMs, tries, onLockHeld }: Omit<typeof defaults, "migrations">,
): Promise<string[]> {
  const executed = new Set<string>();
  for (const migration of dataSource.migrations) {
    const up = migration.up.bind(migration);
    migration.up = async (queryRunner) => {
      // Local, because a pooler may share the session with catalogs and their limits.
      const limits = `SET LOCAL lock_timeout = ${lockTimeoutMs}; SET LOCAL statement_timeout = 0`;
      if (queryRunner.isTransactionActive) await queryRunner.query(limits);
      await limitingStatements(queryRunner, limits, () => up(queryRunner));
      if (migration.name !== undefined) executed.add(migration.name);
    };
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      await dataSource.runMigrations({ transaction: "each" });
      return [...executed];
    } catch (error) {
      if (databaseFailureOf(error)?.cause !== "conflict") throw error;
      if (attempt === tries) {
        const message = "another session holds a lock for long: look for it in pg_stat_activity, then migrate again";
        throw new Error(message, { cause: error });
      }
      onLockHeld(attempt);
      await delay(pauseMs);
    }
  }
}
