import { readFile } from "node:fs/promises";
import { afterAll, beforeAll } from "@jest/globals";
import { chromiumOf, descendantsOf, isRunning, startPlaten, type Platen, type RunningService } from "@platen/testing";
import { countStatuses, createCaller, slowest, untilAnswered, type Answer, type Caller } from "../load/caller.ts";
import { faultRow, type Figures } from "../runner/fault-row.ts";
import { limitProcesses } from "../harms/process-limit.ts";
import { slowHtml, taking, workerAtWork } from "../load/slow-document.ts";
import { mountSmallFileSystem, type SmallFileSystem } from "../harms/small-file-system.ts";

const deadlineMs = 6_000;

let folder: SmallFileSystem | undefined;
let platen: Platen;
let caller: Caller;

beforeAll(async () => {
  folder = await mountSmallFileSystem(64);
  platen = await startPlaten({ env: { worker: folder === undefined ? {} : { WORK_DIR: folder.path } } });
  caller = await createCaller(platen, "Machine full", slowHtml);
}, 120_000);

afterAll(async () => {
  await folder?.empty();
  await platen?.stop();
  await folder?.remove();
}, 60_000);

function ask(marker: string, options: Partial<ReturnType<typeof taking>> = {}): Promise<Answer> {
  return caller.ask(marker, {
    headers: { "platen-deadline-ms": String(deadlineMs) },
    patienceMs: 3 * deadlineMs,
    ...options,
  });
}

/** Six documents at once, with scripts, each of which takes a process. */
function askSome(marker: string): Promise<Answer[]> {
  return Promise.all(Array.from({ length: 6 }, (_, number) => ask(`${marker} ${number}`, taking(100 + number))));
}

async function killBrowser(worker: RunningService): Promise<void> {
  for (const { pid } of (await chromiumOf(worker.pid)).browser) process.kill(pid, "SIGKILL");
}

/** A running worker. Starts one if there is none, as a supervisor does. */
async function livingWorker(): Promise<RunningService> {
  return platen.processes.workers.find(({ pid }) => isRunning(pid)) ?? platen.startWorker();
}

type Harm = { what: string; begin: () => Promise<void>; lift: () => Promise<void> };

/** Asks for documents while a resource is exhausted, before and after the browser is killed, and when it is free again. */
async function measure({ what, begin, lift }: Harm, figures: Figures, worker: RunningService): Promise<void> {
  await begin();
  const answers = await askSome(what);
  await killBrowser(worker);
  // The end of the browser has freed some of the resource.
  await begin();
  answers.push(...(await askSome(`${what}, a new browser`)));
  const unclear = answers.filter(({ status, code }) => typeof status !== "number" || code === "internal");
  figures.exactly(
    `${what}: answers without a document or a clear error (${countStatuses(answers)})`,
    unclear.length,
    0,
  );
  figures.atMost(
    `${what}: the slowest answer, with a deadline of 6 s`,
    slowest(answers) / 1_000,
    deadlineMs / 1_000 + 2,
    "s",
  );
  await lift();
  const liftedAt = performance.now();
  const askLiving = async () => {
    await livingWorker();
    return ask(`${what}, lifted`);
  };
  const firstAt = await untilAnswered(askLiving, 20_000);
  figures.atMost(`${what}: first document when the resource is free again`, (firstAt - liftedAt) / 1_000, 15, "s");
  figures.exactly(`${what}: the documents after that one`, countStatuses(await askSome(`${what}, after`)), "200: 6");
}

/** Measures with a limit on the processes of a worker. */
async function measureLimited(what: string, figures: Figures, most: number | "no more"): Promise<void> {
  const worker = await livingWorker();
  const limit = await limitProcesses(worker.pid);
  if (!limit) {
    figures.isTrue(`${what}: skipped, needs root on Linux for control groups`, true, "skipped");
    return;
  }
  const begin = async () => limit.set(most === "no more" ? await limit.count() : most);
  const lift = () => limit.set("max");
  try {
    await measure({ what, begin, lift }, figures, worker);
  } finally {
    await lift();
    await worker.stop();
    await limit.remove();
  }
}

faultRow("C5", { timeoutMs: 150_000 }, async (figures) => {
  const small = folder;
  const full = "temporary folder full";
  if (small) {
    const harm = { what: full, begin: () => small.fill(), lift: () => small.empty() };
    await measure(harm, figures, await livingWorker());
  } else {
    figures.isTrue(`${full}: skipped, needs root on Linux to mount a small file system`, true, "skipped");
  }

  // All processes of the machine share /dev/shm, so it is not filled: a worker keeps no memory in it.
  const printing = ask("A document being printed", taking(1_000));
  const worker = await workerAtWork([await livingWorker()]);
  const below = await descendantsOf(worker.pid);
  const maps = await Promise.all(below.map(({ pid }) => readFile(`/proc/${pid}/maps`, "utf8").catch(() => "")));
  await printing;
  figures.atLeast("processes of a printing worker", below.length, 3);
  figures.exactly("processes with memory in /dev/shm", maps.filter((map) => map.includes(" /dev/shm/")).length, 0);

  await measureLimited("200 processes and threads", figures, 200);
  await measureLimited("no process or thread more", figures, "no more");
});
