import { withConnection } from "@platen/provisioning";
import { startOwnPostgres, waitFor } from "@platen/testing";
import { whyNotReady } from "../facts/probes.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { createCaller } from "../load/caller.ts";
import { measureRecovery } from "../load/measure-recovery.ts";
import { faultRow } from "../runner/fault-row.ts";

const deadlineMs = 5_000;
const withinSeconds = 15;

/** What a manager such as Patroni does when the primary is gone. */
async function promote(standbyUrl: string): Promise<void> {
  await withConnection(standbyUrl, (connection) => connection.query("SELECT pg_promote()"));
}

/** Waits until the standby has all that its primary has. */
async function untilCaughtUp(primaryUrl: string): Promise<void> {
  await withConnection(primaryUrl, async (connection) => {
    const isEqual = async () => {
      const sql = "SELECT count(*)::integer AS equal FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_lsn()";
      return (await connection.query<{ equal: number }>(sql)).rows[0]?.equal === 1;
    };
    await waitFor(isEqual, { timeoutMs: 60_000, describe: "a standby that follows" });
  });
}

faultRow("R22", "A standby of PostgreSQL is promoted, after the primary is killed or hangs", async (figures, stage) => {
  for (const harm of ["crash", "freeze"] as const) {
    const primary = await stage.startPostgres();
    const standby = await startOwnPostgres({ standbyOf: primary.url });
    stage.onEnd(() => standby.stop());
    const platen = await stage.startPlaten({
      postgresUrl: primary.url,
      databaseUrlOf: (url) => `${withServers(url, [standby.url, primary.url])}?target_session_attrs=read-write`,
    });
    // The database is removed at its first server.
    stage.onEnd(() => (harm === "crash" ? primary.start() : primary.thaw()));
    const { catalog } = platen.processes;
    const processes = watchProcesses(platen);
    const caller = await createCaller(platen, "Promoted");
    await caller.ask("The first document, which opens the browser's page");
    await untilCaughtUp(primary.url);
    const answers = await measureRecovery({
      figures,
      what: harm === "crash" ? "SIGKILL" : "SIGSTOP",
      caller,
      deadlineMs,
      withinSeconds,
      async harm() {
        await primary[harm]();
        await promote(standby.url);
      },
    });
    figures.exactly("readiness of the catalog in the end", await whyNotReady(catalog), "");
    await processes.report(figures, answers);
  }
});

/** The URL of a database of several servers. */
function withServers(databaseUrl: string, serverUrls: readonly string[]): string {
  const { host } = new URL(databaseUrl);
  return databaseUrl.replace(host, serverUrls.map((url) => new URL(url).host).join(","));
}
