import { readdir } from "node:fs/promises";
import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, waitFor, type Platen } from "@platen/testing";
import { createCustomer, tableData, tableHtml } from "../customers.ts";
import { faultRow, isLongRun } from "../fault-row.ts";
import { documentsOf, generate, type Answer, type Customer } from "../load.ts";
import { isIdle } from "../metrics.ts";
import { memoryBelow, memoryOf, openFilesOf, peakWhile, zombiesBelow } from "../process-facts.ts";

const lanes = 4;
/** Until the services hold what they keep for documents of these kinds. */
const warmUp = 3_000;
/** Documents during which memory is watched, before and at the end. */
const compared = 300;
const measured = isLongRun ? { documents: Infinity, ms: 30 * 60_000 } : { documents: 300, ms: Infinity };

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

function processes() {
  const { gateway, workers } = platen.processes;
  const [worker] = workers;
  if (!worker) throw new Error("no worker");
  return { gateway, worker };
}

const memories = {
  worker: () => memoryOf(processes().worker.pid),
  gateway: () => memoryOf(processes().gateway.pid),
  browser: () => memoryBelow(processes().worker.pid),
};
type Memories = Record<keyof typeof memories, number>;

/**
 * Asks for documents and gives the most memory that each held in the meantime: at a single moment it says more of when
 * garbage was last collected than of what stays.
 */
async function renderWatched(isEnough: (count: number) => boolean): Promise<{ failed: number; peaks: Memories }> {
  const browser = await peakWhile(memories.browser, () =>
    peakWhile(memories.gateway, () => peakWhile(memories.worker, () => renderUntil(isEnough))),
  );
  const { peak: gateway, result: worker } = browser.result;
  return { failed: worker.result, peaks: { worker: worker.peak, gateway, browser: browser.peak } };
}

type Left = Record<"files" | "zombies" | "folders", number>;

/** What is there when nothing is under way. */
async function left(): Promise<Left> {
  const { gateway, worker } = processes();
  const names = await readdir(worker.env["WORK_DIR"] ?? "/", { recursive: true });
  return {
    files: (await openFilesOf(worker.pid)) + (await openFilesOf(gateway.pid)),
    zombies: await zombiesBelow(worker.pid),
    folders: names.filter((name) => /profile-\d+$/.test(name)).length,
  };
}

const warnings = () =>
  [platen.processes.gateway, ...platen.processes.workers].filter((service) =>
    /MaxListenersExceeded/.test(service.output()),
  ).length;

const title = isLongRun ? "Half an hour of documents of all kinds" : "600 documents of all kinds";
faultRow("L6", title, { timeoutMs: 45 * 60_000 }, async (figures) => {
  const { gateway } = processes();
  const failedWarming = await renderUntil((count) => count >= warmUp);
  const first = await renderWatched((count) => count >= compared);
  await waitFor(() => isIdle(gateway), { timeoutMs: 10_000, describe: "the queue to be empty" });
  const before = await left();
  const endsAt = performance.now() + measured.ms;
  const then = await renderUntil((count) => count >= measured.documents || performance.now() > endsAt);
  const last = await renderWatched((count) => count >= compared);
  await waitFor(() => isIdle(gateway), { timeoutMs: 10_000, describe: "the queue to be empty" });
  let after = await left();
  // Connections that were opened for a moment, and processes that end, are let go soon; what is left then counts.
  const isAsBefore = async () => {
    after = await left();
    return after.files <= before.files && after.zombies === 0;
  };
  await waitFor(isAsBefore, { timeoutMs: 10_000, describe: "nothing more to be open" }).catch(() => undefined);

  figures.exactly("answers that are no document", failedWarming + first.failed + then + last.failed, 0);
  for (const key of ["worker", "gateway", "browser"] as const) {
    const growth = (100 * (last.peaks[key] - first.peaks[key])) / first.peaks[key];
    figures.atMost(`the most memory that the ${key} needs for ${compared} documents grows by`, growth, 10, "%");
  }
  figures.atMost("more open files and sockets of gateway and worker", after.files - before.files, 0);
  figures.exactly("processes that have ended and are still there", after.zombies, 0);
  figures.atMost("more folders of browsers", after.folders - before.folders, 0);
  figures.exactly("services that warned of too many listeners", warnings(), 0);
});
