import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, type Platen } from "@platen/testing";
import { createCustomer } from "../customers.ts";
import { faultRow } from "../fault-row.ts";
import { documentsOf, median, offer, quantile, timesOf, type Answer, type Customer } from "../load.ts";
import { metric } from "../metrics.ts";

const perSecond = 10;
/** Turns of a worker that keeps its browser and one that does not: a machine's speed changes from minute to minute. */
const turns = 3;
const turnMs = 5_000;

/** The answers of each turn. */
type System = { platen: Platen; customer: Customer; answers: Answer[][] };
let usual: System;
let replacing: System;

async function start(worker: Record<string, string>): Promise<System> {
  const platen = await startPlaten({ workers: 1, env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000" }, worker } });
  return { platen, customer: await createCustomer(platen, "Steady"), answers: [] };
}

beforeAll(async () => {
  [usual, replacing] = await Promise.all([start({}), start({ BROWSER_MAX_DOCUMENTS: "20" })]);
  for (const { customer } of [usual, replacing]) await offer(customer, perSecond, 2_500);
}, 180_000);

afterAll(() => Promise.all([usual?.platen.stop(), replacing?.platen.stop()]));

async function replaced(): Promise<number> {
  const counts = replacing.platen.processes.workers.map((worker) =>
    metric(worker, "platen_browser_starts_total", /documents/),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

const p99 = ({ answers }: System) => median(answers.map((turn) => quantile(timesOf(turn), 0.99)));

faultRow("L8", "The browser is replaced after every 20 documents", { timeoutMs: 120_000 }, async (figures) => {
  const before = await replaced();
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { customer, answers } of [usual, replacing]) answers.push(await offer(customer, perSecond, turnMs));
  }
  const answers = replacing.answers.flat();

  figures.atLeast("browsers started in the meantime", (await replaced()) - before, answers.length / 40);
  figures.exactly("answers that are no document", answers.length - documentsOf(answers).length, 0);
  figures.atMost(
    "99 % of a turn's documents after, in half of the turns (bar: twice the time without)",
    p99(replacing),
    2 * p99(usual),
    "ms",
  );
});
