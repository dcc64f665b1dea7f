import { setTimeout as delay } from "node:timers/promises";
import { waitFor } from "@platen/testing";
import { isIdle } from "../../facts/metric.ts";
import { askSteadily, createCaller, keepAsking, type Answer } from "../../load/caller.ts";
import { documentsOf, documentsPerSecond, quantile, timesOf } from "../../load/times.ts";
import { faultRow } from "../../runner/fault-row.ts";

const deadlineMs = 5_000;
const overloads = 4;
const overloadMs = 6_000;
/** The time until the service works at full rate. */
const risingMs = 500;
/**
 * After each overload the service works on the queue for longer than this. That gives the possible rate right beside the
 * rate under overload, because the speed of a machine changes from minute to minute.
 */
const restMs = 3_500;

/** Three thousand rows from ten digits: small to send, and much work to render. */
const longTable = `{{marker}}<table>{{#three}}{{#ten}}{{#ten}}{{#ten}}
  <tr><td>{{.}}</td><td>Widget, large</td><td>12.50</td></tr>
  {{/ten}}{{/ten}}{{/ten}}{{/three}}</table>`;
const data = { three: ["A", "B", "C"], ten: "0123456789".split("") };

type Overload = { answers: Answer[]; offered: number; done: number; possible: number; idleAfterMs: number };

faultRow("L2", "Five times the load that the service can bear", async (figures, stage) => {
  const platen = await stage.startPlaten({
    env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000" }, worker: { RENDER_CONCURRENCY: "2" } },
  });
  const { gateway, workers } = platen.processes;
  const caller = await createCaller(platen, "Flood", longTable);
  const headers = { "platen-deadline-ms": String(deadlineMs) };
  const ask = (number: number) => caller.ask(`document ${number}`, { data, headers });

  /** Sends requests at a rate for a while, and waits until the queue is empty. */
  async function overload(perSecond: number): Promise<Overload> {
    const startedAt = performance.now();
    const load = askSteadily(perSecond, ask);
    await delay(overloadMs);
    const endsAt = performance.now();
    const answers = await load.stop();
    const answeredAt = performance.now();
    await waitFor(() => isIdle(gateway), { timeoutMs: 30_000, describe: "an empty queue" });
    return {
      answers,
      offered: (1_000 * answers.length) / (endsAt - startedAt),
      done: documentsPerSecond(answers, startedAt + risingMs, endsAt),
      possible: documentsPerSecond(answers, endsAt, endsAt + restMs),
      idleAfterMs: performance.now() - answeredAt,
    };
  }

  // As many at once as the worker prints at once: nothing waits, so the gateway has no rate before the first overload.
  await keepAsking(2, 2_000, ask);
  let possible = documentsOf(await keepAsking(2, 3_000, ask)).length / 3;
  const rounds: Overload[] = [];
  while (rounds.length < overloads) {
    const round = await overload(5 * possible);
    rounds.push(round);
    ({ possible } = round);
  }

  const sum = (of: (round: Overload) => number) => rounds.reduce((total, round) => total + of(round), 0);
  const allPossible = sum((round) => round.possible);
  const answers = rounds.flatMap((round) => round.answers);
  const refused = answers.filter(({ status }) => status === 503);
  const accepted = answers.filter(({ status }) => status !== 503);
  const rates = rounds.map((round) => `${round.done.toFixed(1)} of ${round.possible.toFixed(1)}`).join(", ");
  figures.isTrue("documents/s, of the possible rate", true, rates);
  figures.atLeast("requests sent, of the possible rate", sum(({ offered }) => offered) / allPossible, 4.5, "×");
  const share = (100 * sum(({ done }) => done)) / allPossible;
  figures.atLeast("documents under overload, of the possible rate", share, 90, "%");
  // A 504 is no document, even an early one.
  const acceptedMs = timesOf(accepted).map((tookMs, index) => (accepted[index]?.status === 504 ? Infinity : tookMs));
  figures.atMost("p95 of accepted requests", quantile(acceptedMs, 0.95), deadlineMs, "ms");
  figures.atMost("p95 of refusals", quantile(timesOf(refused), 0.95), 100, "ms");
  const withoutTime = refused.filter(({ retryAfter }) => !(Number(retryAfter) >= 1));
  figures.exactly("refusals without Retry-After", withoutTime.length, 0);
  const others = accepted.filter(({ status }) => status !== 200 && status !== 504);
  figures.exactly("accepted requests answered with neither a document nor 504", others.length, 0);
  const attempts = workers.flatMap((worker) => worker.logs()).filter(({ message }) => message === "document");
  figures.atLeast("attempts in the worker's log", attempts.length, documentsOf(answers).length);
  const inVain = attempts.filter((line) => Number(line["queueMs"]) >= deadlineMs && line["failureStage"] !== "queue");
  figures.exactly("documents rendered after their deadline", inVain.length, 0);
  figures.atMost("queue empty after", Math.max(...rounds.map(({ idleAfterMs }) => idleAfterMs)), 5_000, "ms");
});
