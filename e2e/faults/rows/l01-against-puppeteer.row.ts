import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, testChromiumPath, type Platen } from "@platen/testing";
import { launch, type Browser } from "puppeteer";
import { createCustomer } from "../load/create-customer.ts";
import { faultRow } from "../runner/fault-row.ts";
import { generate, keepInFlight, median, timesOf, type Customer } from "../load/send-load.ts";

const connections = 8;
const rounds = 3;
const roundMs = 1_500;

const lines = Array.from({ length: 15 }, (_, line) => `<tr><td>${line + 1}</td><td>Widget</td><td>12.50</td></tr>`);
const invoice = `<style>body { font: 10pt sans-serif } td { border-bottom: 1px solid #ccc; padding: 4pt }</style>
  <h1>Invoice 2031</h1><p>Due in thirty days.</p><table>${lines.join("")}</table><p>Total 187.50</p>`;

let platen: Platen;
let customer: Customer;
let browser: Browser;

beforeAll(async () => {
  platen = await startPlaten({
    workers: 2,
    env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000" }, worker: { RENDER_CONCURRENCY: "1" } },
  });
  customer = await createCustomer(platen, "Invoices", invoice, {});
  browser = await launch({ executablePath: await testChromiumPath(), headless: "shell", args: ["--no-sandbox"] });
  for (let again = 0; again < 10; again += 1) {
    await Promise.all([generate(customer), generate(customer), printPlainly(), printPlainly()]);
  }
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await platen?.stop();
});

/** Prints as most programs do, with a new page for each document. */
async function printPlainly(): Promise<number> {
  const startedAt = performance.now();
  const page = await browser.newPage();
  try {
    await page.setContent(invoice);
    await page.pdf({ format: "A4" });
  } finally {
    await page.close();
  }
  return performance.now() - startedAt;
}

/** The documents per second with `count` at once, and their median time. */
async function measurePlain(count: number): Promise<{ perSecond: number; median: number }> {
  const took: number[] = [];
  const startedAt = performance.now();
  const client = async () => {
    while (performance.now() - startedAt < roundMs) took.push(await printPlainly());
  };
  await Promise.all(Array.from({ length: count }, client));
  return { perSecond: (1_000 * took.length) / (performance.now() - startedAt), median: median(took) };
}

async function measurePlaten(count: number): Promise<{ perSecond: number; median: number }> {
  const { answers, perSecond } = await keepInFlight(customer, count, roundMs);
  return {
    perSecond,
    median: median(timesOf(answers)),
  };
}

faultRow("L1", { timeoutMs: 120_000 }, async (figures) => {
  const speeds: number[] = [];
  const added: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [plain, whole] = [await measurePlain(connections), await measurePlaten(connections)];
    const [plainOne, wholeOne] = [await measurePlain(1), await measurePlaten(1)];
    speeds.push((100 * whole.perSecond) / plain.perSecond);
    added.push(wholeOne.median - plainOne.median);
  }
  figures.atLeast(`one-page documents/s at ${connections} connections, of those of the loop`, median(speeds), 80, "%");
  figures.atMost("median time added at 1 connection", median(added), 25, "ms");
});
