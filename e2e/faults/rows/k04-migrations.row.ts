import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { afterAll, beforeAll } from "@jest/globals";
import { freePort, withConnection } from "@platen/provisioning";
import { createTestDatabase, runService, startPlaten, waitFor, type Platen, type TestDatabase } from "@platen/testing";
import { z } from "zod";
import { askSteadily, countStatuses, createCaller } from "../load/caller.ts";
import { faultRow, type Figures } from "../runner/fault-row.ts";

const rootFolder = resolve(import.meta.dirname, "../../..");

let database: TestDatabase;
let platen: Platen;

beforeAll(async () => {
  database = await createTestDatabase();
  platen = await startPlaten();
}, 120_000);

afterAll(async () => {
  await platen?.stop();
  await database?.drop();
}, 60_000);

/** Makes every change of the schema slow, as with large tables. */
const slowSchemaChanges = `
  CREATE FUNCTION take_a_while() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.05); END $$;
  CREATE EVENT TRIGGER slow ON ddl_command_start EXECUTE FUNCTION take_a_while()`;

const countWaiting = `SELECT count(*)::integer AS count FROM pg_locks
  WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const listTables = `SELECT quote_ident(table_name) AS name FROM information_schema.tables
  WHERE table_schema = 'public' AND table_name <> 'migrations'`;

/** Changes the schema as a newer release might: a column in every table, and a new table. */
async function addAsANewerRelease(url: string): Promise<void> {
  await withConnection(url, async (connection) => {
    const { rows } = await connection.query<{ name: string }>(listTables);
    for (const { name } of rows) await connection.query(`ALTER TABLE ${name} ADD COLUMN added_later text`);
    await connection.query("CREATE TABLE a_later_table (id text PRIMARY KEY)");
    await connection.query("INSERT INTO migrations (timestamp, name) VALUES (99, 'AddedLater0000000000099')");
  });
}

const schemaOf = (url: string): Promise<string> =>
  withConnection(url, async (connection) => {
    const { rows } = await connection.query<{ line: string }>(
      `SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) AS line
       FROM information_schema.columns WHERE table_schema = 'public'
       UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY line`,
    );
    return rows.map(({ line }) => line).join("\n");
  });

const migrated = z.object({ message: z.literal("migrated"), executed: z.array(z.string()) });

/** Runs the migrations as a deployment does, and returns the exit code and the migrations that ran. */
function migrate(url: string): Promise<{ code: number; executed: string[] }> {
  const command = join(rootFolder, "services/catalog/src/migrate.ts");
  return new Promise((settle) => {
    execFile(process.execPath, [command], { env: { DATABASE_URL: url }, timeout: 60_000 }, (error, stdout) => {
      const line = stdout.split("\n").find((text) => text.includes('"migrated"')) ?? "{}";
      const said = migrated.safeParse(JSON.parse(line));
      settle({ code: error === null ? 0 : Number(error.code ?? -1), executed: said.data?.executed ?? [] });
    });
  });
}

/** Starts a catalog on a database: "ready", or its exit code and the migrations that it misses. */
async function startOn(url: string): Promise<string> {
  const { PORT: _, MANAGEMENT_PORT: __, ...like } = platen.processes.catalog.env;
  try {
    const catalog = await runService("catalog", { ...like, DATABASE_URL: url, PORT: String(await freePort()) });
    await catalog.stop();
    return "ready";
  } catch (error) {
    // The message has its last log lines.
    const [, names] = /"pending":\[([^\]]*)\].*lacks migrations of this release/.exec(String(error)) ?? [];
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
    return `${cause.replace(/^.* ended/, "ended")}, lacks ${names?.replaceAll('"', "") ?? "nothing that it names"}`;
  }
}

async function measureTwoRuns(figures: Figures): Promise<string[]> {
  await withConnection(database.url, (connection) => connection.query(slowSchemaChanges));
  const untouched = await schemaOf(database.url);
  const refused = await startOn(database.url);
  figures.exactly(
    "a catalog that does not start changes the database",
    untouched === (await schemaOf(database.url)) ? "no" : "yes",
    "no",
  );
  let waited = 0;
  const running = Promise.all([migrate(database.url), migrate(database.url)]);
  await withConnection(database.url, async (connection) => {
    const isWaiting = async () =>
      (waited = (await connection.query<{ count: number }>(countWaiting)).rows[0]?.count ?? 0) > 0;
    await waitFor(isWaiting, { timeoutMs: 20_000, intervalMs: 10, describe: "one run to wait for the other" }).catch(
      () => undefined,
    );
  });
  const runs = await running;
  const executed = runs.flatMap((run) => run.executed);
  figures.exactly(
    "exit codes of two runs of the migrations at once",
    runs.map(({ code }) => code).join(" and "),
    "0 and 0",
  );
  figures.exactly("runs that waited for the other", waited, 1);
  const counts = runs.map((run) => run.executed.length).toSorted((a, b) => a - b);
  figures.exactly("migrations that they ran", counts.join(" and "), `0 and ${executed.length}`);
  figures.atLeast("migrations in all", new Set(executed).size, 3);
  figures.exactly("a catalog on the empty database", refused, `ended with code 1, lacks ${executed.join(",")}`);
  figures.exactly("a catalog afterwards", await startOn(database.url), "ready");
  return executed;
}

faultRow("K4", { timeoutMs: 120_000 }, async (figures) => {
  const all = await measureTwoRuns(figures);

  const last = all.at(-1) ?? "";
  const forget = "WITH gone AS (DELETE FROM migrations WHERE name = $1 RETURNING timestamp) SELECT timestamp FROM gone";
  await withConnection(database.url, (connection) => connection.query(forget, [last]));
  figures.exactly(
    "a release newer than the database by one migration",
    await startOn(database.url),
    `ended with code 1, lacks ${last}`,
  );

  const caller = await createCaller(platen, "Older release");
  await caller.ask("The first document, which opens the browser's page");
  let asked = 0;
  const load = askSteadily(10, (number) => caller.ask(`during the migration ${(asked = number)}`));
  const isUnderLoad = (count: number) => waitFor(() => asked >= count, { describe: `${count} requests` });
  await isUnderLoad(5);
  await addAsANewerRelease(platen.databaseUrl);
  await isUnderLoad(asked + 15);
  const answers = await load.stop();
  const newer = await schemaOf(platen.databaseUrl);
  figures.exactly(
    "a newer release's migration under load: documents",
    countStatuses(answers),
    `200: ${answers.length}`,
  );
  figures.atLeast("requests during the migration", answers.length, 20);
  figures.exactly("the older release restarts on the newer schema", await startOn(platen.databaseUrl), "ready");
  const [again, rerun] = [await createCaller(platen, "New project on it"), await migrate(platen.databaseUrl)];
  figures.exactly("status of a document of a new project on it", (await again.ask("on the newer tables")).status, 200);
  figures.exactly(
    "the older release's migrations on it: exit code, migrations run",
    `${rerun.code}, ${rerun.executed.length}`,
    "0, 0",
  );
  figures.exactly(
    "the newer schema afterwards",
    newer === (await schemaOf(platen.databaseUrl)) ? "unchanged" : "changed",
    "unchanged",
  );
});
