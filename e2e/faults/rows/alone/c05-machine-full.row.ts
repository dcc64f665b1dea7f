import { readFile } from "node:fs/promises";
import { chromiumOf, descendantsOf, isRunning, type RunningService } from "@platen/testing";
import { limitProcesses } from "../../harms/process-limit.ts";
import { mountSmallFileSystem } from "../../harms/small-file-system.ts";
import { askAtOnce, countStatuses, createCaller, slowest, untilAnswered, type AskOptions } from "../../load/caller.ts";
import { slowHtml, taking, workerAtWork } from "../../load/slow-document.ts";
import { faultRow } from "../../runner/fault-row.ts";

const deadlineMs = 4_000;

faultRow("C5", "The machine has no space or no processes left", async (figures, stage) => {
  const folder = await mountSmallFileSystem(64);
  stage.onEnd(() => folder?.remove());
  const platen = await stage.startPlaten({ env: { worker: folder === undefined ? {} : { WORK_DIR: folder.path } } });
  stage.onEnd(() => folder?.empty());
  const caller = await createCaller(platen, "Machine full", slowHtml);

  const ask = (marker: string, options: AskOptions = {}) => {
    const headers = { "platen-deadline-ms": String(deadlineMs) };
    return caller.ask(marker, { headers, patienceMs: 3 * deadlineMs, ...options });
  };
  /** Six documents at once, with scripts, each of which takes a process. */
  const askSome = (marker: string) => askAtOnce(6, (number) => ask(`${marker} ${number}`, taking(100 + number)));
  /** A running worker. Starts one if there is none, as a supervisor does. */
  const livingWorker = async () =>
    platen.processes.workers.find(({ pid }) => isRunning(pid)) ?? (await platen.startWorker());

  /** Asks for documents while a resource is exhausted, before and after the browser is killed, and when it is free again. */
  async function measure(
    what: string,
    worker: RunningService,
    exhaust: () => Promise<void>,
    lift: () => Promise<void>,
  ) {
    await exhaust();
    const answers = await askSome(what);
    for (const { pid } of (await chromiumOf(worker.pid)).browser) process.kill(pid, "SIGKILL");
    // The end of the browser has freed some of the resource.
    await exhaust();
    answers.push(...(await askSome(`${what}, a new browser`)));
    const unclear = answers.filter(({ status, code }) => typeof status !== "number" || code === "internal");
    const what6 = `${what}: answers without a document or a clear error (${countStatuses(answers)})`;
    figures.exactly(what6, unclear.length, 0);
    const most = deadlineMs / 1_000 + 2;
    figures.atMost(`${what}: the slowest answer, with a deadline of 4 s`, slowest(answers) / 1_000, most, "s");
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

  const full = "temporary folder full";
  if (folder)
    await measure(
      full,
      await livingWorker(),
      () => folder.fill(),
      () => folder.empty(),
    );
  else figures.isTrue(`${full}: skipped, needs root on Linux to mount a small file system`, true, "skipped");

  // All processes of the machine share /dev/shm, so it is not filled: a worker keeps no memory in it.
  const printing = ask("A document being printed", taking(1_000));
  const { pid } = await workerAtWork([await livingWorker()]);
  const below = await descendantsOf(pid);
  const maps = await Promise.all(below.map((each) => readFile(`/proc/${each.pid}/maps`, "utf8").catch(() => "")));
  await printing;
  figures.atLeast("processes of a printing worker", below.length, 3);
  figures.exactly("processes with memory in /dev/shm", maps.filter((map) => map.includes(" /dev/shm/")).length, 0);

  const limited = "no process or thread more";
  const worker = await livingWorker();
  const limit = await limitProcesses(worker.pid);
  if (limit) {
    stage.onEnd(async () => {
      await limit.lift();
      await worker.stop();
      await limit.remove();
    });
    await measure(
      limited,
      worker,
      () => limit.tighten(),
      () => limit.lift(),
    );
  } else figures.isTrue(`${limited}: skipped, needs root on Linux for control groups`, true, "skipped");
});
