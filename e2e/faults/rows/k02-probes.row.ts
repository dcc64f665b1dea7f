import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll } from "@jest/globals";
import { startOwnPostgres, startOwnRedis, startPlaten, type OwnServer, type Platen } from "@platen/testing";
import { faultRow, type Figures } from "../runner/fault-row.ts";
import {
  prepareBrowserHarm,
  prepareEventLoop,
  prepareNoBrowser,
  prepareBlockingConnection,
  type Harm,
} from "../harms/probe-harms.ts";
import { createProbedProcesses, type ProbedProcess, type ProbedProcesses } from "../facts/probed-processes.ts";

// Proves the table of docs/probes.md. Most of the time passes with waiting, so the harms run side by side, each on its own
// processes. Redis, catalog and PostgreSQL are away at the same time; a probe that stays good then is good with each.

const healthy = "200, 200, 200";
const second = 1_000;
/** Longer than any fault lasts before a process counts as dead. */
const awayMs = 34 * second;

let postgres: OwnServer;
let downRedis: OwnServer;
let hungRedis: OwnServer;
let platen: Platen;
let processes: ProbedProcesses;

beforeAll(async () => {
  [postgres, downRedis, hungRedis] = await Promise.all([startOwnPostgres(), startOwnRedis(), startOwnRedis()]);
  platen = await startPlaten({ postgresUrl: postgres.url, env: { worker: { RENDER_CONCURRENCY: "1" } } });
  processes = createProbedProcesses(platen);
}, 120_000);

afterAll(async () => {
  postgres?.thaw();
  hungRedis?.thaw();
  await processes?.stop();
  await platen?.stop();
  await Promise.all([postgres, downRedis, hungRedis].map((server) => server?.stop()));
}, 60_000);

async function prepareAway(
  what: string,
  { url: REDIS_URL }: OwnServer,
  harm: (catalog: ProbedProcess) => Promise<void>,
): Promise<Harm> {
  const catalog = await processes.start("catalog");
  const connections = { REDIS_URL, CATALOG_URL: catalog.service.url };
  const [gateway, worker] = await Promise.all([
    processes.start("gateway", connections),
    processes.start("worker", connections),
  ]);
  return async () => {
    await harm(catalog);
    const harmedAt = performance.now() + 500;
    const begun = await Promise.all([processes.begin("gateway", connections), processes.begin("worker", connections)]);
    await Promise.all(begun.map(({ outcome }) => outcome));
    const begunAt = performance.now();
    await delay(awayMs - (begunAt - harmedAt));
    catalog.service.kill("SIGCONT");
    return (figures) => {
      figures.exactly(`Redis and the catalog ${what}: gateway`, gateway.probes.all(harmedAt), healthy);
      figures.exactly(
        `Redis and the catalog ${what}: a gateway started meanwhile`,
        begun[0].probes.all(begunAt),
        healthy,
      );
      figures.exactly(`Redis and the catalog ${what}: worker`, worker.probes.all(harmedAt), healthy);
      figures.exactly(
        `Redis and the catalog ${what}: a worker started meanwhile`,
        begun[1].probes.all(begunAt),
        healthy,
      );
    };
  };
}

async function preparePostgresAway(): Promise<Harm> {
  const { catalog, gateway } = platen.processes;
  const running = { catalog: processes.watch(catalog), gateway: processes.watch(gateway) };

  async function harmed(what: string, begin: () => Promise<void>, end: () => Promise<void>) {
    await begin();
    const from = performance.now() + 500;
    const begun = await processes.begin("catalog");
    await delay(9 * second);
    const to = performance.now();
    await end();
    const outcome = await begun.outcome;
    return (figures: Figures) => {
      for (const [name, { probes }] of Object.entries(running))
        figures.exactly(`PostgreSQL ${what}: ${name}`, probes.all(from, to), healthy);
      // From the moment at which its port answers.
      const upAt = begun.probes.firstAt("startupz", "200");
      figures.exactly(
        `PostgreSQL ${what}: a catalog started meanwhile`,
        begun.probes.all(upAt, to - second),
        "200, 200, 503",
      );
      figures.isTrue(
        "its reason",
        begun.probes.reason("readyz").startsWith("PostgreSQL has not answered"),
        begun.probes.reason("readyz"),
      );
      figures.exactly(
        "the same catalog afterwards",
        typeof outcome === "string" ? outcome : "ready by itself",
        "ready by itself",
      );
    };
  }
  return async () => {
    const down = await harmed(
      "is down",
      () => postgres.crash(),
      () => postgres.start(),
    );
    const hung = await harmed(
      "hangs",
      () => postgres.freeze(),
      async () => postgres.thaw(),
    );
    return (figures) => {
      down(figures);
      hung(figures);
    };
  };
}

faultRow("K2", { timeoutMs: 150_000 }, async (figures) => {
  const [worker] = platen.processes.workers;
  if (!worker) throw new Error("The row needs a worker.");
  const harms = await Promise.all([
    prepareAway("are down", downRedis, async ({ service }) => {
      service.kill("SIGKILL");
      await downRedis.crash();
    }),
    prepareAway("hang", hungRedis, async ({ service }) => {
      service.kill("SIGSTOP");
      await hungRedis.freeze();
    }),
    preparePostgresAway(),
    prepareNoBrowser(processes, "ends", 10),
    prepareNoBrowser(processes, "hangs", 30),
    prepareBlockingConnection(processes, platen.redisUrl, "cut", {
      fromS: 28,
      toS: 38,
      reason: /^The connection that waits for documents has been away/,
    }),
    prepareBlockingConnection(processes, platen.redisUrl, "hanging", {
      fromS: 14,
      toS: 24,
      reason: /^Documents wait \(1\)/,
    }),
    ...(["gateway", "catalog", "worker"] as const).map((kind) => prepareEventLoop(processes, kind)),
  ]);
  harms.push(prepareBrowserHarm(processes.watch(worker)));
  const tell = await Promise.all(harms.map((harm) => harm()));
  for (const say of tell) say(figures);
});
