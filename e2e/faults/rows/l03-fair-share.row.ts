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

/** The quiet projects pause several times during the flood, because the speed of a machine changes. */
const turns = 5;
const turnMs = 2_500;
/** The time of the quiet projects alone, before the flood and after it. */
const quietMs = 5_000;
/** The time until all documents of the flood wait. */
const risingMs = 2_000;
const floodMs = risingMs + 2 * turns * turnMs;

/** A few pages, so that the quiet projects take a small part of even a slow machine. */
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

/** Each quiet project asks once a second, at different moments. */
async function askQuietly(ms: number): Promise<Answer[]> {
  const asking = quiet.map(async (customer, index) => {
    await delay((1_000 * index) / quiet.length);
    return offer(customer, 1, ms - 1_000);
  });
  return (await Promise.all(asking)).flat();
}

faultRow("L3", { timeoutMs: 180_000 }, async (figures) => {
  const inQuiet = await askQuietly(quietMs);
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
  inQuiet.push(...(await askQuietly(quietMs)));

  /** The rate of the flooding project, in the turns alone or in the turns beside the others. */
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
  const halves = [inQuiet, beside].map((answers) => median(timesOf(answers)).toFixed(0)).join(" and ");
  const rates = `alone ${alone.toFixed(1)}/s, then ${shared.toFixed(1)}/s`;
  figures.isTrue(
    "median time of the quiet projects, alone and beside the flood",
    true,
    `${halves} ms (render ${render.toFixed(0)} ms; ${rates})`,
  );
  figures.exactly("the quiet projects' answers without a document", beside.length - documentsOf(beside).length, 0);
  figures.atMost(
    `p95 of their ${beside.length} documents (bar: twice the p95 alone, and one render)`,
    quantile(timesOf(beside), 0.95),
    2 * quantile(timesOf(inQuiet), 0.95) + render,
    "ms",
  );
  figures.atLeast("the flooding project's rate, of its rate alone", (100 * shared) / alone, 80, "%");
});
