import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, type Platen } from "@platen/testing";
import { createCustomer } from "../load/create-customer.ts";
import { faultRow } from "../runner/fault-row.ts";
import { documentsOf, keepInFlight, median, quantile, timesOf, type Customer, type Load } from "../load/send-load.ts";
import { createSlowReader, openSlowClients } from "../harms/slow-clients.ts";

/** Quiet and slow clients take turns, for a machine's speed changes from moment to moment; half of the turns decide. */
const turns = 3;
const quietMs = 1_500;
/** Until all slow clients are there: so many at once are work, be they slow or not. */
const arrivingMs = 3_000;
/** With their arrival less than it takes until those who send their body slowly, or take no answer, are cut off. */
const besideMs = 3_500;

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

/** One caller's documents beside slow clients, and how many of those who send their body slowly were there till the end. */
async function askBeside(): Promise<{ arriving: Load; beside: Load; stillThere: number }> {
  const slowClients = openSlowClients(platen.baseUrl, customer, reader);
  const arriving = await keepInFlight(customer, 1, arrivingMs);
  const beside = await keepInFlight(customer, 1, besideMs);
  const stillThere = slowClients.bodies.openCount();
  slowClients.close();
  return { arriving, beside, stillThere };
}

faultRow("L9", { timeoutMs: 180_000 }, async (figures) => {
  const quiet = [await keepInFlight(customer, 1, quietMs)];
  const rounds: Awaited<ReturnType<typeof askBeside>>[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    rounds.push(await askBeside());
    quiet.push(await keepInFlight(customer, 1, quietMs));
  }

  const answers = rounds.flatMap(({ arriving, beside }) => [...arriving.answers, ...beside.answers]);
  const ratios = rounds.map(({ beside }, turn) => p95(beside) / p95(...quiet.slice(turn, turn + 2)));
  const arrival = `${p95(...rounds.map(({ arriving }) => arriving)).toFixed(0)} ms (in quiet ${p95(...quiet).toFixed(0)} ms)`;
  figures.isTrue("95 % of others' documents while 825 slow clients come", true, arrival);
  const there = Math.min(...rounds.map(({ stillThere }) => stillThere));
  figures.exactly("of 50 connections that send their body a byte a second, there all the while", there, 50);
  figures.atMost("95 % of others' documents, beside those in quiet", median(ratios), 1.5, "×");
  figures.exactly("others' requests without a document", answers.length - documentsOf(answers).length, 0);
});
