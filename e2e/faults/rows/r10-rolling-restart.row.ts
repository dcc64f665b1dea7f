import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll } from "@jest/globals";
import { isRunning, startPlaten, type Platen, type RunningService } from "@platen/testing";
import { startLoadBalancer } from "../load/load-balancer.ts";
import {
  askSteadily,
  countStatuses,
  countSwapped,
  createCaller,
  slowest,
  type Answer,
  type Caller,
} from "../load/caller.ts";
import { faultRow } from "../runner/fault-row.ts";
import { slowHtml, taking, workerAtWork } from "../load/slow-document.ts";
import { attemptsAt } from "../facts/worker-attempts.ts";

const durationMs = 40_000;
const perSecond = 4;
/** Longer than the load balancer takes to notice an unready gateway. */
const gatewayDelayMs = 3_000;
/** Shorter than a slow document, so that the worker hands it back. */
const workerGraceMs = 2_000;
const slowMs = 8_000;
/** A document that begins again after the grace; waiting for the end of its lock would take 10 s more. */
const longestAnswerMs = workerGraceMs + slowMs + 5_000;
/** The limits of the processes: the longest deadline for gateways, and some time to close for both. */
const longestExitMs = { gateway: gatewayDelayMs + 30_000 + 5_000, worker: workerGraceMs + 10_000 };

let platen: Platen;
let caller: Caller;

beforeAll(async () => {
  platen = await startPlaten({
    workers: 2,
    env: {
      gateway: { SHUTDOWN_DELAY_MS: String(gatewayDelayMs) },
      worker: { SHUTDOWN_GRACE_MS: String(workerGraceMs), RENDER_CONCURRENCY: "1" },
    },
  });
  await platen.startGateway({ SHUTDOWN_DELAY_MS: String(gatewayDelayMs) });
  caller = await createCaller(platen, "Rolling restart", slowHtml);
}, 180_000);

afterAll(() => platen?.stop(), 60_000);

const longest = (ends: readonly End[]) => Math.max(...ends.map(({ tookMs }) => tookMs));

type End = { tookMs: number; code: number | null };

async function terminate(service: RunningService): Promise<End> {
  const startedAt = performance.now();
  service.kill("SIGTERM");
  const { code } = await service.exited;
  return { tookMs: performance.now() - startedAt, code };
}

faultRow("R10", { timeoutMs: 150_000 }, async (figures) => {
  const { gateways, workers } = platen.processes;
  const [firstGateway, secondGateway] = gateways;
  if (!firstGateway || !secondGateway) throw new Error("The row needs two gateways.");
  const balancer = startLoadBalancer(gateways);
  const load = askSteadily(perSecond, (number) => balancer.ask(caller, `Document ${number}`));
  const startedAt = performance.now();

  async function replaceGateway(old: RunningService): Promise<End> {
    balancer.add(await platen.startGateway({ SHUTDOWN_DELAY_MS: String(gatewayDelayMs) }));
    const ended = terminate(old);
    await delay(100);
    // Enough that one goes to the stopping gateway, which the load balancer still takes for ready.
    for (let number = 0; number < gateways.length; number += 1) more.push(balancer.ask(caller, `One more ${number}`));
    return ended;
  }
  const more: Promise<Answer>[] = [];
  const handedBack: { restartMs: number; status: string }[] = [];
  async function replaceWorkerAtWork(): Promise<End> {
    await platen.startWorker();
    const slow = balancer.ask(caller, "A slow document", taking(slowMs));
    const end = await terminate(await workerAtWork(workers.filter(({ pid }) => isRunning(pid))));
    const answer = await slow;
    const [first, second] = await attemptsAt(answer.documentId, workers, 2);
    const restartMs = first && second ? second.startedAt - first.endedAt : Infinity;
    handedBack.push({ restartMs, status: `${answer.status}` });
    return end;
  }

  const gatewayEnds = [await replaceGateway(firstGateway)];
  const workerEnds = [await replaceWorkerAtWork()];
  gatewayEnds.push(await replaceGateway(secondGateway));
  workerEnds.push(await replaceWorkerAtWork());
  await delay(Math.max(0, startedAt + durationMs - performance.now()));
  const answers = [...(await load.stop()), ...(await Promise.all(more))];
  balancer.close();

  const failed = answers.filter(({ status }) => status !== 200);
  figures.atLeast("requests while 2 gateways and 2 workers get SIGTERM", answers.length, 150);
  figures.exactly("failed requests", failed.length === 0 ? "0" : countStatuses(failed), "0");
  figures.exactly("documents with the text of another", await countSwapped(answers), 0);
  figures.atMost("the slowest answer", slowest(answers), longestAnswerMs, "ms");
  const ends = [...gatewayEnds, ...workerEnds];
  figures.exactly("exit codes", ends.map(({ code }) => code).join(" "), "0 0 0 0");
  figures.atMost("slowest exit of a gateway", longest(gatewayEnds), longestExitMs.gateway, "ms");
  figures.atMost(
    "slowest exit of a worker with a document longer than its grace",
    longest(workerEnds),
    longestExitMs.worker,
    "ms",
  );
  figures.exactly("answers to these documents", handedBack.map(({ status }) => status).join(" "), "200 200");
  figures.atMost(
    "time until another worker begins them",
    Math.max(...handedBack.map(({ restartMs }) => restartMs)),
    1_000,
    "ms",
  );
});
