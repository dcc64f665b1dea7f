import { chown, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { unprivilegedUser, withConnection } from "@platen/provisioning";
import { recordsWithoutEnd } from "../facts/document-records.ts";
import { metric } from "../facts/metric.ts";
import { probesOfAll } from "../facts/probes.ts";
import { mountSmallFileSystem } from "../harms/small-file-system.ts";
import { askSteadily, countStatuses, createCaller, untilAnswered } from "../load/caller.ts";
import { faultRow } from "../runner/fault-row.ts";

const perSecond = 10;
const lastsMs = 2_000;

faultRow("R19", "PostgreSQL turns read-only, and its disk is full", async (figures, stage) => {
  const disk = await mountSmallFileSystem(16);
  stage.onEnd(() => disk?.remove());
  const server = await stage.startPostgres();
  const platen = await stage.startPlaten({ postgresUrl: server.url });
  const { catalog, gateway, workers } = platen.processes;
  const caller = await createCaller(platen, "PostgreSQL refuses to write");
  await caller.ask("The first document, which opens the browser's page");
  const run = (...statements: string[]) =>
    withConnection(platen.databaseUrl, async (connection) => {
      for (const statement of statements) await connection.query(statement);
    });
  const headers = { authorization: `Bearer ${caller.apiKey}` };
  const list = async () => (await fetch(`${platen.baseUrl}/api/v1/templates`, { headers })).status;

  /** Harms PostgreSQL for a while under a steady load. */
  async function measure(cause: string, begin: () => Promise<unknown>, end: () => Promise<unknown>) {
    const load = askSteadily(perSecond, (number) => caller.ask(`${cause} ${number}`));
    await delay(500);
    await begin();
    await delay(lastsMs);
    const probes = await probesOfAll([catalog, gateway, ...workers]);
    figures.exactly(`${cause}: probes of catalog, gateway and worker`, probes, "200 200 200");
    figures.exactly(`${cause}: answer to a read`, await list(), 200);
    const failures = await metric(catalog, "platen_database_failures_total", new RegExp(`cause="${cause}"`));
    figures.atLeast(`${cause}: failures in the metric of that cause`, failures, perSecond);
    await end();
    const endedAt = performance.now();
    const firstAt = await untilAnswered(() => caller.ask("after it is back"), 10_000);
    await delay(500);
    const answers = await load.stop();
    const refused = answers.filter(({ status }) => status !== 200);
    const asked = `503 dependency.unavailable: ${refused.length}`;
    figures.exactly(`${cause}: answers without a document`, countStatuses(refused), asked);
    figures.exactly(`${cause}: those without Retry-After`, refused.filter((each) => !each.retryAfter).length, 0);
    figures.atMost(`${cause}: first document after it is back`, (firstAt - endedAt) / 1_000, 3, "s");
    const late = answers.filter(({ sentAt, status }) => sentAt > firstAt && status !== 200);
    figures.exactly(`${cause}: requests refused after that one`, late.length, 0);
  }

  const name = new URL(platen.databaseUrl).pathname.slice(1);
  // Open sessions stay read-only when the database is not any more: as on a server that was demoted.
  await measure(
    "read_only",
    () =>
      run(
        `ALTER DATABASE ${name} SET default_transaction_read_only = on`,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
      ),
    () => run("SET default_transaction_read_only = off", `ALTER DATABASE ${name} RESET default_transaction_read_only`),
  );

  if (disk) {
    const folder = join(disk.path, "documents");
    const user = unprivilegedUser();
    await mkdir(folder, { mode: 0o700 });
    if (user) await chown(folder, user.uid, user.gid);
    // With so little in each page of the table, documents soon need another page.
    await run(
      `CREATE TABLESPACE small LOCATION '${folder}'`,
      "ALTER TABLE documents_first SET (fillfactor = 10)",
      "ALTER TABLE documents_first SET TABLESPACE small",
    );
    await measure(
      "disk_full",
      () => disk.fill(),
      () => disk.empty(),
    );
  } else figures.isTrue("disk_full: skipped, needs root on Linux to mount a small file system", true, "skipped");
  figures.exactly("records without an end", await recordsWithoutEnd(platen.baseUrl, caller.apiKey, 10_000), 0);
});
