import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, waitFor, type Platen } from "@platen/testing";
import { createCustomer } from "../load/create-customer.ts";
import { faultRow } from "../runner/fault-row.ts";
import { keepInFlight, type Customer } from "../load/send-load.ts";
import { createSlowReader, openSlowClients } from "../harms/slow-clients.ts";

let platen: Platen;
let customer: Customer;
let reader: Customer;

beforeAll(async () => {
  platen = await startPlaten({ workers: 1 });
  customer = await createCustomer(platen, "Other", "<p>Hello {{name}}</p>", { name: "Ada" });
  reader = await createSlowReader(platen);
  // A warm-up: hundreds of requests at once are not the first requests.
  await keepInFlight(customer, 1, 2_000);
}, 180_000);

afterAll(() => platen?.stop());

/** The times after which the gateway cut off callers who had not read their answer. */
function cutAfterMs(): number[] {
  return platen.processes.gateway
    .logs()
    .filter((line) => line["hungUp"] === true && line["status"] === 200)
    .map((line) => Number(line["durationMs"]));
}

faultRow("L9", { timeoutMs: 180_000 }, async (figures) => {
  const slowClients = openSlowClients(platen.baseUrl, customer, reader);
  await waitFor(() => cutAfterMs().length >= 50, {
    timeoutMs: 80_000,
    intervalMs: 500,
    describe: "the end of the slow readers",
  }).catch(() => undefined);
  const cut = cutAfterMs();
  const ended = { heads: slowClients.heads.endedAfterMs(), bodies: slowClients.bodies.endedAfterMs() };
  slowClients.close();

  figures.exactly("of 500 connections that send a line of their head per second, closed", ended.heads.length, 500);
  figures.atMost("the last of the 500 after", Math.max(...ended.heads) / 1_000, 15, "s");
  figures.exactly("of 50 that send a byte of their body per second, closed", ended.bodies.length, 50);
  figures.atMost("the last of the 50 after", Math.max(...ended.bodies) / 1_000, 36, "s");
  figures.exactly("of 50 that read their document slowly or not at all, cut off", cut.length, 50);
  figures.atLeast("the first of the slow readers after", Math.min(...cut) / 1_000, 60, "s");
  figures.atMost("the last of the slow readers after", Math.max(...cut) / 1_000, 65, "s");
});
