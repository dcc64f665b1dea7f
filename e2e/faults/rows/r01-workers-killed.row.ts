import { readdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll } from "@jest/globals";
import { descendantsOf, isRunning, startPlaten, waitFor, type Platen } from "@platen/testing";
import {
  askConcurrently,
  countStatuses,
  countSwapped,
  createCaller,
  slowest,
  type Answer,
  type Caller,
} from "../load/caller.ts";
import { faultRow, isLongRun } from "../runner/fault-row.ts";
import { metric } from "../facts/metric.ts";
import { watchProcesses } from "../facts/process-watch.ts";

const requests = isLongRun ? 2_000 : 200;
const killEveryMs = 5_000;
const fewestKills = 4;
/** Makes documents so long that a killed worker has documents in progress. */
const lines = Array.from({ length: 200 }, (_, index) => index);

let platen: Platen;
let caller: Caller;

beforeAll(async () => {
  platen = await startPlaten({ workers: 3 });
  const html = "<p>{{marker}}</p><table>{{#lines}}<tr><td>{{.}}</td><td>Widget, large</td></tr>{{/lines}}</table>";
  caller = await createCaller(platen, "Workers die", html);
}, 180_000);

afterAll(() => platen?.stop(), 60_000);

/** Kills the oldest worker and starts another one, again and again. */
function killOneAfterTheOther(processes: ReturnType<typeof watchProcesses>) {
  const stopped = new AbortController();
  const below: number[] = [];
  let kills = 0;
  const pause = () => delay(killEveryMs, undefined, { signal: stopped.signal }).catch(() => undefined);
  const work = async () => {
    await pause();
    while (!stopped.signal.aborted) {
      const oldest = platen.processes.workers.find(({ pid }) => isRunning(pid));
      if (!oldest) throw new Error("All workers are dead.");
      await waitFor(() => metric(oldest, "platen_worker_slots_busy"), {
        timeoutMs: 2_000,
        intervalMs: 5,
        describe: "a busy worker",
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
    /** Stops the kills; resolves to the descendants of the killed workers. */
    async stop(): Promise<number[]> {
      stopped.abort();
      await done;
      return below;
    },
  };
}

/** The folders of workers that no longer run. */
async function staleFolders(): Promise<string[]> {
  const folder = platen.processes.workers[0]?.env["WORK_DIR"];
  if (folder === undefined) throw new Error("The workers have no WORK_DIR.");
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
  // A fast machine finishes before enough workers are killed.
  while (killing.kills() < fewestKills && answers.length < 5 * requests) {
    const before = answers.length;
    answers.push(...(await askConcurrently(40, 8, (number) => ask(before + number))));
  }
  const below = await killing.stop();
  const leftOver = async () => ({ chromium: below.filter(isRunning).length, folders: (await staleFolders()).length });
  await waitFor(async () => Object.values(await leftOver()).every((count) => count === 0), {
    timeoutMs: 10_000,
    describe: "the end of the killed workers' browsers and folders",
  }).catch(() => undefined);
  const { chromium, folders } = await leftOver();

  figures.atLeast("workers killed and replaced, one every 5 s", killing.kills(), fewestKills);
  // An answer takes this long only after the lock of a killed worker has expired.
  const taken = answers.filter(({ sentAt, answeredAt }) => answeredAt - sentAt > 8_000).length;
  figures.atLeast("documents that a second worker took over", taken, 1);
  const asked = answers.length;
  figures.atLeast("requests, 8 at once", asked, requests);
  figures.exactly("answers", countStatuses(answers), `200: ${asked}`);
  figures.exactly("documents with the text of another", await countSwapped(answers), 0);
  figures.exactly("different documents", new Set(answers.map(({ documentId }) => documentId)).size, asked);
  figures.atMost("slowest answer", slowest(answers) / 1_000, 20, "s");
  figures.exactly("processes of their browsers 10 s later", chromium, 0);
  figures.exactly("folders of killed workers 10 s later", folders, 0);
  figures.exactly("other processes that died", processes.deaths(), 0);
});
