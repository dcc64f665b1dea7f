import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, type Platen } from "@platen/testing";
import { createCustomer } from "../load/create-customer.ts";
import { faultRow } from "../runner/fault-row.ts";
import { documentsOf, keepInFlight, median, quantile, timesOf, type Customer, type Load } from "../load/send-load.ts";
import { createSlowReader, openSlowClients } from "../harms/slow-clients.ts";

/** Turns with and without slow clients alternate, because the speed of a machine changes; the median decides. */
const turns = 3;
const quietMs = 1_500;
/** The time until all slow clients are connected, which is work for the gateway. */
const arrivingMs = 3_000;
/** Together with the arrival shorter than the time limits on slow bodies and slow readers. */
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

/** Asks for documents beside slow clients, and counts the slow bodies that are still connected at the end. */
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
  const arrival = `${p95(...rounds.map(({ arriving }) => arriving)).toFixed(0)} ms (without them ${p95(...quiet).toFixed(0)} ms)`;
  figures.isTrue("p95 of other documents while 825 slow clients connect", true, arrival);
  const there = Math.min(...rounds.map(({ stillThere }) => stillThere));
  figures.exactly("of 50 connections that send a byte of their body per second, still open", there, 50);
  figures.atMost("p95 of other documents, relative to that without slow clients", median(ratios), 1.5, "×");
  figures.exactly("other requests without a document", answers.length - documentsOf(answers).length, 0);
});
