import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, type Platen } from "@platen/testing";
import { createCustomer, tableData, tableHtml } from "../load/create-customer.ts";
import { faultRow } from "../runner/fault-row.ts";
import {
  documentsOf,
  documentsPerSecond,
  generate,
  keepInFlight,
  median,
  offer,
  quantile,
  timesOf,
  type Answer,
  type Customer,
} from "../load/send-load.ts";

/** While the flood goes on the quiet projects come and go, for a machine's speed changes from minute to minute. */
const turns = 5;
const turnMs = 2_500;
/** Before the flood, and after it. */
const peaceMs = 5_000;
/** Until all documents of the flood wait. */
const risingMs = 2_000;
const floodMs = risingMs + 2 * turns * turnMs;

/** A few pages, so that what the quiet projects are given is little of what even a slow machine can do. */
const data = { rows: tableData.rows.slice(0, 250) };

let platen: Platen;
let flooding: Customer;
let quiet: Customer[];

beforeAll(async () => {
  platen = await startPlaten({
    workers: 1,
    env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000" }, worker: { RENDER_CONCURRENCY: "2" } },
  });
  flooding = await createCustomer(platen, "Flooding", tableHtml, data);
  quiet = [];
  for (const name of ["Quiet", "Also quiet", "Quiet too"]) {
    quiet.push(await createCustomer(platen, name, tableHtml, data));
  }
  for (let again = 0; again < 10; again += 1) await Promise.all([flooding, ...quiet].map(generate));
}, 180_000);

afterAll(() => platen?.stop());

/** Each quiet project asks once a second, not all at the same time. */
async function askQuietly(ms: number): Promise<Answer[]> {
  const asking = quiet.map(async (customer, index) => {
    await delay((1_000 * index) / quiet.length);
    return offer(customer, 1, ms - 1_000);
  });
  return (await Promise.all(asking)).flat();
}

faultRow("L3", { timeoutMs: 180_000 }, async (figures) => {
  const inPeace = await askQuietly(peaceMs);
  const flood = keepInFlight(flooding, 200, floodMs);
  await delay(risingMs);
  const beside: Answer[] = [];
  const ends: number[] = [performance.now()];
  for (let turn = 0; turn < turns; turn += 1) {
    await delay(turnMs);
    ends.push(performance.now());
    beside.push(...(await askQuietly(turnMs)));
    ends.push(performance.now());
  }
  const flooded = documentsOf((await flood).answers);
  inPeace.push(...(await askQuietly(peaceMs)));

  /** What the flooding project got in its turns alone, or in those beside the others. */
  const perSecond = (first: number) => {
    const rates: number[] = [];
    for (let turn = first; turn < 2 * turns; turn += 2) {
      rates.push(documentsPerSecond(flooded, ends[turn] ?? 0, ends[turn + 1] ?? 0));
    }
    return rates.reduce((sum, rate) => sum + rate, 0) / turns;
  };
  const [alone, shared] = [perSecond(0), perSecond(1)];
  const render = quantile(
    flooded.map(({ renderMs }) => renderMs),
    0.95,
  );
  const halves = [inPeace, beside].map((answers) => median(timesOf(answers)).toFixed(0)).join(" and ");
  const rates = `alone ${alone.toFixed(1)}/s, then ${shared.toFixed(1)}/s`;
  figures.isTrue(
    "half of the quiet projects' documents, in peace and beside the flood, after",
    true,
    `${halves} ms (render ${render.toFixed(0)} ms; ${rates})`,
  );
  figures.exactly("the quiet projects' answers that are no document", beside.length - documentsOf(beside).length, 0);
  figures.atMost(
    `95 % of their ${beside.length} documents after (bar: twice their time in peace, and one render)`,
    quantile(timesOf(beside), 0.95),
    2 * quantile(timesOf(inPeace), 0.95) + render,
    "ms",
  );
  figures.atLeast("the flooding project's share of what it has alone", (100 * shared) / alone, 80, "%");
});
