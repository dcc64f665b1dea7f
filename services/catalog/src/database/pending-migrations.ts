import { Client } from "pg";
import { migrations } from "./migrations/index.ts";

const timeoutMs = 2_000;

/**
 * Names the migrations of this release that the database has not seen, oldest first. Those it has seen and this
 * release does not know are a newer release's, and nothing to worry about: migrations add before they take away.
 */
export async function findPendingMigrations(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
  client.on("error", () => {
    // A connection that breaks fails the question that is asked over it.
  });
  try {
    await client.connect();
    const executed = await executedMigrations(client);
    return migrations.map((Migration) => new Migration().name).filter((name) => !executed.has(name));
  } finally {
    // An end that is not answered must not hold up a start.
    client.end().catch(() => undefined);
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
