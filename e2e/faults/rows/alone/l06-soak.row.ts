import { readdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { waitFor } from "@platen/testing";
import { memoryInUse, reportingMemory } from "../../facts/memory-in-use.ts";
import { isIdle } from "../../facts/metric.ts";
import { memoryBelow, openFilesOf, zombiesBelow } from "../../facts/process-facts.ts";
import { askAtOnce, askConcurrently, countStatuses, createCaller } from "../../load/caller.ts";
import { faultRow } from "../../runner/fault-row.ts";

const documents = 600;
/** Documents that fill the caches of services and pages, after pairs of each kind. */
const warmUp = 400;
const warmUpPairs = 60;
/** More than during the measurement, so that pools of connections do not grow any more. */
const [warmUpConcurrency, concurrency] = [8, 4];
const [kilobyte, megabyte] = [1_000, 1_000_000];
const restMs = 3_000;

const table = "{{marker}}<table>{{#rows}}<tr><td>{{.}}</td><td>Widget, large</td><td>12.50</td></tr>{{/rows}}</table>";
const rows = Array.from({ length: 400 }, (_, row) => row);
const script = "<p>{{marker}}</p><script>document.querySelector('p').append(' drawn')</script>";

/** How much more than before, in percent. */
const growth = (then: number, now: number) => (100 * (now - then)) / then;

faultRow("L6", "Hundreds of documents leave nothing behind", async (figures, stage) => {
  const { redis, platen } = await stage.startPlatenOnOwnRedis({
    env: {
      gateway: { RATE_LIMIT_PER_MINUTE: "10000000", ...reportingMemory },
      catalog: reportingMemory,
      worker: { RENDER_CONCURRENCY: "2", ...reportingMemory },
    },
  });
  const { gateway, catalog, workers } = platen.processes;
  const [worker] = workers;
  if (!worker) throw new Error("The row needs a worker.");
  const kinds = [
    { caller: await createCaller(platen, "Letters", "<h1>{{marker}}</h1><p>Thank you</p>"), data: {} },
    { caller: await createCaller(platen, "Tables", table), data: { rows } },
    { caller: await createCaller(platen, "Tagged", table, { tagged: true }), data: { rows: rows.slice(0, 100) } },
    { caller: await createCaller(platen, "Scripts", script, { javascript: true }), data: {} },
  ];
  /** All kinds in turn, more of the quick ones. */
  const turns = [0, 0, 0, 1, 0, 0, 2, 0, 0, 3].flatMap((kind) => kinds[kind] ?? []);
  const ask = (number: number) => {
    const { caller, data } = turns[number % turns.length] ?? turns[0] ?? { caller: undefined, data: {} };
    if (!caller) throw new Error("The row needs a kind of documents.");
    return caller.ask(`document ${number}`, { data });
  };

  /** The lowest memory of the idle browser, which frees memory over time. */
  async function browserAtRest(): Promise<number> {
    const endsAt = performance.now() + restMs;
    let least = Infinity;
    while (performance.now() < endsAt) {
      least = Math.min(least, await memoryBelow(worker?.pid ?? 0));
      await delay(100);
    }
    return least;
  }
  /** What idle processes hold. */
  const held = async () => ({
    // Connections to the catalog stay open for the next request; now and then more requests meet than before.
    files: (await openFilesOf(worker.pid, catalog.url)) + (await openFilesOf(gateway.pid, catalog.url)),
    zombies: await zombiesBelow(worker.pid),
    folders: (await readdir(worker.env["WORK_DIR"] ?? "", { recursive: true })).filter((name) =>
      /profile-\d+$/.test(name),
    ).length,
    replies: (await redis.keys("*reply:*")).length,
  });
  async function atRest() {
    await waitFor(() => isIdle(gateway), { timeoutMs: 10_000, describe: "an empty queue" });
    const browser = await browserAtRest();
    const services = {
      worker: await memoryInUse(worker ?? gateway),
      gateway: await memoryInUse(gateway),
      catalog: await memoryInUse(catalog),
    };
    return { services, browser, held: await held() };
  }

  // A project has as many pages as its documents were printed at once, which is rarely two by chance.
  for (const { caller, data } of kinds) {
    for (let again = 0; again < warmUpPairs; again += 1)
      await askAtOnce(2, (number) => caller.ask(`warm ${number}`, { data }));
  }
  const warming = await askConcurrently(warmUp, warmUpConcurrency, ask);
  const before = await atRest();
  const answers = await askConcurrently(documents, concurrency, ask);
  const after = await atRest();
  let end = after.held;
  // Short connections and processes that end are gone soon; the figures count what is held then.
  const isAsBefore = async () => {
    end = await held();
    return end.files <= before.held.files && end.zombies === 0 && end.replies === 0;
  };
  await waitFor(isAsBefore, { timeoutMs: 10_000, describe: "nothing more to be open" }).catch(() => undefined);

  figures.exactly("answers", countStatuses([...warming, ...answers]), `200: ${warmUp + documents}`);
  for (const key of ["worker", "gateway", "catalog"] as const) {
    const [then, now] = [before.services[key], after.services[key]];
    figures.atMost(`memory kept per document: ${key}`, (now.used - then.used) / documents / kilobyte, 2, "KB");
    const size = (now.resident / megabyte).toFixed(0);
    figures.atMost(`growth of the memory of the ${key} (${size} MB)`, growth(then.resident, now.resident), 10, "%");
  }
  const size = (after.browser / megabyte).toFixed(0);
  figures.atMost(`growth of the memory of the browser (${size} MB)`, growth(before.browser, after.browser), 10, "%");
  const more = end.files - before.held.files;
  figures.atMost("more open files and sockets of gateway and worker, without connections to the catalog", more, 0);
  figures.exactly("zombie processes", end.zombies, 0);
  figures.atMost("more profile folders", end.folders - before.held.folders, 0);
  figures.exactly("replies in Redis", end.replies, 0);
  const warned = [gateway, worker].filter((service) => /MaxListenersExceeded/.test(service.output()));
  figures.exactly("services that warn of too many listeners", warned.length, 0);
});
