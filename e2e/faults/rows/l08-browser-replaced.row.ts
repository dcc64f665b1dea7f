import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, type Platen } from "@platen/testing";
import { createCustomer } from "../customers.ts";
import { faultRow } from "../fault-row.ts";
import { documentsOf, offer, quantile, type Answer, type Customer } from "../load.ts";
import { metric } from "../metrics.ts";

const perSecond = 10;
const ms = 10_000;

let platen: Platen;
let customer: Customer;

beforeAll(async () => {
  platen = await startPlaten({ workers: 1, env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000" } } });
  customer = await createCustomer(platen, "Steady");
  await offer(customer, perSecond, 2_000);
}, 180_000);

afterAll(() => platen?.stop());

const p99 = (answers: readonly Answer[]) =>
  quantile(
    answers.map(({ tookMs }) => tookMs),
    0.99,
  );

faultRow("L8", "The browser is replaced after every 20 documents", { timeoutMs: 120_000 }, async (figures) => {
  const [usual] = platen.processes.workers;
  const inPeace = await offer(customer, perSecond, ms);
  const replacing = await platen.startWorker({ BROWSER_MAX_DOCUMENTS: "20" });
  await usual?.stop();
  await offer(customer, perSecond, 2_000);
  const before = await metric(replacing, "platen_browser_starts_total", /documents/);
  const answers = await offer(customer, perSecond, ms);
  const replaced = (await metric(replacing, "platen_browser_starts_total", /documents/)) - before;

  figures.atLeast("browsers started in the meantime", replaced, answers.length / 20 - 2);
  figures.exactly("answers that are no document", answers.length - documentsOf(answers).length, 0);
  figures.atMost("99 % of the documents after (bar: twice the time without)", p99(answers), 2 * p99(inPeace), "ms");
});
