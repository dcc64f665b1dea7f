import { readdir } from "node:fs/promises";
import { descendantsOf, isRunning, waitFor, type Platen, type RunningService } from "@platen/testing";
import { isIdle, metric } from "../facts/metric.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { endLocks } from "../facts/queue-view.ts";
import { attemptsAt, attemptsBy } from "../facts/worker-attempts.ts";
import { startCallProxy, type CallProxy } from "../harms/call-proxy.ts";
import { askSteadily, askUntilAdmitted, countStatuses, createCaller, slowest } from "../load/caller.ts";
import { slowHtml, taking, workerAtWork } from "../load/slow-document.ts";
import { faultRow } from "../runner/fault-row.ts";

const poisonText = "This document ends its worker";
const slowMs = 3_000;

/** The work folders of workers that no longer run. */
async function staleFolders({ processes: { workers } }: Platen): Promise<number> {
  const living = workers.filter(({ pid }) => isRunning(pid)).map(({ pid }) => `-${pid}-`);
  const names = await readdir(workers[0]?.env["WORK_DIR"] ?? "");
  return names.filter((name) => !living.some((pid) => name.includes(pid))).length;
}

faultRow("R1", "Workers are killed, hang, and are killed by a document", async (figures, stage) => {
  const proxies: CallProxy[] = [];
  stage.onEnd(() => proxies.map((proxy) => proxy.close()));
  // With shorter limits the hanging worker would drop its document for the sake of the others.
  const patient = { RENDER_LOAD_TIMEOUT_MS: "60000", RENDER_PRINT_TIMEOUT_MS: "60000" };
  const { platen, redis } = await stage.startPlatenOnOwnRedis({
    env: { gateway: { RENDER_DEADLINE_MS: "60000" }, worker: { RENDER_CONCURRENCY: "1", ...patient } },
  });
  const { catalog, gateway, workers } = platen.processes;
  const processes = watchProcesses(platen);
  const ofKilled: number[] = [];
  let poisoned = 0;
  let replacing: Promise<unknown> = Promise.resolve();

  async function kill(worker: RunningService): Promise<void> {
    ofKilled.push(...(await descendantsOf(worker.pid)).map(({ pid }) => pid));
    await processes.kill(worker);
  }

  /**
   * Kills a worker that prints nothing beside the poison, because three kills would end the other document too. The documents
   * of the frozen and the killed worker wait for the time of their locks; the poison need not, three times.
   */
  async function killWhenIdle(worker: RunningService): Promise<void> {
    const isPrinting = async () => (await metric(worker, "platen_worker_slots_busy")) > 0;
    await waitFor(async () => !(await isPrinting()), { timeoutMs: 20_000, intervalMs: 5, describe: "an idle worker" });
    await kill(worker);
    await endLocks(redis, poison.projectId);
  }

  /** Starts a worker that is killed and replaced when it begins with the poison. */
  async function startDoomedWorker(): Promise<RunningService> {
    const starting = Promise.withResolvers<RunningService>();
    const onAnswer = (body: string) => {
      if (!body.includes(poisonText)) return true;
      poisoned += 1;
      replacing = Promise.all([replacing, starting.promise.then(killWhenIdle).then(startDoomedWorker)]);
      return false;
    };
    const proxy = await startCallProxy(catalog.url, { onAnswer });
    proxies.push(proxy);
    starting.resolve(platen.startWorker({ CATALOG_URL: proxy.url }));
    return starting.promise;
  }

  const [unwatched] = workers;
  await Promise.all(Array.from({ length: 3 }, startDoomedWorker));
  if (unwatched) await processes.end(unwatched);
  const caller = await createCaller(platen, "Others", slowHtml);
  const poison = await createCaller(platen, "Poison", `<p>${poisonText} {{marker}}</p>`);

  let alive = workers.slice(1);
  /** Asks for a document and returns its worker, which holds no other document. */
  async function askOneWorker(marker: string) {
    const answering = caller.ask(marker, taking(slowMs));
    const worker = await workerAtWork(alive);
    alive = alive.filter((other) => other !== worker);
    return { answering, worker };
  }
  const stopped = await askOneWorker("on a worker that hangs");
  stopped.worker.kill("SIGSTOP");
  const killed = await askOneWorker("on a worker that is killed");
  await kill(killed.worker);
  await startDoomedWorker();
  // Fewer workers serve the queue meanwhile, so it may be full for a moment.
  const load = askSteadily(2, (number) => askUntilAdmitted(() => caller.ask(`document ${number}`)));
  const poisonAnswer = poison.ask("poison");
  const harmed = await Promise.all([stopped.answering, killed.answering]);
  const verdict = await poisonAnswer;
  const kills = poisoned;
  await replacing;
  // Not before the answer to the poison: its last attempt could kill this worker too.
  stopped.worker.kill("SIGCONT");
  // Chromium went on meanwhile, so the result is there when the worker continues.
  const late = await attemptsAt(harmed[0].documentId, [stopped.worker], 1);
  const isBack = () => attemptsBy(stopped.worker).some(({ failureCode }) => failureCode === undefined);
  await waitFor(isBack, { timeoutMs: 20_000, describe: "the next document of the worker that hung" }).catch(
    () => undefined,
  );
  const steady = await load.stop();
  // A document that is still in the queue would be taken by another worker.
  await waitFor(() => isIdle(gateway), { timeoutMs: 10_000, describe: "an empty queue" });
  const leftOver = async () => `${ofKilled.filter(isRunning).length} and ${await staleFolders(platen)}`;
  const isClean = async () => (await leftOver()) === "0 and 0";
  await waitFor(isClean, { timeoutMs: 10_000, describe: "no trace of the killed workers" }).catch(() => undefined);

  figures.exactly("answers to the documents of the frozen and the killed worker", countStatuses(harmed), "200: 2");
  figures.atMost("the slower of them", slowest(harmed) / 1_000, 30, "s");
  figures.exactly("end of the late attempt", late.map(({ failureCode }) => failureCode).join(" "), "cancelled");
  figures.isTrue("the worker that hung prints again", isBack(), String(isBack()));
  figures.exactly("answer to the document that kills", `${verdict.status} ${verdict.code}`, "500 render.crashed");
  figures.atMost("workers that it killed (most)", kills, 3);
  figures.atLeast("workers that it killed (fewest)", kills, 1);
  figures.exactly("workers that it killed after its answer", poisoned - kills, 0);
  figures.atMost("time until its answer", slowest([verdict]) / 1_000, 62, "s");
  figures.exactly(`answers to ${steady.length} other requests`, countStatuses(steady), `200: ${steady.length}`);
  figures.atMost("the slowest of them", slowest(steady) / 1_000, 20, "s");
  const answers = [...harmed, ...steady];
  figures.exactly("different documents", new Set(answers.map(({ documentId }) => documentId)).size, answers.length);
  figures.exactly("processes and folders of the killed workers 10 s later", await leftOver(), "0 and 0");
  await processes.report(figures, answers);
});
