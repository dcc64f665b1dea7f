import { withConnection } from "@platen/provisioning";
import { freePort, waitFor } from "@platen/testing";
import { startAcceleratedPrometheus, testAlertRules } from "../../facts/accelerated-prometheus.ts";
import { metric } from "../../facts/metric.ts";
import { askSteadily, createCaller, type Answer } from "../../load/caller.ts";
import { slowHtml, taking } from "../../load/slow-document.ts";
import { faultRow } from "../../runner/fault-row.ts";

const perSecond = 5;
/** An alert is pending before it fires. If none is pending for so long, none will fire. */
const settledMs = 1_000;
const quietMs = 3_000;

type Fault = { what: string; alerts: readonly string[]; harm?: () => Promise<unknown>; end?: () => Promise<unknown> };

faultRow("K3", "Alerts fire in their faults", async (figures, stage) => {
  figures.exactly("unit tests of the rules", (await testAlertRules()) || "passed", "passed");

  // Chosen in advance, so that Prometheus knows its targets and a new worker can replace a killed one.
  const [gateway, catalog, worker] = [String(await freePort()), String(await freePort()), String(await freePort())];
  const courier = String(await freePort());
  const prometheus = await startAcceleratedPrometheus([gateway, catalog, worker, courier]);
  stage.onEnd(() => prometheus.stop());
  const postgres = await stage.startPostgres();
  const { platen, server: redis } = await stage.startPlatenOnOwnRedis({
    postgresUrl: postgres.url,
    env: {
      gateway: { MANAGEMENT_PORT: gateway },
      catalog: { MANAGEMENT_PORT: catalog },
      worker: { MANAGEMENT_PORT: worker, RENDER_CONCURRENCY: "1" },
      courier: { MANAGEMENT_PORT: courier },
    },
  });
  const [theWorker] = platen.processes.workers;
  if (!theWorker) throw new Error("The row needs a worker.");
  const isSealed = (await metric(theWorker, "platen_browser_network_sealed")) === 1;
  if (!isSealed) throw new Error("This machine cannot make network namespaces, so one alert fires all the time.");
  const caller = await createCaller(platen, "Alerts", slowHtml);
  await caller.ask("The first document, which opens the browser's page");

  /** Collects the alerts that fire from the harm until no alert is left. */
  async function measure({ what, alerts, harm, end }: Fault): Promise<void> {
    const fired = new Set<string>();
    let lastPendingAt = performance.now();
    const look = async () => {
      const { alerts: now } = await prometheus.look();
      for (const { name, isFiring } of now) if (isFiring) fired.add(name);
      if (now.some(({ isFiring }) => !isFiring)) lastPendingAt = performance.now();
      return now;
    };
    const haveFired = async () => {
      await look();
      return alerts.every((alert) => fired.has(alert));
    };
    const isSettled = async () => {
      await look();
      return performance.now() - lastPendingAt > (alerts.length === 0 ? quietMs : settledMs);
    };
    await harm?.();
    // The figure tells of alerts that are missing or too many.
    await waitFor(haveFired, { timeoutMs: 20_000, describe: "the alerts" }).catch(() => undefined);
    await waitFor(isSettled, { timeoutMs: 20_000, describe: "no alert to be pending" }).catch(() => undefined);
    await end?.();
    await waitFor(async () => (await look()).length === 0, { timeoutMs: 40_000, describe: `no alert after: ${what}` });
    figures.exactly(what, [...fired].toSorted().join(", "), alerts.join(", "));
  }

  const load = askSteadily(perSecond, (number) => caller.ask(`document ${number}`));
  await prometheus.untilSeen();
  await measure({ what: "normal load", alerts: [] });
  await measure({
    what: "Redis is down",
    alerts: ["PlatenRedisDown", "PlatenRequestsFail"],
    harm: () => redis.crash(),
    end: () => redis.start(),
  });
  await measure({
    what: "PostgreSQL is down",
    alerts: ["PlatenDatabaseDown", "PlatenRequestsFail"],
    harm: () => postgres.crash(),
    end: () => postgres.start(),
  });
  const readOnly = (value: string) =>
    withConnection(postgres.url, async (connection) => {
      await connection.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
      await connection.query("SELECT pg_reload_conf()");
    });
  await measure({
    what: "PostgreSQL is read-only",
    alerts: ["PlatenDatabaseRefusesWrites", "PlatenRequestsFail"],
    harm: () => readOnly("on"),
    end: () => readOnly("off"),
  });
  await load.stop();
  // Ten times as many documents as the worker can print; they take its slot and little of the machine. The flood ends
  // before the first of them reach their deadline, because failing requests fire another alert.
  const leave = new AbortController();
  let flood: { stop(): Promise<Answer[]> } | undefined;
  await measure({
    what: "overload",
    alerts: ["PlatenBacklog", "PlatenRefusesDocuments"],
    harm: async () => {
      flood = askSteadily(10, (number) => caller.ask(`flood ${number}`, { ...taking(1_000), signal: leave.signal }));
    },
    end: async () => {
      leave.abort();
      await flood?.stop();
    },
  });
  // Without load, because documents that wait for a worker would fire the backlog's alert.
  await measure({
    what: "the only worker is killed",
    alerts: ["PlatenNoWorkers", "PlatenProcessDown"],
    harm: async () => theWorker.kill("SIGKILL"),
    end: () => platen.startWorker({ MANAGEMENT_PORT: worker }),
  });
});
