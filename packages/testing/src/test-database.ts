import { randomBytes } from "node:crypto";
import { withConnection, withDatabaseName } from "@platen/provisioning";
import { testPostgres } from "./reaper.ts";

export type TestDatabase = {
  url: string;
  /** The open connections, by name or address. */
  connections(): Promise<string[]>;
  drop(): Promise<void>;
};

export type TestDatabaseOptions = {
  /** Brings the empty database at `url` to the first state of every copy. */
  migrate?: (url: string) => Promise<void>;
  /** Names that state. `migrate` runs once in a test run for each name. */
  name?: string;
  /** The server's URL. By default the server that all test files share. */
  server?: string | undefined;
};

/** Creates a database for a test file by copying, in milliseconds, one that is migrated once in the test run. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { migrate, name = "platen" } = options;
  const server = options.server ?? (await testPostgres());
  const template = migrate && (await ensureTemplate(server, `template_${name}`, migrate));
  const database = `test_${randomBytes(6).toString("hex")}`;
  await withConnection(server, async (connection) => {
    const copied = template === undefined ? "" : ` TEMPLATE ${connection.escapeIdentifier(template)}`;
    await connection.query(`CREATE DATABASE ${database}${copied}`);
  });
  return {
    url: withDatabaseName(server, database),
    connections: () =>
      withConnection(server, async (connection) => {
        const { rows } = await connection.query<{ name: string }>(
          "SELECT coalesce(nullif(application_name, ''), client_addr::text, backend_type) AS name FROM pg_stat_activity WHERE datname = $1",
          [database],
        );
        return rows.map((row) => row.name);
      }),
    drop: () =>
      withConnection(server, async (connection) => {
        await connection.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      }),
  };
}

async function ensureTemplate(
  server: string,
  template: string,
  migrate: (url: string) => Promise<void>,
): Promise<string> {
  await withConnection(server, async (connection) => {
    // The connection holds the lock, so a process that dies lets the next one try.
    await connection.query("SELECT pg_advisory_lock(hashtext($1))", [template]);
    const { rowCount } = await connection.query("SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate", [
      template,
    ]);
    if (rowCount === 1) return;
    const quoted = connection.escapeIdentifier(template);
    await connection.query(`DROP DATABASE IF EXISTS ${quoted} WITH (FORCE)`);
    await connection.query(`CREATE DATABASE ${quoted}`);
    await migrate(withDatabaseName(server, template));
    // Marking it last proves it complete. PostgreSQL cannot copy a database in use, so no client may connect to it.
    await connection.query(`ALTER DATABASE ${quoted} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  });
  return template;
}
