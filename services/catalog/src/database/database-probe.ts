import { Client, DatabaseError } from "pg";

/** A late answer is an answer too, so this is longer than anybody waits. */
const timeoutMs = 2_000;

/**
 * What a probe finds: `refusing` is an error that the server itself reports, such as "too many connections"; `away` is
 * a connection that is refused or breaks, `silent` one on which nothing arrives.
 */
export type ProbeResult = "writable" | "read_only" | "refusing" | "away" | "silent";

/** Asks PostgreSQL on a new connection, which finds the server that has the name now. A pooler may accept it alone. */
export async function probeDatabase(url: string): Promise<ProbeResult> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
  client.on("error", () => {
    // A broken connection already fails the statement that uses it.
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ value: string }>("SELECT current_setting('transaction_read_only') AS value");
    return rows[0]?.value === "on" ? "read_only" : "writable";
  } catch (error) {
    if (error instanceof DatabaseError) return "refusing";
    return error instanceof Error && /^(timeout expired|Query read timeout)/.test(error.message) ? "silent" : "away";
  } finally {
    // Do not await: a server that never answers the end would delay the result.
    client.end().catch(() => undefined);
  }
}
