import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll } from "@jest/globals";
import { withConnection } from "@platen/provisioning";
import { startOwnPostgres, startPlaten, waitFor, type OwnServer, type Platen } from "@platen/testing";
import { askSteadily, countStatuses, createCaller, slowest, untilAnswered, type Caller } from "../load/caller.ts";
import { faultRow, type Figures } from "../runner/fault-row.ts";
import { watchProcesses } from "../facts/process-watch.ts";

const perSecond = 5;
const downMs = 2_000;
const frozenMs = 10_000;
const poolSize = 5;

let server: OwnServer;
let platen: Platen;
let caller: Caller;

beforeAll(async () => {
  server = await startOwnPostgres();
  platen = await startPlaten({ postgresUrl: server.url, env: { catalog: { DATABASE_POOL_SIZE: String(poolSize) } } });
  caller = await createCaller(platen, "PostgreSQL away");
  await caller.ask("The first document, which opens the browser's page");
}, 180_000);

afterAll(async () => {
  server?.thaw();
  await platen?.stop();
  await server?.stop();
}, 60_000);

const countHeldUp = `SELECT count(*)::integer FROM pg_stat_activity
  WHERE application_name = 'platen-catalog' AND wait_event_type = 'Lock'`;

function listTemplates(): Promise<unknown> {
  return fetch(`${platen.baseUrl}/api/v1/templates`, { headers: { authorization: `Bearer ${caller.apiKey}` } });
}

/** The connections of the catalog while more requests than its pool has wait for a database lock. */
async function connectionsUnderPressure(): Promise<number> {
  return withConnection(platen.databaseUrl, (holder) =>
    withConnection(platen.databaseUrl, async (observer) => {
      await holder.query("BEGIN; LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE");
      const held = Array.from({ length: poolSize * 2 }, listTemplates);
      const count = async () => (await observer.query<{ count: number }>(countHeldUp)).rows[0]?.count ?? 0;
      const isFull = async () => (await count()) >= poolSize;
      await waitFor(isFull, { timeoutMs: 800, describe: "a full pool" }).catch(() => {
        // The figure tells.
      });
      const connections = await count();
      await holder.query("ROLLBACK");
      await Promise.all(held);
      return connections;
    }),
  );
}

type Harm = { what: string; forMs: number; begin: () => Promise<void>; end: () => Promise<void> };

/** Takes PostgreSQL away for a while under a steady load. */
async function measure({ what, forMs, begin, end }: Harm, figures: Figures): Promise<void> {
  const load = askSteadily(perSecond, (number) => caller.ask(`${what} ${number}`));
  await delay(1_000);
  const beganAt = performance.now();
  await begin();
  const goneAt = performance.now();
  await delay(forMs);
  const endedAt = performance.now();
  await end();
  const backAt = performance.now();
  const firstAt = await untilAnswered(() => caller.ask("after it is back"), 10_000);
  await delay(1_000);
  const answers = await load.stop();

  const refused = answers.filter(({ status, answeredAt }) => status !== 200 && answeredAt > beganAt);
  const asked = answers.filter(({ sentAt, answeredAt }) => sentAt > goneAt && answeredAt < endedAt);
  figures.exactly(
    `${what}: answers during the outage`,
    countStatuses(asked),
    `503 dependency.unavailable: ${asked.length}`,
  );
  figures.atMost(`${what}: the slowest 503`, slowest(refused), 1_000, "ms");
  figures.atMost(`${what}: first document after its return`, (firstAt - backAt) / 1_000, 3, "s");
  const failed = answers.filter(({ status, sentAt }) => sentAt > firstAt && status !== 200);
  figures.exactly(`${what}: requests refused after that one`, failed.length, 0);
  figures.exactly(`${what}: connections of a full pool`, await connectionsUnderPressure(), poolSize);
}

faultRow("R8", { timeoutMs: 120_000 }, async (figures) => {
  const processes = watchProcesses(platen);
  figures.exactly("connections of a full pool before", await connectionsUnderPressure(), poolSize);
  const harms: Harm[] = [
    { what: "restart", forMs: downMs, begin: () => server.shutDown(), end: () => server.start() },
    { what: "SIGKILL", forMs: downMs, begin: () => server.crash(), end: () => server.start() },
    { what: "SIGSTOP for 10 s", forMs: frozenMs, begin: () => server.freeze(), end: async () => server.thaw() },
  ];
  for (const harm of harms) await measure(harm, figures);
  figures.exactly("processes that died", processes.deaths(), 0);
  figures.exactly("uncaught errors and rejections", processes.uncaught(), 0);
});
