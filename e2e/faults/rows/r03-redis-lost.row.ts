import { setTimeout as delay } from "node:timers/promises";
import { freePort, waitFor } from "@platen/testing";
import { documentStates, recordsWithoutEnd } from "../facts/document-records.ts";
import { metric } from "../facts/metric.ts";
import { probesOf, probesOfAll, whyNotReady } from "../facts/probes.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { untilWaiting } from "../facts/queue-view.ts";
import { addQuickRefusals } from "../facts/quick-refusals.ts";
import {
  askAtOnce,
  askConcurrently,
  askSteadily,
  countStatuses,
  createCaller,
  slowest,
  untilAnswered,
} from "../load/caller.ts";
import { slowHtml, taking } from "../load/slow-document.ts";
import { faultRow } from "../runner/fault-row.ts";

/** Longer than a worker's lock lasts. */
const downMs = 11_000;
const waitingAtLeast = 8;
/** Requests at once, slow enough that some documents wait in Redis. */
const burst = 24;
const eachTakesMs = 150;
const deadlineMs = 5_000;
const afterwards = 80;

faultRow("R3", "Redis loses its data, is killed, gets unsafe settings", async (figures, stage) => {
  const durable = { REQUIRE_DURABLE_QUEUE: "1" };
  const { platen, server, redis } = await stage.startPlatenOnOwnRedis({
    workers: 2,
    env: { gateway: durable, worker: durable },
  });
  const processes = watchProcesses(platen);
  const { gateways, workers } = platen.processes;
  const caller = await createCaller(platen, "First", slowHtml);
  /** A project whose documents do not wait for those of the burst. */
  const other = await createCaller(platen, "Second", slowHtml);
  const emptied = await createCaller(platen, "Third", slowHtml);
  await Promise.all([caller, other, emptied].map((each) => each.ask("warm")));

  const headers = { "platen-deadline-ms": String(deadlineMs) };
  const lost = askAtOnce(burst, (number) => emptied.ask(`lost ${number}`, { headers, ...taking(eachTakesMs) }));
  await untilWaiting(redis, waitingAtLeast);
  await redis.flushall();
  // Beside the earlier requests, which still wait for their answers, and after them.
  const callers = [emptied, other] as const;
  const later = await askConcurrently(afterwards, 8, (number) =>
    callers[number % 2 === 0 ? 0 : 1].ask(`later ${number}`),
  );
  const toLost = await lost;
  const definite = toLost.filter(({ status }) => [200, 503, 504].includes(Number(status))).length;
  figures.exactly("emptied: earlier requests answered with a document, 503 or 504", definite, burst);
  // After its deadline and half a second, a document is withdrawn within two.
  figures.atMost("emptied: the slowest of these answers, with a deadline of 5 s", slowest(toLost) / 1_000, 8, "s");
  figures.exactly(`emptied: answers to ${afterwards} later requests`, countStatuses(later), `200: ${afterwards}`);
  const endless = callers.map(({ apiKey }) => recordsWithoutEnd(platen.baseUrl, apiKey, 5_000));
  const withoutEnd = (await Promise.all(endless)).join(" and ");
  figures.exactly("emptied: records still queued or rendering 5 s later, of each project", withoutEnd, "0 and 0");

  const steady = askSteadily(5, (number) => caller.ask(`steady ${number}`));
  const accepted = askAtOnce(burst, (number) => caller.ask(`killed ${number}`, taking(eachTakesMs)));
  await untilWaiting(redis, waitingAtLeast);
  await server.crash();
  const wentAt = performance.now();
  // They are ready when Redis is back.
  const port = String(await freePort());
  const started = Promise.all([platen.startGateway({ MANAGEMENT_PORT: port }), platen.startWorker()]);
  await delay(Math.max(0, wentAt + downMs - performance.now()));
  const probes = await Promise.all([probesOfAll(gateways), probesOfAll(workers)]);
  figures.exactly(
    "down: probes of a gateway started meanwhile",
    await probesOf(`http://127.0.0.1:${port}`),
    "200 200 503",
  );
  figures.exactly(
    "down: probes of the other gateways, and of the workers",
    probes.join(" and "),
    "200 200 200 and 200 200 503",
  );
  const returnsAt = performance.now();
  await server.start();
  const backAt = performance.now();
  await started;
  const goodAt = await untilAnswered(() => other.ask("after it is back"), 30_000);
  const answers = [...(await steady.stop()), ...(await accepted)];
  const duringIt = answers.filter(({ sentAt }) => sentAt > wentAt && sentAt < returnsAt);
  addQuickRefusals(figures, "down", duringIt, 1);
  figures.atMost("down: first document after its return", (goodAt - backAt) / 1_000, 10, "s");
  // A worker looks every 2.5 seconds whether Redis answers.
  const areReady = async () => (await Promise.all([...gateways, ...workers].map(whyNotReady))).join("") === "";
  await waitFor(areReady, { timeoutMs: 30_000, describe: "all processes to be ready again" });
  figures.atMost("down: all processes are ready again", (performance.now() - backAt) / 1_000, 10, "s");
  const unclear = answers.filter(({ status }) => status !== 200 && status !== 503).length;
  figures.exactly("down: requests answered with neither a document nor 503", unclear, 0);
  const states = await documentStates(platen.baseUrl, caller.apiKey);
  figures.exactly("down: accepted documents lost", states.accepted - states.completed, 0);

  /** Changes a setting of Redis. Returns what all gateways then say: whether Redis is safe, their readiness, an answer. */
  async function stateWith(setting: string, value: string, isSafe: 0 | 1): Promise<string> {
    await redis.config("SET", setting, value);
    // Gateways and workers check a Redis at once to which they connect.
    await redis.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    const isSeen = async () => {
      const seen = await Promise.all(gateways.map((gateway) => metric(gateway, "platen_redis_safe")));
      return seen.every((safe) => safe === isSafe);
    };
    const describe = `the gateways to see ${setting} ${value}`;
    const seen = await waitFor(isSeen, { timeoutMs: 20_000, describe }).then(
      () => "seen",
      () => "not seen",
    );
    const reasons = await Promise.all([...gateways, ...workers].map(whyNotReady));
    const { status } = await other.ask(`with ${setting} ${value}`);
    return `${seen}, ${reasons.every((reason) => reason === "") ? "ready" : reasons.join(" ")}, ${status}`;
  }
  const refused = "seen, ready, 503";
  const what = "documents are refused, and all processes stay ready, while Redis";
  figures.exactly(`${what} evicts keys`, await stateWith("maxmemory-policy", "allkeys-lru", 0), refused);
  await stateWith("maxmemory-policy", "noeviction", 1);
  figures.exactly(`${what} keeps no log`, await stateWith("appendonly", "no", 0), refused);
  figures.exactly(
    "and printed with both settings corrected",
    await stateWith("appendonly", "yes", 1),
    "seen, ready, 200",
  );
  await processes.report(figures, [...answers, ...toLost, ...later]);
});
