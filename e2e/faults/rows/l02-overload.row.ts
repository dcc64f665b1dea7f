import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, waitFor, type Platen } from "@platen/testing";
import { createCustomer, tableHtml } from "../customers.ts";
import { faultRow, isLongRun } from "../fault-row.ts";
import { documentsOf, generate, keepInFlight, offer, quantile, type Customer } from "../load.ts";
import { isIdle, metric } from "../metrics.ts";

const deadlineMs = 5_000;
const offeredMs = isLongRun ? 600_000 : 20_000;

/** So long that rendering it, not asking for it or refusing it, is what the machine is busy with. */
const longTable = { rows: Array.from({ length: 800 }, (_, row) => ({ row })) };

let platen: Platen;
let customer: Customer;

beforeAll(async () => {
  platen = await startPlaten({
    workers: 1,
    env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000" }, worker: { RENDER_CONCURRENCY: "2" } },
  });
  customer = { ...(await createCustomer(platen, "Flood", tableHtml, longTable)), deadlineMs };
  for (let again = 0; again < 10; again += 1) await Promise.all([generate(customer), generate(customer)]);
}, 180_000);

afterAll(() => platen?.stop());

async function rendered(): Promise<number> {
  const { workers } = platen.processes;
  const counts = await Promise.all(workers.map((worker) => metric(worker, "platen_render_attempts_total")));
  return counts.reduce((sum, count) => sum + count, 0);
}

faultRow("L2", "Five times the load that can be borne", { timeoutMs: offeredMs + 100_000 }, async (figures) => {
  const before = await keepInFlight(customer, 8, 6_000);
  const renderedBefore = await rendered();
  const startedAt = performance.now();
  const answers = await offer(customer, before.perSecond * 5, offeredMs);
  const endedAt = performance.now();
  await waitFor(() => isIdle(platen.processes.gateway), { timeoutMs: 30_000, describe: "the queue to be empty" });
  const idleAfterMs = performance.now() - endedAt;
  const renderedInVain = (await rendered()) - renderedBefore - documentsOf(answers).length;
  const after = await keepInFlight(customer, 8, 6_000);

  const capacity = (before.perSecond + after.perSecond) / 2;
  const done = documentsOf(answers);
  const refused = answers.filter(({ status }) => status === 503);
  const goodput = done.length / ((endedAt - startedAt) / 1_000);
  figures.isTrue(
    "documents a second that can be done, before and after",
    true,
    `${before.perSecond.toFixed(1)} and ${after.perSecond.toFixed(1)}`,
  );
  figures.atLeast("offered, of what can be done", answers.length / (offeredMs / 1_000) / capacity, 4.5, "×");
  figures.atLeast("documents in time, of what can be done", (100 * goodput) / capacity, 90, "%");
  figures.atMost(
    "95 % of the documents after",
    quantile(
      done.map(({ tookMs }) => tookMs),
      0.95,
    ),
    deadlineMs,
    "ms",
  );
  figures.atMost(
    "95 % of the refusals after",
    quantile(
      refused.map(({ tookMs }) => tookMs),
      0.95,
    ),
    100,
    "ms",
  );
  figures.exactly("refusals without Retry-After", refused.filter((answer) => answer.retryAfterSeconds < 1).length, 0);
  figures.exactly("answers that are neither", answers.length - done.length - refused.length, 0);
  figures.exactly("rendered for callers whose time was up", renderedInVain, 0);
  figures.atMost("idle again after", idleAfterMs, 5_000, "ms");
});
