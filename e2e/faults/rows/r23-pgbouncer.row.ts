import { setTimeout as delay } from "node:timers/promises";
import { withConnection } from "@platen/provisioning";
import { runCatalog, startPgBouncer } from "@platen/testing";
import { whyNotReady } from "../facts/probes.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { askSteadily, countStatuses, createCaller } from "../load/caller.ts";
import { measureRecovery } from "../load/measure-recovery.ts";
import { faultRow } from "../runner/fault-row.ts";

const deadlineMs = 5_000;
const withinSeconds = 5;

faultRow(
  "R23",
  "PgBouncer shares three connections by transactions under load, and is killed",
  async (figures, stage) => {
    const bouncer = await startPgBouncer("transaction");
    stage.onEnd(() => bouncer.stop());
    const platen = await stage.startPlaten({ databaseUrlOf: (url) => bouncer.inFrontOf(url) });
    const { catalog } = platen.processes;
    const through = bouncer.inFrontOf(platen.databaseUrl);
    const processes = watchProcesses(platen);
    const caller = await createCaller(platen, "PgBouncer");
    await caller.ask("The first document, which opens the browser's page");

    // Eight requests a second need more connections at once than there are; both commands take an advisory lock.
    const load = askSteadily(8, (number) => caller.ask(`shared ${number}`));
    const runs = await Promise.allSettled([
      runCatalog("migrate.ts", through),
      runCatalog("migrate.ts", through),
      runCatalog("seed-demo.ts", through),
      runCatalog("seed-demo.ts", through),
    ]);
    await delay(5_000);
    const answers = await load.stop();
    const failed = runs.filter(({ status }) => status === "rejected").length;
    figures.exactly("runs of migrate and seed-demo that fail, of two each at once", failed, 0);
    figures.exactly("answers meanwhile", countStatuses(answers), `200: ${answers.length}`);
    const locks = await withConnection(platen.databaseUrl, async (connection) => {
      const sql = `SELECT count(*)::integer AS held FROM pg_locks
      JOIN pg_database ON pg_database.oid = pg_locks.database
      WHERE locktype = 'advisory' AND datname = current_database()`;
      return (await connection.query<{ held: number }>(sql)).rows[0]?.held;
    });
    figures.exactly("advisory locks that they leave at shared connections", Number(locks), 0);

    const after = await measureRecovery({
      figures,
      what: "SIGKILL",
      caller,
      deadlineMs,
      withinSeconds,
      harm: () => bouncer.restart(),
    });
    figures.exactly("readiness of the catalog in the end", await whyNotReady(catalog), "");
    await processes.report(figures, [...answers, ...after]);
  },
);
