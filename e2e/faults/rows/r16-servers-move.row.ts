import { setTimeout as delay } from "node:timers/promises";
import { freePort, startOwnRedis, waitFor, type Platen } from "@platen/testing";
import { whyNotReady } from "../facts/probes.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { createNames } from "../harms/names.ts";
import { startTcpProxy, type NetworkState, type TcpProxy } from "../harms/tcp-proxy.ts";
import { askAtOnce, askSteadily, countStatuses, createCaller, slowest, type Answer } from "../load/caller.ts";
import { faultRow } from "../runner/fault-row.ts";
import type { Figures } from "../runner/figures.ts";
import type { Stage } from "../runner/stage.ts";

const deadlineMs = 3_000;
const headers = { "platen-deadline-ms": String(deadlineMs) };
/** From the change of the name's address to the first document. */
const backWithinSeconds = 15;

/** Starts a Platen that reaches its Redis and its catalog by names, and moves the servers behind the names. */
async function startMovable(stage: Stage) {
  const names = await createNames();
  stage.onEnd(() => names.remove());
  const [redis, ports] = await Promise.all([startOwnRedis(), Promise.all([freePort(), freePort(), freePort()])]);
  stage.onEnd(() => redis.stop());
  const [redisPort, catalogPort, catalogServer] = ports;
  const servers = {
    "redis.test": { port: redisPort, server: Number(new URL(redis.url).port) },
    "catalog.test": { port: catalogPort, server: catalogServer },
  };
  const addresses: Record<string, string> = {};
  const proxies: TcpProxy[] = [];
  stage.onEnd(() => proxies.map((proxy) => proxy.close()));

  /** Opens a new address for a server, which is at `server` by now, and lets its name lead there. */
  async function move(name: keyof typeof servers, slowMs = 0, server = servers[name].server): Promise<TcpProxy> {
    const address = `127.0.0.${proxies.length + 2}`;
    const proxy = await startTcpProxy(server, { address, port: servers[name].port });
    proxies.push(proxy);
    addresses[name] = address;
    await names.set(addresses, slowMs);
    return proxy;
  }

  const current = { "redis.test": await move("redis.test"), "catalog.test": await move("catalog.test") };
  const env = (user: string) => ({
    ...names.env,
    REDIS_URL: `redis://${user}:platen@redis.test:${redisPort}`,
    CATALOG_URL: `http://catalog.test:${catalogPort}`,
  });
  const platen = await stage.startPlaten({
    redisUrl: redis.url,
    env: { catalog: { PORT: String(catalogServer) }, gateway: env("gateway"), worker: env("worker") },
  });
  return { platen, redis, current, move };
}

/** Measures the time from `move` to the next document, under a load that has begun before. */
async function addRecovery(
  figures: Figures,
  what: string,
  {
    platen,
    caller,
    harm,
    move,
  }: {
    platen: Platen;
    caller: Awaited<ReturnType<typeof createCaller>>;
    harm: () => unknown;
    move: () => Promise<unknown>;
  },
): Promise<Answer[]> {
  const ask = (marker: string, number: number) => caller.ask(`${what}: ${marker} ${number}`, { headers });
  const load = askSteadily(3, (number) => ask("steady", number));
  await delay(500);
  await harm();
  await delay(1_000);
  await move();
  const movedAt = performance.now();
  let atOnce: Answer[] = [];
  const isBack = async () => {
    atOnce = await askAtOnce(4, (index) => ask(`moved for ${Math.round(performance.now() - movedAt)} ms`, index));
    return atOnce.every(({ status }) => status === 200);
  };
  // The figure tells.
  await waitFor(isBack, { timeoutMs: 40_000, describe: "documents at the new address" }).catch(() => undefined);
  const backMs = performance.now() - movedAt;
  const answers = [...(await load.stop()), ...atOnce];
  figures.exactly(
    `${what}: four requests at once, asked again until all have their document`,
    countStatuses(atOnce),
    "200: 4",
  );
  figures.atMost(`${what}: time from the move to these documents`, backMs / 1_000, backWithinSeconds, "s");
  const unanswered = answers.filter(({ status }) => typeof status !== "number").length;
  figures.exactly(`${what}: requests without an answer (${countStatuses(answers)})`, unanswered, 0);
  figures.atMost(`${what}: the slowest answer`, slowest(answers) / 1_000, deadlineMs / 1_000 + 2, "s");
  const live = await fetch(`${platen.processes.workers[0]?.managementUrl}/livez`);
  figures.exactly(`${what}: liveness of the worker`, live.status, 200);
  return answers;
}

faultRow("R16", "Redis and the catalog move, and their old addresses swallow or reset", async (figures, stage) => {
  const { platen, current, move } = await startMovable(stage);
  const processes = watchProcesses(platen);
  const caller = await createCaller(platen, "Moves");
  await caller.ask("The first document, which opens the browser's page");
  const all: Answer[] = [];

  async function measure(what: string, name: keyof typeof current, state: NetworkState, slowMs = 0): Promise<void> {
    const harm = () => current[name].set(state);
    const moveOn = async () => (current[name] = await move(name, slowMs));
    all.push(...(await addRecovery(figures, what, { platen, caller, harm, move: moveOn })));
  }

  const [worker] = platen.processes.workers;
  if (!worker) throw new Error("The row needs a worker.");
  const saysWhy = async () => (await whyNotReady(worker)) !== "";
  const notReady = waitFor(saysWhy, { timeoutMs: 15_000, describe: "a worker that is not ready" }).then(
    () => "not ready",
    () => "ready",
  );
  await measure("Redis, silent", "redis.test", "cut");
  figures.exactly("Redis, silent: readiness of the worker meanwhile", await notReady, "not ready");
  await measure("Redis, reset", "redis.test", "reset");
  await measure("Redis, silent, with a name server that takes 4 s", "redis.test", "cut", 4_000);
  await measure("the catalog, silent", "catalog.test", "cut");
  await measure("the catalog, reset", "catalog.test", "reset");
  figures.exactly("readiness of the worker in the end", await whyNotReady(worker), "");
  await processes.report(figures, all);
});

faultRow("R17", "A primary of Redis is demoted, and its name leads to another one", async (figures, stage) => {
  const { platen, redis, move } = await startMovable(stage);
  const promoted = await startOwnRedis();
  stage.onEnd(() => promoted.stop());
  const demoted = stage.connectToRedis(redis.url);
  const { gateway, workers } = platen.processes;
  const processes = watchProcesses(platen);
  const caller = await createCaller(platen, "Demoted");
  await caller.ask("The first document, which opens the browser's page");
  const linesBefore = workers[0]?.logs().length ?? 0;
  const answers = await addRecovery(figures, "demoted", {
    platen,
    caller,
    // An address that no machine has.
    harm: () => demoted.replicaof("192.0.2.1", 6_379),
    async move() {
      await delay(3_000);
      await move("redis.test", 0, Number(new URL(promoted.url).port));
    },
  });
  const clients = String(await demoted.client("LIST"));
  const left = clients.split("\n").filter((line) => /user=(gateway|worker) /.test(line)).length;
  figures.exactly("connections that stay at the demoted primary", left, 0);
  const warnings = (workers[0]?.logs() ?? []).slice(linesBefore).filter(({ level }) => level === "warn").length;
  figures.atMost("lines that the worker logged about it", warnings, 60);
  figures.exactly("probes of the gateway and the worker", await whyNotReady(gateway), "");
  await processes.report(figures, answers);
});
