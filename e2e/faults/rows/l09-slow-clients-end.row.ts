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
  // Else hundreds of requests at once are the first that the services see.
  await keepInFlight(customer, 1, 2_000);
}, 180_000);

afterAll(() => platen?.stop());

/** After how long the gateway saw callers go who had not taken all of their answer. */
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
    describe: "the slow readers to be cut off",
  }).catch(() => undefined);
  const cut = cutAfterMs();
  const ended = { loris: slowClients.loris.endedAfterMs(), bodies: slowClients.bodies.endedAfterMs() };
  slowClients.close();

  figures.exactly("of 500 connections that send their header a line a second, ended", ended.loris.length, 500);
  figures.atMost("the last of them after", Math.max(...ended.loris) / 1_000, 15, "s");
  figures.exactly("of 50 that send their body a byte a second, ended", ended.bodies.length, 50);
  figures.atMost("the last of them after", Math.max(...ended.bodies) / 1_000, 36, "s");
  figures.exactly("of 50 that do not take their document, or by sips, cut off", cut.length, 50);
  figures.atLeast("the first of them after", Math.min(...cut) / 1_000, 60, "s");
  figures.atMost("the last of them after", Math.max(...cut) / 1_000, 65, "s");
});
