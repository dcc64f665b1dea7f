import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, type Platen } from "@platen/testing";
import { createCustomer } from "../customers.ts";
import { faultRow } from "../fault-row.ts";
import { documentsOf, keepInFlight, quantile, timesOf, type Customer, type Load } from "../load.ts";
import { createSlowReader, openSlowClients } from "../slow-clients.ts";

/** Shorter than it takes until those who send their body slowly, or do not take their answer, are cut off. */
const measuredMs = 10_000;
/** Before it, and after it: a machine's speed changes from moment to moment. */
const quietMs = 3_000;

let platen: Platen;
let customer: Customer;
let reader: Customer;

beforeAll(async () => {
  platen = await startPlaten({ workers: 1, env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000" } } });
  customer = await createCustomer(platen, "Other", "<p>Hello {{name}}</p>", { name: "Ada" });
  reader = await createSlowReader(platen);
  await keepInFlight(customer, 1, 2_000);
}, 180_000);

afterAll(() => platen?.stop());

const p95 = (...loads: Load[]) =>
  quantile(
    loads.flatMap(({ answers }) => timesOf(answers)),
    0.95,
  );

faultRow("L9", "Others beside slow clients", { timeoutMs: 180_000 }, async (figures) => {
  const before = await keepInFlight(customer, 1, quietMs);
  const slowClients = openSlowClients(platen.baseUrl, customer, reader);
  const beside = await keepInFlight(customer, 1, measuredMs);
  const stillThere = slowClients.bodies.openCount();
  slowClients.close();
  const after = await keepInFlight(customer, 1, quietMs);

  figures.exactly("of 50 connections that send their body a byte a second, there all the while", stillThere, 50);
  figures.atMost("95 % of others' documents, beside those in quiet", p95(beside) / p95(before, after), 1.5, "×");
  const without = beside.answers.length - documentsOf(beside.answers).length;
  figures.exactly("others' requests without a document", without, 0);
});
