import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { RunningService } from "@platen/testing";
import { watchProcesses } from "../facts/process-watch.ts";
import { startTcpProxy, type NetworkState, type TcpProxy } from "../harms/tcp-proxy.ts";
import {
  askAtOnce,
  askSteadily,
  countStatuses,
  createCaller,
  slowest,
  untilAnswered,
  type Answer,
} from "../load/caller.ts";
import { faultRow } from "../runner/fault-row.ts";

const deadlineMs = 3_000;
const badForMs = 6_000;
const perSecond = 3;

const states: { state: NetworkState; what: string }[] = [
  { state: "cut", what: "cut" },
  { state: "late", what: "300 ms late" },
  { state: "trickle", what: "1 byte a second" },
  { state: "reset", what: "reset" },
];

faultRow("R14", "The network between a gateway and Redis fails", async (figures, stage) => {
  const proxies: TcpProxy[] = [];
  stage.onEnd(() => proxies.map((proxy) => proxy.close()));
  const platen = await stage.startPlaten();
  const processes = watchProcesses(platen);
  const caller = await createCaller(platen, "Network to Redis");
  await caller.ask("The first document, which opens the browser's page");
  const all: Answer[] = [];

  async function measure(gateway: RunningService, proxy: TcpProxy, { state, what }: (typeof states)[number]) {
    /** Every other request has an Idempotency-Key, which needs more commands of Redis. */
    const ask = (marker: string, number: number) =>
      caller.ask(`${what} ${marker} ${number}`, {
        baseUrl: gateway.url,
        headers: {
          "platen-deadline-ms": String(deadlineMs),
          ...(number % 2 !== 0 && { "idempotency-key": randomUUID() }),
        },
        patienceMs: 4 * deadlineMs,
      });
    const load = askSteadily(perSecond, (number) => ask("while bad", number));
    proxy.set(state);
    await delay(badForMs);
    proxy.set("healthy");
    const repairedAt = performance.now();
    const whileBad = load.stop();
    let number = 0;
    const firstAt = await untilAnswered(() => ask("repaired", (number += 1)), 20_000);
    const answers = await whileBad;
    const unanswered = answers.filter(({ status }) => typeof status !== "number").length;
    figures.exactly(`${what}: requests without an answer (${countStatuses(answers)})`, unanswered, 0);
    const most = deadlineMs / 1_000 + 2;
    figures.atMost(`${what}: the slowest answer, with a deadline of 3 s`, slowest(answers) / 1_000, most, "s");
    figures.atMost(`${what}: first document after the repair`, (firstAt - repairedAt) / 1_000, 10, "s");
    const after = await askAtOnce(8, (index) => ask("after", index));
    figures.exactly(`${what}: answers after that one`, countStatuses(after), "200: 8");
    all.push(...answers, ...after);
  }

  const harms: (() => Promise<void>)[] = [];
  for (const state of states) {
    const redis = new URL(platen.redisUrl);
    const proxy = await startTcpProxy(Number(redis.port));
    proxies.push(proxy);
    redis.host = `127.0.0.1:${proxy.port}`;
    const gateway = await platen.startGateway({ REDIS_URL: redis.href });
    harms.push(() => measure(gateway, proxy, state));
  }
  await Promise.all(harms.map((harm) => harm()));
  await processes.report(figures, all);
});
