import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, type Platen } from "@platen/testing";
import { createCustomer } from "../load/create-customer.ts";
import { faultRow } from "../runner/fault-row.ts";
import { documentsOf, median, offer, timesOf, type Answer, type Customer } from "../load/send-load.ts";
import { metric } from "../facts/metric.ts";

const perSecond = 10;
/** A worker that keeps its browser and one that replaces it take turns, because the speed of a machine changes. */
const turns = 4;
/** Long enough for the browser to be replaced once or twice. */
const turnMs = 2_500;

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
  await Promise.all([usual, replacing].map(({ customer }) => offer(customer, perSecond, 2_500)));
}, 180_000);

afterAll(() => Promise.all([usual?.platen.stop(), replacing?.platen.stop()]));

async function replaced(): Promise<number> {
  const counts = replacing.platen.processes.workers.map((worker) =>
    metric(worker, "platen_browser_starts_total", /documents/),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** The median of the slowest documents of the turns. */
const slowest = ({ answers }: System) => median(answers.map((turn) => Math.max(...timesOf(turn))));

faultRow("L8", { timeoutMs: 120_000 }, async (figures) => {
  const before = await replaced();
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { customer, answers } of [usual, replacing]) answers.push(await offer(customer, perSecond, turnMs));
  }
  const answers = replacing.answers.flat();

  figures.atLeast("browsers started", (await replaced()) - before, answers.length / 40);
  figures.exactly("answers without a document", answers.length - documentsOf(answers).length, 0);
  figures.atMost(
    `slowest of ${(perSecond * turnMs) / 1_000} documents, median of the turns (bar: twice that without replacement)`,
    slowest(replacing),
    2 * slowest(usual),
    "ms",
  );
});
