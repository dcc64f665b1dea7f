import { setTimeout as delay } from "node:timers/promises";
import { freePort, withConnection } from "@platen/provisioning";
import { runService, waitFor } from "@platen/testing";
import { probesOf, probesOfAll } from "../facts/probes.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { attemptsAt } from "../facts/worker-attempts.ts";
import { askSteadily, countStatuses, createCaller, slowest, untilAnswered, type Answer } from "../load/caller.ts";
import { slowHtml, taking } from "../load/slow-document.ts";
import { faultRow } from "../runner/fault-row.ts";

const perSecond = 5;
const downMs = 2_000;
const hangsMs = 5_000;
const poolSize = 5;
/** Longer than a worker's lock that is not renewed. */
const longMs = 13_000;

const countHeldUp = `SELECT count(*)::integer FROM pg_stat_activity
  WHERE application_name = 'platen-catalog' AND wait_event_type = 'Lock'`;

/** The connections of the catalog while more requests than its pool has wait for a database lock. */
async function connectionsUnderPressure(databaseUrl: string, request: () => Promise<unknown>): Promise<number> {
  return withConnection(databaseUrl, (holder) =>
    withConnection(databaseUrl, async (observer) => {
      await holder.query("BEGIN; LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE");
      const held = Array.from({ length: poolSize * 2 }, request);
      const count = async () => (await observer.query<{ count: number }>(countHeldUp)).rows[0]?.count ?? 0;
      const isFull = async () => (await count()) >= poolSize;
      // The figure tells.
      await waitFor(isFull, { timeoutMs: 800, describe: "a full pool" }).catch(() => undefined);
      const connections = await count();
      await holder.query("ROLLBACK");
      await Promise.all(held);
      return connections;
    }),
  );
}

faultRow("R8", "PostgreSQL restarts, is killed, hangs", async (figures, stage) => {
  const server = await stage.startPostgres();
  stage.onEnd(() => server.thaw());
  const env = { catalog: { DATABASE_POOL_SIZE: String(poolSize) } };
  const platen = await stage.startPlaten({ postgresUrl: server.url, env });
  const { catalog, gateway, workers } = platen.processes;
  const processes = watchProcesses(platen);
  const caller = await createCaller(platen, "PostgreSQL away");
  await caller.ask("The first document, which opens the browser's page");
  const long = (await createCaller(platen, "Longer than a lock", slowHtml)).ask("long", taking(longMs));
  const all: Answer[] = [];

  /** Takes PostgreSQL away for a while under a steady load. */
  async function measure(
    what: string,
    begin: () => Promise<void>,
    during: () => Promise<unknown>,
    end: () => unknown,
    slowestMs = 1_000,
  ) {
    const load = askSteadily(perSecond, (number) => caller.ask(`${what} ${number}`));
    await delay(500);
    const beganAt = performance.now();
    await begin();
    const goneAt = performance.now();
    await during();
    const probes = await probesOfAll([catalog, gateway, ...workers]);
    figures.exactly(`${what}: probes of catalog, gateway and worker`, probes, "200 200 200");
    const endedAt = performance.now();
    await end();
    const backAt = performance.now();
    const firstAt = await untilAnswered(() => caller.ask("after it is back"), 10_000);
    await delay(500);
    const answers = await load.stop();
    all.push(...answers);
    const refused = answers.filter(({ status, answeredAt }) => status !== 200 && answeredAt > beganAt);
    const asked = answers.filter(({ sentAt, answeredAt }) => sentAt > goneAt && answeredAt < endedAt);
    const wanted = `503 dependency.unavailable: ${asked.length}`;
    figures.exactly(`${what}: answers during the outage`, countStatuses(asked), wanted);
    figures.atMost(`${what}: the slowest 503`, slowest(refused), slowestMs, "ms");
    figures.atMost(`${what}: first document after its return`, (firstAt - backAt) / 1_000, 3, "s");
    const failed = answers.filter(({ sentAt, status }) => sentAt > firstAt && status !== 200);
    figures.exactly(`${what}: requests refused after that one`, failed.length, 0);
  }

  /** Starts a catalog that cannot become ready before PostgreSQL is back, and waits for its probes. */
  async function startUnreadyCatalog(): Promise<void> {
    const { PORT: _, ...like } = catalog.env;
    const port = String(await freePort());
    another = runService("catalog", { ...like, MANAGEMENT_PORT: port }, "catalog-2");
    stage.onEnd(async () => (await another)?.stop());
    const isUnready = async () => (await probesOf(`http://127.0.0.1:${port}`)) === "200 200 503";
    const unready = waitFor(isUnready, { timeoutMs: 20_000, describe: "a catalog that is not ready" });
    figures.exactly(
      "probes of a catalog started meanwhile",
      await unready.then(() => "200 200 503", String),
      "200 200 503",
    );
  }
  let another: ReturnType<typeof runService> | undefined;

  const restart = () => server.start();
  await measure(
    "restart",
    () => server.shutDown(),
    () => delay(downMs),
    restart,
  );
  await measure("SIGKILL", () => server.crash(), startUnreadyCatalog, restart);
  await measure(
    "SIGSTOP for 5 s",
    () => server.freeze(),
    () => delay(hangsMs),
    () => server.thaw(),
    // A server that is silent for less than that may be a busy one.
    3_500,
  );
  figures.exactly(
    "probes of that catalog afterwards",
    await probesOf((await another)?.managementUrl ?? ""),
    "200 200 200",
  );
  const headers = { authorization: `Bearer ${caller.apiKey}` };
  const list = () => fetch(`${platen.baseUrl}/api/v1/templates`, { headers });
  // Lists take three of five connections, and leave two to documents and their look-ups.
  figures.atLeast(
    "connections of a full pool afterwards",
    await connectionsUnderPressure(platen.databaseUrl, list),
    Math.floor(0.6 * poolSize),
  );
  const { status, documentId } = await long;
  figures.exactly("answer to a document longer than a lock", status, 200);
  figures.exactly("attempts at it", (await attemptsAt(documentId, workers, 1)).length, 1);
  await processes.report(figures, all);
});
