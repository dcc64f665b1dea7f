import { readdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll } from "@jest/globals";
import { descendantsOf, isRunning, startPlaten, waitFor, type Platen } from "@platen/testing";
import { askConcurrently, countStatuses, countSwapped, createCaller, slowest, type Answer, type Caller } from "../load/caller.ts";
import { faultRow, isLongRun } from "../runner/fault-row.ts";
import { metric } from "../facts/metric.ts";
import { watchProcesses } from "../facts/process-watch.ts";

const requests = isLongRun ? 2_000 : 200;
const killEveryMs = 5_000;
const fewestKills = 4;
/** Takes so long to print that a worker that is killed has documents at work. */
const lines = Array.from({ length: 200 }, (_, index) => index);

let platen: Platen;
let caller: Caller;

beforeAll(async () => {
  platen = await startPlaten({ workers: 3 });
  const html = "<p>{{marker}}</p><table>{{#lines}}<tr><td>{{.}}</td><td>Widget, large</td></tr>{{/lines}}</table>";
  caller = await createCaller(platen, "Workers die", html);
}, 180_000);

afterAll(() => platen?.stop(), 60_000);

/** Kills the worker that has run longest and starts another, again and again until it is stopped. */
function killOneAfterTheOther(processes: ReturnType<typeof watchProcesses>) {
  const stopped = new AbortController();
  const below: number[] = [];
  let kills = 0;
  const pause = () => delay(killEveryMs, undefined, { signal: stopped.signal }).catch(() => undefined);
  const work = async () => {
    await pause();
    while (!stopped.signal.aborted) {
      const oldest = platen.processes.workers.find(({ pid }) => isRunning(pid));
      if (!oldest) throw new Error("no worker is left");
      await waitFor(() => metric(oldest, "platen_worker_slots_busy"), {
        timeoutMs: 2_000,
        intervalMs: 5,
        describe: "the worker to print",
      }).catch(() => undefined);
      below.push(...(await descendantsOf(oldest.pid)).map(({ pid }) => pid));
      const next = pause();
      await processes.kill(oldest);
      kills += 1;
      processes.watch(await platen.startWorker());
      await next;
    }
  };
  const done = work();
  return {
    kills: () => kills,
    /** Resolves to the processes that were below the killed ones. */
    async stop(): Promise<number[]> {
      stopped.abort();
      await done;
      return below;
    },
  };
}

/** The folders of workers that are not there any more. */
async function staleFolders(): Promise<string[]> {
  const folder = platen.processes.workers[0]?.env["WORK_DIR"];
  if (folder === undefined) throw new Error("the workers have no folder");
  const living = platen.processes.workers.filter(({ pid }) => isRunning(pid)).map(({ pid }) => `-${pid}-`);
  return (await readdir(folder)).filter((name) => !living.some((pid) => name.includes(pid)));
}

function ask(number: number): Promise<Answer> {
  return caller.ask(`request ${number}`, { data: { lines } });
}

faultRow("R1", { timeoutMs: 900_000 }, async (figures) => {
  const processes = watchProcesses(platen);
  const killing = killOneAfterTheOther(processes);
  const answers = await askConcurrently(requests, 8, ask);
  // A fast machine has made them before enough workers are killed.
  while (killing.kills() < fewestKills && answers.length < 5 * requests) {
    const before = answers.length;
    answers.push(...(await askConcurrently(40, 8, (number) => ask(before + number))));
  }
  const below = await killing.stop();
  const leftOver = async () => ({ chromium: below.filter(isRunning).length, folders: (await staleFolders()).length });
  await waitFor(async () => Object.values(await leftOver()).every((count) => count === 0), {
    timeoutMs: 10_000,
    describe: "what killed workers left to be gone",
  }).catch(() => undefined);
  const { chromium, folders } = await leftOver();

  figures.atLeast("workers killed, one every 5 s and replaced", killing.kills(), fewestKills);
  // The lock of a killed worker lasts for most of this.
  const taken = answers.filter(({ sentAt, answeredAt }) => answeredAt - sentAt > 8_000).length;
  figures.atLeast("documents that were at work in one, and were made by another", taken, 1);
  const asked = answers.length;
  figures.atLeast("requests, 8 at once", asked, requests);
  figures.exactly("answers to them", countStatuses(answers), `200: ${asked}`);
  figures.exactly("documents that show another's text", await countSwapped(answers), 0);
  figures.exactly("different documents", new Set(answers.map(({ documentId }) => documentId)).size, asked);
  figures.atMost("slowest answer", slowest(answers) / 1_000, 20, "s");
  figures.exactly("processes of killed workers' Chromium still there 10 s later", chromium, 0);
  figures.exactly("folders of killed workers still there 10 s later", folders, 0);
  figures.exactly("other processes that ended", processes.deaths(), 0);
});
