import { DatabaseError, type Client } from "pg";
import { connectionSettings, connectOnce, end } from "./connection.ts";
import { databaseFailureOf } from "./database-error.ts";

/** A late answer is an answer too, so this is longer than anybody waits. */
const timeoutMs = 2_000;

/**
 * What a probe finds: `refusing` is an error that the server itself reports, such as "too many connections"; `away` is
 * a connection that is refused or breaks, `silent` one on which nothing arrives.
 */
export type ProbeResult = "writable" | "read_only" | "refusing" | "away" | "silent";

/**
 * Creates the function that asks PostgreSQL on a new connection, which finds the server that has the name now. A pooler may
 * accept it alone.
 */
export function createDatabaseProbe(url: string): () => Promise<ProbeResult> {
  const settings = connectionSettings(url);
  return async function probeDatabase() {
    let client: Client | undefined;
    try {
      client = await connectOnce(settings, timeoutMs);
      const { rows } = await client.query<{ value: string }>(
        "SELECT current_setting('transaction_read_only') AS value",
      );
      return rows[0]?.value === "on" ? "read_only" : "writable";
    } catch (error) {
      if (databaseFailureOf(error)?.cause === "read_only") return "read_only";
      if (error instanceof DatabaseError) return "refusing";
      return error instanceof Error && /^(timeout expired|Query read timeout)/.test(error.message) ? "silent" : "away";
    } finally {
      if (client) end(client);
    }
  };
}
