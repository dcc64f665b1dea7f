import { openCommandDataSource } from "./data-source.ts";

/** Any number will do, as long as every replica and the command use the same one. */
const migrationLock = 7_205_801;

/**
 * Brings the database up to date and gives the names of the migrations that were run. Any number of processes may call
 * it at once: they take turns under an advisory lock, and all but the first find nothing left to do.
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
    // Closing the connections frees the lock where the migration failed.
    await dataSource.destroy();
  }
}
