import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, type Platen, type RunningService } from "@platen/testing";
import {
  askSteadily,
  countStatuses,
  createCaller,
  slowest,
  untilAnswered,
  type Answer,
  type Caller,
} from "../load/caller.ts";
import { faultRow } from "../runner/fault-row.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { startTcpProxy, type NetworkState, type TcpProxy } from "../harms/tcp-proxy.ts";

const deadlineMs = 3_000;
const badForMs = 6_000;
const perSecond = 3;

let platen: Platen;
let proxy: TcpProxy;
let gateway: RunningService;
let caller: Caller;

beforeAll(async () => {
  platen = await startPlaten();
  const redis = new URL(platen.redisUrl);
  proxy = await startTcpProxy(Number(redis.port));
  redis.host = `127.0.0.1:${proxy.port}`;
  gateway = await platen.startGateway({ REDIS_URL: redis.href });
  caller = await createCaller(platen, "Network to Redis", "<p>{{marker}}</p>");
  await caller.ask("The first document, which opens the browser's page");
}, 120_000);

afterAll(async () => {
  proxy?.set("healthy");
  await platen?.stop();
  proxy?.close();
}, 60_000);

/** Every other request has an Idempotency-Key, which needs more commands of Redis. */
function ask(marker: string, number: number): Promise<Answer> {
  const key: Record<string, string> = number % 2 === 0 ? {} : { "idempotency-key": randomUUID() };
  return caller.ask(marker, {
    baseUrl: gateway.url,
    headers: { "platen-deadline-ms": String(deadlineMs), ...key },
    patienceMs: 4 * deadlineMs,
  });
}

const states: { state: NetworkState; what: string }[] = [
  { state: "cut", what: "cut" },
  { state: "late", what: "300 ms late" },
  { state: "trickle", what: "1 byte a second" },
  { state: "reset", what: "reset" },
];

faultRow("R14", { timeoutMs: 150_000 }, async (figures) => {
  const processes = watchProcesses(platen);
  for (const { state, what } of states) {
    const load = askSteadily(perSecond, (number) => ask(`${what} ${number}`, number));
    proxy.set(state);
    await delay(badForMs);
    proxy.set("healthy");
    const repairedAt = performance.now();
    const answersWhileBad = load.stop();
    let number = 0;
    const firstAt = await untilAnswered(() => ask(`${what}, repaired ${(number += 1)}`, number), 20_000);
    const answers = await answersWhileBad;
    const unanswered = answers.filter(({ status }) => typeof status !== "number").length;
    figures.exactly(`${what}: requests without an answer (${countStatuses(answers)})`, unanswered, 0);
    figures.atMost(
      `${what}: the slowest answer, with a deadline of 3 s`,
      slowest(answers) / 1_000,
      deadlineMs / 1_000 + 2,
      "s",
    );
    figures.atMost(`${what}: first document after the repair`, (firstAt - repairedAt) / 1_000, 10, "s");
    const after = await Promise.all(Array.from({ length: 8 }, (_, index) => ask(`${what}, after ${index}`, index)));
    figures.exactly(`${what}: answers after that one`, countStatuses(after), "200: 8");
  }
  figures.exactly("processes that died", processes.deaths(), 0);
  figures.exactly("uncaught errors and rejections", processes.uncaught(), 0);
});
