import { openCommandDataSource } from "./data-source.ts";

/** An arbitrary number that every process uses for this lock. */
const migrationLock = 7_205_801;

/**
 * Runs all pending migrations and returns their names. Any number of processes may call it at once: an advisory lock
 * lets one run at a time, and all but the first find nothing to do.
 */
export async function migrateDatabase(url: string): Promise<string[]> {
  const dataSource = await openCommandDataSource(url);
  try {
    const lock = dataSource.createQueryRunner();
    try {
      await lock.query("SELECT pg_advisory_lock($1)", [migrationLock]);
      const executed = await dataSource.runMigrations({ transaction: "each" });
      await lock.query("SELECT pg_advisory_unlock($1)", [migrationLock]);
      return executed.map((migration) => migration.name);
    } finally {
      await lock.release();
    }
  } finally {
    // Closing the connections also frees the lock after a failed migration.
    await dataSource.destroy();
  }
}
