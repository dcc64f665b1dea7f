import { readdir } from "node:fs/promises";
import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, waitFor, type Platen } from "@platen/testing";
import { createCustomer, tableData, tableHtml } from "../customers.ts";
import { faultRow, isLongRun } from "../fault-row.ts";
import { documentsOf, generate, type Answer, type Customer } from "../load.ts";
import { isIdle } from "../metrics.ts";
import { memoryBelow, memoryOf, openFilesOf, zombiesBelow } from "../process-facts.ts";

const lanes = 4;
/** Until the services hold what they keep for documents of these kinds. */
const warmUp = isLongRun ? 3_000 : 1_500;
const measured = isLongRun ? { documents: Infinity, ms: 30 * 60_000 } : { documents: 600, ms: Infinity };

let platen: Platen;
let customers: Customer[];

beforeAll(async () => {
  platen = await startPlaten({
    workers: 1,
    env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000" }, worker: { RENDER_CONCURRENCY: "2" } },
  });
  customers = [
    await createCustomer(platen, "Invoices", "<h1>Invoice {{number}}</h1><p>Thank you</p>", { number: 1 }),
    await createCustomer(platen, "Tables", tableHtml, tableData),
    await createCustomer(platen, "Tagged", tableHtml, { rows: tableData.rows.slice(0, 100) }, { tagged: true }),
    await createCustomer(
      platen,
      "Scripts",
      "<p></p><script>document.querySelector('p').textContent = 'drawn'</script>",
      {},
      { javascript: true },
    ),
  ];
}, 180_000);

afterAll(() => platen?.stop());

/** Asks for documents of all kinds in turn, of the quick ones more; gives how many were no document. */
async function renderUntil(isEnough: (count: number) => boolean): Promise<number> {
  const kinds = [0, 0, 0, 1, 0, 0, 2, 0, 0, 3];
  let count = 0;
  let failed = 0;
  const lane = async () => {
    while (!isEnough(count)) {
      const customer = customers[kinds[count % kinds.length] ?? 0];
      count += 1;
      const answers: Answer[] = customer ? [await generate(customer)] : [];
      failed += answers.length - documentsOf(answers).length;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return failed;
}

type Usage = Record<"worker" | "gateway" | "browser" | "files" | "zombies" | "folders", number>;

/** What the services hold when nothing is under way. */
async function usage(): Promise<Usage> {
  const { gateway, workers } = platen.processes;
  const [worker] = workers;
  if (!worker) throw new Error("no worker");
  await waitFor(() => isIdle(gateway), { timeoutMs: 10_000, describe: "the queue to be empty" });
  // A page that closes ends its process, which its parent then lets go; what is still there after that counts.
  const areGone = async () => (await zombiesBelow(worker.pid)) === 0;
  await waitFor(areGone, { timeoutMs: 5_000, describe: "processes that have ended to be gone" }).catch(() => undefined);
  return {
    worker: await memoryOf(worker.pid),
    gateway: await memoryOf(gateway.pid),
    browser: await memoryBelow(worker.pid),
    files: (await openFilesOf(worker.pid)) + (await openFilesOf(gateway.pid)),
    zombies: await zombiesBelow(worker.pid),
    folders: (await readdir(worker.env["WORK_DIR"] ?? "/", { recursive: true })).filter((name) =>
      /profile-\d+$/.test(name),
    ).length,
  };
}

const warnings = () =>
  [platen.processes.gateway, ...platen.processes.workers].filter((service) =>
    /MaxListenersExceeded/.test(service.output()),
  ).length;

const title = isLongRun ? "Half an hour of documents of all kinds" : "600 documents of all kinds";
faultRow("L6", title, { timeoutMs: 45 * 60_000 }, async (figures) => {
  const failedWarming = await renderUntil((count) => count >= warmUp);
  const before = await usage();
  const endsAt = performance.now() + measured.ms;
  const failed = await renderUntil((count) => count >= measured.documents || performance.now() > endsAt);
  const after = await usage();

  figures.exactly("answers that are no document", failedWarming + failed, 0);
  for (const [what, key] of [
    ["the worker's memory", "worker"],
    ["the gateway's memory", "gateway"],
    ["the browser's memory", "browser"],
  ] as const) {
    figures.atMost(`${what} grows by`, (100 * (after[key] - before[key])) / before[key], 10, "%");
  }
  figures.atMost("more open files and sockets of both", after.files - before.files, 0);
  figures.exactly("processes that have ended and are still there", after.zombies, 0);
  figures.atMost("more folders of browsers", after.folders - before.folders, 0);
  figures.exactly("services that warned of too many listeners", warnings(), 0);
});
