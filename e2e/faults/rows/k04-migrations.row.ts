import { withConnection } from "@platen/provisioning";
import { runService, waitFor } from "@platen/testing";
import { askSteadily, countStatuses, createCaller } from "../load/caller.ts";
import { faultRow } from "../runner/fault-row.ts";

// A partition has the columns of its table.
const listTables = `SELECT oid::regclass::text AS name FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'migrations'`;

/** Changes the schema as a newer release might: a column in every table, and a new table. */
async function migrateAsANewerRelease(url: string): Promise<void> {
  await withConnection(url, async (connection) => {
    const { rows } = await connection.query<{ name: string }>(listTables);
    for (const { name } of rows) await connection.query(`ALTER TABLE ${name} ADD COLUMN added_later text`);
    await connection.query("CREATE TABLE a_later_table (id text PRIMARY KEY)");
    await connection.query("INSERT INTO migrations (timestamp, name) VALUES (99, 'AddedLater0000000000099')");
  });
}

faultRow("K4", "Releases older or newer than the database", async (figures, stage) => {
  const platen = await stage.startPlaten();
  const { PORT: _, MANAGEMENT_PORT: __, ...like } = platen.processes.catalog.env;

  /** Starts another catalog: "ready", or its exit code and the migrations that it misses. */
  async function startCatalog(): Promise<string> {
    try {
      await (await runService("catalog", like, "catalog-2")).stop();
      return "ready";
    } catch (error) {
      // The message has its last log lines.
      const [, names] = /"pending":\[([^\]]*)\].*lacks migrations of this release/.exec(String(error)) ?? [];
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
      return `${cause.replace(/^.* ended/, "ended")}, lacks ${names?.replaceAll('"', "") ?? "nothing that it names"}`;
    }
  }

  const caller = await createCaller(platen, "Older release");
  await caller.ask("The first document, which opens the browser's page");
  let asked = 0;
  const load = askSteadily(10, (number) => caller.ask(`during the migration ${(asked = number)}`));
  const isUnderLoad = (count: number) => waitFor(() => asked >= count, { describe: `${count} requests` });
  await isUnderLoad(5);
  await migrateAsANewerRelease(platen.databaseUrl);
  await isUnderLoad(asked + 15);
  const answers = await load.stop();
  figures.exactly("a newer release's migration under load: answers", countStatuses(answers), `200: ${answers.length}`);
  figures.exactly("the older release restarts on the newer schema", await startCatalog(), "ready");
  const again = await createCaller(platen, "New project on it");
  figures.exactly("answer to a new project on it", (await again.ask("on the newer tables")).status, 200);

  const forget = `DELETE FROM migrations WHERE timestamp =
    (SELECT max(timestamp) FROM migrations WHERE timestamp <> 99) RETURNING name`;
  const { rows } = await withConnection(platen.databaseUrl, (connection) => connection.query<{ name: string }>(forget));
  const what = "a release newer than the database by one migration";
  figures.exactly(what, await startCatalog(), `ended with code 1, lacks ${rows[0]?.name}`);
});
