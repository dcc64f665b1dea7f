import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, waitFor, type Platen } from "@platen/testing";
import { createCustomer } from "../load/create-customer.ts";
import { faultRow, isLongRun } from "../runner/fault-row.ts";
import {
  documentsOf,
  documentsPerSecond,
  generate,
  keepInFlight,
  offer,
  quantile,
  timesOf,
  type Answer,
  type Customer,
} from "../load/send-load.ts";
import { isIdle } from "../facts/metric.ts";

const deadlineMs = 5_000;
const overloads = isLongRun ? 30 : 4;
const overloadMs = isLongRun ? 20_000 : 6_000;
/** The time until the service works at full rate. */
const risingMs = 500;
/**
 * After each overload the service works on the queue for longer than this. That gives the possible rate right beside the
 * rate under overload, because the speed of a machine changes from minute to minute.
 */
const restMs = 3_500;

/** Three thousand rows from ten digits: small to send, and much work to render. */
const longTable = `<table>{{#three}}{{#ten}}{{#ten}}{{#ten}}
  <tr><td>{{.}}</td><td>Widget, large</td><td>12.50</td></tr>
  {{/ten}}{{/ten}}{{/ten}}{{/three}}</table>`;
const digits = { three: ["A", "B", "C"], ten: "0123456789".split("") };

let platen: Platen;
let customer: Customer;

beforeAll(async () => {
  platen = await startPlaten({
    workers: 1,
    env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000" }, worker: { RENDER_CONCURRENCY: "2" } },
  });
  customer = { ...(await createCustomer(platen, "Flood", longTable, digits)), deadlineMs };
  for (let again = 0; again < 6; again += 1) await Promise.all([generate(customer), generate(customer)]);
}, 180_000);

afterAll(() => platen?.stop());

/** The attempts in the worker's log. */
function attempts() {
  return platen.processes.workers.flatMap((worker) => worker.logs()).filter(({ message }) => message === "document");
}

type Overload = { answers: Answer[]; offered: number; done: number; possible: number; idleAfterMs: number };

/** Sends `perSecond` requests for a while and waits until the queue is empty. */
async function overload(perSecond: number): Promise<Overload> {
  const startedAt = performance.now();
  const endsAt = startedAt + overloadMs;
  const answers = await offer(customer, perSecond, overloadMs);
  const answeredAt = performance.now();
  await waitFor(() => isIdle(platen.processes.gateway), { timeoutMs: 30_000, describe: "the queue to be empty" });
  return {
    answers,
    offered: (1_000 * answers.length) / overloadMs,
    done: documentsPerSecond(answers, startedAt + risingMs, endsAt),
    possible: documentsPerSecond(answers, endsAt, endsAt + restMs),
    idleAfterMs: performance.now() - answeredAt,
  };
}

faultRow("L2", { timeoutMs: overloads * 60_000 }, async (figures) => {
  // As many at once as the worker prints at once: nothing waits, so the gateway has no rate before the first overload.
  let { perSecond: possible } = await keepInFlight(customer, 2, 3_000);
  const rounds: Overload[] = [];
  for (let round = 0; round < overloads; round += 1) {
    const measured = await overload(5 * possible);
    rounds.push(measured);
    ({ possible } = measured);
  }

  const sum = (of: (round: Overload) => number) => rounds.reduce((total, round) => total + of(round), 0);
  const allPossible = sum((round) => round.possible);
  const answers = rounds.flatMap((round) => round.answers);
  const refused = answers.filter(({ status }) => status === 503);
  const accepted = answers.filter(({ status }) => status !== 503);
  const tooLate = accepted.filter(({ status }) => status === 504);
  const rates = rounds.map((round) => `${round.done.toFixed(1)} of ${round.possible.toFixed(1)}`).join(", ");
  figures.isTrue("documents/s, of the possible rate", true, rates);
  figures.atLeast("requests sent, of the possible rate", sum(({ offered }) => offered) / allPossible, 4.5, "×");
  figures.atLeast(
    "documents under overload, of the possible rate",
    (100 * sum(({ done }) => done)) / allPossible,
    90,
    "%",
  );
  // A 504 is no document, even an early one.
  const acceptedMs = accepted.map(({ status, tookMs }) => (status === 504 ? Infinity : tookMs));
  figures.atMost("p95 of accepted requests", quantile(acceptedMs, 0.95), deadlineMs, "ms");
  figures.atMost("p95 of refusals", quantile(timesOf(refused), 0.95), 100, "ms");
  figures.exactly("refusals without Retry-After", refused.filter((answer) => answer.retryAfterSeconds < 1).length, 0);
  const others = accepted.length - documentsOf(accepted).length - tooLate.length;
  figures.exactly("accepted requests answered with neither a document nor 504", others, 0);
  figures.atLeast("attempts in the worker's log", attempts().length, documentsOf(answers).length);
  const inVain = attempts().filter((line) => Number(line["queueMs"]) >= deadlineMs && line["failureStage"] !== "queue");
  figures.exactly("documents rendered after their deadline", inVain.length, 0);
  figures.atMost("queue empty after", Math.max(...rounds.map(({ idleAfterMs }) => idleAfterMs)), 5_000, "ms");
});
