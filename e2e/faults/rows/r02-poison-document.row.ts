import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, waitFor, type Platen, type RunningService } from "@platen/testing";
import { countStatuses, countSwapped, createCaller, type Answer, type Caller } from "../load/caller.ts";
import { startCatalogProxy, type CatalogProxy } from "../harms/catalog-proxy.ts";
import { faultRow } from "../runner/fault-row.ts";
import { watchProcesses } from "../facts/process-watch.ts";

const goodRequests = 50;
const poisonText = "This document ends its worker";

let platen: Platen;
let poison: Caller;
let good: Caller;
let processes: ReturnType<typeof watchProcesses>;
const proxies: CatalogProxy[] = [];
let kills = 0;
let replacing: Promise<void> = Promise.resolve();

beforeAll(async () => {
  // Three workers die one after the other, and each of their locks has to expire.
  platen = await startPlaten({ env: { gateway: { RENDER_DEADLINE_MS: "60000" } } });
  processes = watchProcesses(platen);
  poison = await createCaller(platen, "Poison", `<p>${poisonText} {{marker}}</p>`);
  good = await createCaller(platen, "Good");
  const [first] = platen.processes.workers;
  await Promise.all([startDoomedWorker(), startDoomedWorker()]);
  if (first) await processes.end(first);
}, 180_000);

afterAll(async () => {
  await platen?.stop();
  await Promise.all(proxies.map((proxy) => proxy.close()));
}, 60_000);

/** Starts a worker that is killed and replaced when it begins with the poison document. */
async function startDoomedWorker(): Promise<void> {
  const own: { worker?: RunningService } = {};
  const proxy = await startCatalogProxy(platen.processes.catalog.url, (body) => {
    if (!body.includes(poisonText) || !own.worker) return true;
    kills += 1;
    void processes.kill(own.worker);
    replacing = Promise.all([replacing, startDoomedWorker()]).then(() => undefined);
    return false;
  });
  proxies.push(proxy);
  own.worker = await platen.startWorker({ CATALOG_URL: proxy.url });
  processes.watch(own.worker);
}

/** Spreads the good requests over the time of the poison document. */
async function askForGood(isOver: () => boolean): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  while (answers.length < goodRequests) {
    answers.push(good.ask(`good ${answers.length}`));
    await waitFor(isOver, { timeoutMs: 700, describe: "the answer to the poison document" }).catch(() => undefined);
  }
  return Promise.all(answers);
}

faultRow("R2", { timeoutMs: 180_000 }, async (figures) => {
  let verdict: Answer | undefined;
  const poisoned = poison.ask("poison").then((answer) => (verdict = answer));
  const answers = await askForGood(() => verdict !== undefined);
  const { status, code, sentAt, answeredAt } = await poisoned;
  await replacing;
  const killsByThen = kills;
  // Long enough for another worker to take the job, if it is still queued.
  await delay(3_000);

  figures.atMost("workers killed (most)", killsByThen, 3);
  figures.atLeast("workers killed (fewest)", killsByThen, 1);
  figures.exactly("its answer", `${status} ${code}`, "500 render.crashed");
  figures.atMost("time until its answer", (answeredAt - sentAt) / 1_000, 62, "s");
  figures.exactly("workers killed after its answer", kills - killsByThen, 0);
  figures.exactly(
    `answers to ${goodRequests} requests of another project`,
    countStatuses(answers),
    `200: ${goodRequests}`,
  );
  figures.exactly("documents with the text of another", await countSwapped(answers), 0);
  figures.exactly("other processes that died", processes.deaths(), 0);
});
