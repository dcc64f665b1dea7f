import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, type Platen } from "@platen/testing";
import { createCustomer } from "../customers.ts";
import { faultRow } from "../fault-row.ts";
import { documentsOf, generate, keepInFlight, offer, quantile, type Customer } from "../load.ts";

let platen: Platen;
let flooding: Customer;
let quiet: Customer;

beforeAll(async () => {
  platen = await startPlaten({
    workers: 1,
    env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000" }, worker: { RENDER_CONCURRENCY: "2" } },
  });
  [flooding, quiet] = [await createCustomer(platen, "Flooding"), await createCustomer(platen, "Quiet")];
  for (let again = 0; again < 10; again += 1) await Promise.all([generate(flooding), generate(quiet)]);
}, 180_000);

afterAll(() => platen?.stop());

const p95 = (values: number[]) => quantile(values, 0.95);

faultRow("L3", "One project floods, another asks once a second", { timeoutMs: 120_000 }, async (figures) => {
  const alone = await keepInFlight(flooding, 200, 8_000);
  const inPeace = await offer(quiet, 1, 8_000);
  const [flood, beside] = await Promise.all([keepInFlight(flooding, 200, 20_000), offer(quiet, 1, 19_000)]);

  const render = p95(documentsOf(flood.answers).map(({ renderMs }) => renderMs));
  const quietMs = p95(inPeace.map(({ tookMs }) => tookMs));
  figures.isTrue(
    "half of the quiet project's documents, in peace and beside the flood, after",
    true,
    `${quantile(
      inPeace.map(({ tookMs }) => tookMs),
      0.5,
    ).toFixed(0)} and ${quantile(
      beside.map(({ tookMs }) => tookMs),
      0.5,
    ).toFixed(
      0,
    )} ms (render ${render.toFixed(0)} ms; alone ${alone.perSecond.toFixed(1)}/s, then ${flood.perSecond.toFixed(1)}/s)`,
  );
  figures.exactly("the quiet project's answers that are no document", beside.length - documentsOf(beside).length, 0);
  figures.atMost(
    "95 % of the quiet project's documents after (bar: twice its time in peace, and one render)",
    p95(beside.map(({ tookMs }) => tookMs)),
    2 * quietMs + render,
    "ms",
  );
  figures.atLeast(
    "the flooding project's share of what it has alone",
    (100 * flood.perSecond) / alone.perSecond,
    80,
    "%",
  );
});
