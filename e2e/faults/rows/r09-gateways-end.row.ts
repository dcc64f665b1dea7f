import { setTimeout as delay } from "node:timers/promises";
import { isRunning, waitFor, type RunningService } from "@platen/testing";
import { metric } from "../facts/metric.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { attemptsAt } from "../facts/worker-attempts.ts";
import { askAtOnce, askSteadily, countStatuses, createCaller, slowest, type Answer } from "../load/caller.ts";
import { startLoadBalancer } from "../load/load-balancer.ts";
import { slowHtml, taking, workerAtWork } from "../load/slow-document.ts";
import { faultRow } from "../runner/fault-row.ts";

const documents = 4;
/** Long enough that all are in the queue before the first is done, also on a busy machine. */
const eachTakesMs = 2_500;
const perSecond = 4;
/** Longer than the load balancer takes to notice an unready gateway. */
const gatewayDelayMs = 1_500;
/** Shorter than a slow document, so that the worker hands it back. */
const workerGraceMs = 1_000;
const slowMs = 5_000;

faultRow("R9", "A gateway is killed; another one and a worker at work are replaced", async (figures, stage) => {
  const slowlyStopping = { SHUTDOWN_DELAY_MS: String(gatewayDelayMs) };
  const platen = await stage.startPlaten({
    workers: 2,
    env: { gateway: slowlyStopping, worker: { SHUTDOWN_GRACE_MS: String(workerGraceMs), RENDER_CONCURRENCY: "1" } },
  });
  const { gateway: doomed, gateways, workers } = platen.processes;
  const other = await platen.startGateway();
  const processes = watchProcesses(platen);
  const caller = await createCaller(platen, "Gateways end", slowHtml);

  const attempts = async () => {
    const counts = await Promise.all(workers.map((worker) => metric(worker, "platen_render_attempts_total")));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const askAll = ({ url: baseUrl }: RunningService) =>
    askAtOnce(documents, (number) => {
      const headers = { "idempotency-key": `gateway-killed-${number}` };
      return caller.ask(`Document ${number}`, { baseUrl, headers, ...taking(eachTakesMs) });
    });
  const lost = askAll(doomed);
  await workerAtWork(workers);
  const areQueued = async () => (await metric(other, "platen_queue_jobs")) === documents;
  await waitFor(areQueued, { intervalMs: 5, describe: "all documents in the queue" });
  await processes.kill(doomed);
  figures.exactly("answers of a gateway that gets SIGKILL", countStatuses(await lost), `no answer: ${documents}`);
  const repeated = await askAll(other);
  figures.exactly("answers to the same requests at another gateway", countStatuses(repeated), `200: ${documents}`);
  const again = await askAll(other);
  const same = again.filter(
    ({ pdf }, index) => Buffer.compare(pdf ?? Buffer.of(), repeated[index]?.pdf ?? Buffer.of()) === 0,
  );
  figures.exactly("answers with the same bytes to a second repetition", same.length, documents);
  // A worker answers before it updates its metrics.
  const areCounted = async () => (await attempts()) >= documents;
  await waitFor(areCounted, { describe: "the documents in the metrics" }).catch(() => undefined);
  figures.exactly("renders per document", (await attempts()) / documents, 1);

  const balancer = startLoadBalancer([other]);
  stage.onEnd(() => balancer.close());
  const load = askSteadily(perSecond, (number) => balancer.ask(caller, `Balanced ${number}`));
  const more: Promise<Answer>[] = [];
  const ends: { tookMs: number; code: number | null }[] = [];

  async function end(service: RunningService): Promise<void> {
    const startedAt = performance.now();
    const { code } = await processes.end(service);
    ends.push({ tookMs: performance.now() - startedAt, code });
  }
  async function replaceGateway(): Promise<void> {
    balancer.add(await platen.startGateway());
    const ending = end(other);
    await delay(100);
    // Enough that one goes to the stopping gateway, which the load balancer still takes for ready.
    for (let number = 0; number < gateways.length; number += 1) more.push(balancer.ask(caller, `More ${number}`));
    await ending;
  }
  async function replaceWorkerAtWork(): Promise<{ restartMs: number; answer: Answer }> {
    await platen.startWorker();
    const slow = balancer.ask(caller, "A slow document", taking(slowMs));
    await end(await workerAtWork(workers.filter(({ pid }) => isRunning(pid))));
    const answer = await slow;
    const [first, second] = await attemptsAt(answer.documentId, workers, 2);
    return { answer, restartMs: first && second ? second.startedAt - first.endedAt : Infinity };
  }
  await replaceGateway();
  const { answer: handedBack, restartMs } = await replaceWorkerAtWork();
  const answers = [...(await load.stop()), ...(await Promise.all(more))];

  figures.atLeast("requests while a gateway and a worker get SIGTERM", answers.length, 20);
  figures.exactly("their answers", countStatuses(answers), `200: ${answers.length}`);
  // A document that begins again after the grace; waiting for the end of its lock would take 10 s more.
  figures.atMost(
    "the slowest answer",
    slowest([...answers, handedBack]) / 1_000,
    (workerGraceMs + slowMs) / 1_000 + 5,
    "s",
  );
  figures.exactly("exit codes", ends.map(({ code }) => code).join(" "), "0 0");
  figures.atMost("slowest exit", Math.max(...ends.map(({ tookMs }) => tookMs)) / 1_000, 12, "s");
  figures.exactly("answer to a document longer than the grace of its worker", handedBack.status, 200);
  figures.atMost("time until another worker begins it", restartMs / 1_000, 1, "s");
  await processes.report(figures, [...repeated, ...answers, handedBack]);
});
