import type { Client } from "pg";
import { connectionSettings, connectOnce, end } from "./connection.ts";
import { migrations } from "./migrations/index.ts";

const timeoutMs = 2_000;

/**
 * Lists the migrations of this release that the database lacks, oldest first. Ignores unknown migrations in the
 * database: they belong to a newer release, and migrations add columns before they remove any.
 */
export async function findPendingMigrations(url: string): Promise<string[]> {
  const client = await connectOnce(connectionSettings(url), timeoutMs);
  try {
    const executed = await executedMigrations(client);
    return migrations.map((Migration) => new Migration().name).filter((name) => !executed.has(name));
  } finally {
    end(client);
  }
}

async function executedMigrations(client: Client): Promise<Set<string>> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('migrations') IS NOT NULL AS exists",
  );
  if (tables[0]?.exists !== true) return new Set();
  const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations");
  return new Set(rows.map(({ name }) => name));
}
