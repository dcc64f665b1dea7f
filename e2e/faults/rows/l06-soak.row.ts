import { readdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, waitFor, type Platen } from "@platen/testing";
import { createCustomer, tableData, tableHtml } from "../load/create-customer.ts";
import { faultRow, isLongRun } from "../runner/fault-row.ts";
import { documentsOf, generate, type Answer, type Customer } from "../load/send-load.ts";
import { isIdle } from "../facts/metric.ts";
import { connectionsTo, memoryBelow, openFilesOf, zombiesBelow } from "../facts/process-facts.ts";
import { memoryInUse, reportingMemory } from "../facts/memory-in-use.ts";

const measuredConcurrency = 4;
/** More than during the measurement, so that pools of connections do not grow any more. */
const warmUpConcurrency = 8;
/** Documents that fill the caches of services and pages, after pairs of each kind. */
const warmUp = 400;
const warmUpPairs = 60;
const measured = isLongRun ? { documents: Infinity, ms: 30 * 60_000 } : { documents: 600, ms: Infinity };
const [kilobyte, megabyte] = [1_000, 1_000_000];

let platen: Platen;
let customers: Customer[];

beforeAll(async () => {
  platen = await startPlaten({
    workers: 1,
    env: {
      gateway: { RATE_LIMIT_PER_MINUTE: "10000000", ...reportingMemory },
      catalog: reportingMemory,
      worker: { RENDER_CONCURRENCY: "2", ...reportingMemory },
    },
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

/** Asks for documents of all kinds in turn, more of the quick ones; counts them, and those that failed. */
async function renderUntil(
  concurrency: number,
  isEnough: (count: number) => boolean,
): Promise<{ count: number; failed: number }> {
  const kinds = [0, 0, 0, 1, 0, 0, 2, 0, 0, 3];
  let count = 0;
  let failed = 0;
  const client = async () => {
    while (!isEnough(count)) {
      const customer = customers[kinds[count % kinds.length] ?? 0];
      count += 1;
      const answers: Answer[] = customer ? [await generate(customer)] : [];
      failed += answers.length - documentsOf(answers).length;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, client));
  return { count, failed };
}

/** Prints pairs: a project has as many pages as its documents were printed at once, which is rarely two by chance. */
async function warmAllPages(): Promise<void> {
  for (const customer of customers) {
    for (let again = 0; again < warmUpPairs; again += 1) await Promise.all([generate(customer), generate(customer)]);
  }
}

function processes() {
  const { gateway, catalog, workers } = platen.processes;
  const [worker] = workers;
  if (!worker) throw new Error("The row needs a worker.");
  return { gateway, catalog, worker };
}

const restMs = 3_000;

/** The lowest memory of the idle browser, which frees memory over time. */
async function browserAtRest(): Promise<number> {
  const endsAt = performance.now() + restMs;
  let least = Infinity;
  while (performance.now() < endsAt) {
    least = Math.min(least, await memoryBelow(processes().worker.pid));
    await delay(100);
  }
  return least;
}

type Left = Record<"files" | "connections" | "zombies" | "folders", number>;

/** The open files, connections, zombies and folders of idle processes. */
async function left(): Promise<Left> {
  const { gateway, catalog, worker } = processes();
  const names = await readdir(worker.env["WORK_DIR"] ?? "/", { recursive: true });
  const { port } = new URL(catalog.url);
  // Connections stay open for the next request; now and then more requests meet than before.
  const connections = (await connectionsTo(port, worker.pid)) + (await connectionsTo(port, gateway.pid));
  return {
    files: (await openFilesOf(worker.pid)) + (await openFilesOf(gateway.pid)) - connections,
    connections,
    zombies: await zombiesBelow(worker.pid),
    folders: names.filter((name) => /profile-\d+$/.test(name)).length,
  };
}

/** The memory and the open resources of idle processes. */
async function atRest() {
  const { gateway, catalog, worker } = processes();
  await waitFor(() => isIdle(gateway), { timeoutMs: 10_000, describe: "the queue to be empty" });
  const browser = await browserAtRest();
  const services = {
    worker: await memoryInUse(worker),
    gateway: await memoryInUse(gateway),
    catalog: await memoryInUse(catalog),
  };
  return { services, browser, left: await left() };
}

const warnings = () =>
  [platen.processes.gateway, ...platen.processes.workers].filter((service) =>
    /MaxListenersExceeded/.test(service.output()),
  ).length;

faultRow("L6", { timeoutMs: 45 * 60_000 }, async (figures) => {
  await warmAllPages();
  const warming = await renderUntil(warmUpConcurrency, (count) => count >= warmUp);
  const before = await atRest();
  const endsAt = performance.now() + measured.ms;
  const { count, failed } = await renderUntil(
    measuredConcurrency,
    (sent) => sent >= measured.documents || performance.now() > endsAt,
  );
  const after = await atRest();
  let end = after.left;
  // Short connections and processes that end are gone soon; the figures count what is left then.
  const isAsBefore = async () => {
    end = await left();
    return end.files <= before.left.files && end.zombies === 0;
  };
  await waitFor(isAsBefore, { timeoutMs: 10_000, describe: "nothing more to be open" }).catch(() => undefined);

  figures.exactly("answers without a document", warming.failed + failed, 0);
  for (const key of ["worker", "gateway", "catalog"] as const) {
    const [then, now] = [before.services[key], after.services[key]];
    figures.atMost(`memory kept per document: ${key}`, (now.used - then.used) / count / kilobyte, 2, "KB");
    figures.atMost(
      `growth of the memory of the ${key} (${(now.resident / megabyte).toFixed(0)} MB)`,
      (100 * (now.resident - then.resident)) / then.resident,
      10,
      "%",
    );
  }
  figures.atMost(
    `growth of the memory of the browser (${(after.browser / megabyte).toFixed(0)} MB)`,
    (100 * (after.browser - before.browser)) / before.browser,
    10,
    "%",
  );
  figures.atMost(
    "more open files and sockets of gateway and worker, without connections to the catalog",
    end.files - before.left.files,
    0,
  );
  // The gateway has one for each caller, and the worker has some for templates and reports.
  figures.atMost("connections to the catalog (bar: twice as many as callers)", end.connections, 2 * warmUpConcurrency);
  figures.exactly("zombie processes", end.zombies, 0);
  figures.atMost("more profile folders", end.folders - before.left.folders, 0);
  figures.exactly("services that warn of too many listeners", warnings(), 0);
});
