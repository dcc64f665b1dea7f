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
/** Until as many documents come as can be done. */
const risingMs = 500;
/**
 * After each overload what then waits is done without it, for longer than this: what can be done is measured right
 * beside what is done, for a machine's speed changes from minute to minute.
 */
const restMs = 3_500;

/** Three thousand rows from ten digits: the work is in rendering them, not in sending, reading and refusing them. */
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

/** The worker's attempts at documents, as it logged them. */
function attempts() {
  return platen.processes.workers.flatMap((worker) => worker.logs()).filter(({ message }) => message === "document");
}

type Overload = { answers: Answer[]; offered: number; done: number; possible: number; idleAfterMs: number };

/** Offers so many a second, and waits until nothing of it is left; documents are counted per second. */
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
  // As many at once as are printed at once: nothing waits, and of the first overload the gateway knows no rate.
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
  figures.isTrue("documents a second, of what can be done", true, rates);
  figures.atLeast("offered, of what can be done", sum(({ offered }) => offered) / allPossible, 4.5, "×");
  figures.atLeast("done while it is offered", (100 * sum(({ done }) => done)) / allPossible, 90, "%");
  // Whoever is told that it took too long, be it early, has no document.
  const acceptedMs = accepted.map(({ status, tookMs }) => (status === 504 ? Infinity : tookMs));
  figures.atMost("95 % of what was accepted is a document after", quantile(acceptedMs, 0.95), deadlineMs, "ms");
  figures.atMost("95 % of the refusals after", quantile(timesOf(refused), 0.95), 100, "ms");
  figures.exactly("refusals without Retry-After", refused.filter((answer) => answer.retryAfterSeconds < 1).length, 0);
  const others = accepted.length - documentsOf(accepted).length - tooLate.length;
  figures.exactly("accepted and answered with neither a document nor 504", others, 0);
  figures.atLeast("attempts that the worker logged", attempts().length, documentsOf(answers).length);
  const inVain = attempts().filter((line) => Number(line["queueMs"]) >= deadlineMs && line["failureStage"] !== "queue");
  figures.exactly("rendered for callers whose time was up", inVain.length, 0);
  figures.atMost("idle again after", Math.max(...rounds.map(({ idleAfterMs }) => idleAfterMs)), 5_000, "ms");
});
