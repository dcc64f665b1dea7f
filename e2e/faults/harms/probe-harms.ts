import { setTimeout as delay } from "node:timers/promises";
import { createDocumentProducer } from "@platen/queue";
import { chromiumOf, waitFor } from "@platen/testing";
import { createReplaceableBrowser } from "./replaceable-browser.ts";
import type { Figures } from "../runner/fault-row.ts";
import type { Kind, ProbedProcess, ProbedProcesses } from "../facts/probed-processes.ts";
import { askProbes } from "../facts/probe-watch.ts";
import { startBlockingConnectionProxy } from "./blocking-connection-proxy.ts";

/** Does its harm, and then tells the figures. */
export type Harm = () => Promise<(figures: Figures) => void>;

const healthy = "200, 200, 200";
const silent = "–, –, –";
const second = 1_000;

export function prepareBrowserHarm(worker: ProbedProcess): Harm {
  const browserPids = async () => (await chromiumOf(worker.service.pid)).browser.map(({ pid }) => pid);

  async function replacedAfter(signal: NodeJS.Signals): Promise<number> {
    const old = await browserPids();
    for (const pid of old) process.kill(pid, signal);
    const from = performance.now();
    const isReplaced = async () => (await browserPids()).some((pid) => !old.includes(pid));
    await waitFor(isReplaced, { timeoutMs: 40 * second, describe: "another browser" }).catch(() => undefined);
    return (performance.now() - from) / second;
  }
  return async () => {
    const from = performance.now();
    // A browser that ends sooner than after five seconds is started anew only for a document.
    await delay(5 * second);
    const killed = await replacedAfter("SIGKILL");
    await delay(2 * second);
    const hung = await replacedAfter("SIGSTOP");
    await delay(2 * second);
    return (figures) => {
      figures.atMost("The browser is killed: replaced after", killed, 4, "s");
      figures.atMost("it hangs, while nothing is printed: replaced after", hung, 20, "s");
      figures.exactly("the worker in both", worker.probes.all(from), healthy);
    };
  };
}

export async function prepareNoBrowser(processes: ProbedProcesses, what: "ends" | "hangs", withinS: number): Promise<Harm> {
  const program = await createReplaceableBrowser();
  processes.onStop(() => program.remove());
  await program.replace(what === "ends" ? "exit 3" : "exec sleep 600");
  return async () => {
    const from = performance.now();
    const { probes, outcome } = await processes.begin("worker", { CHROMIUM_PATH: program.path });
    const said = await outcome;
    const tookS = (performance.now() - from) / second;
    return (figures) => {
      figures.exactly(
        `A worker whose browser ${what} at its start`,
        typeof said === "string" ? said.replace(/^.* ended/, "ended") : "it got ready",
        "ended with code 1",
      );
      figures.atMost("after", tookS, withinS, "s");
      if (what === "hangs")
        figures.exactly(
          "its startup until then",
          probes.statuses("startupz", 0, from + 12 * second).replace("– then ", ""),
          "503",
        );
    };
  };
}

export async function prepareWaitingConnection(
  processes: ProbedProcesses,
  redisUrl: string,
  state: "cut" | "hanging",
  wanted: { fromS: number; toS: number; words: RegExp },
): Promise<Harm> {
  const url = new URL(redisUrl);
  const proxy = await startBlockingConnectionProxy(Number(url.port));
  processes.onStop(() => proxy.close());
  const prefix = `${state}:`;
  const logger = { warn: () => undefined, info: () => undefined };
  const producer = createDocumentProducer({ redisUrl: url.href, prefix, logger });
  processes.onStop(() => producer.close());
  url.host = `127.0.0.1:${proxy.port}`;
  const worker = await processes.start("worker", { REDIS_URL: url.href, REDIS_PREFIX: prefix });
  return async () => {
    proxy.set(state);
    const harmedAt = performance.now();
    if (state === "hanging") {
      const now = Date.now();
      const ids = {
        documentId: "doc",
        projectId: "prj",
        sourceId: "src",
        requestId: "req",
        grant: "none",
        replyTo: "nobody",
      };
      await producer.add(
        { ...ids, data: {}, options: {}, requestedAt: now, deadlineAt: now + 60 * second },
        { priority: 1 },
      );
    }
    const isDead = () => worker.probes.firstAt("livez", "503", harmedAt) < Infinity;
    await waitFor(isDead, { timeoutMs: wanted.toS * second + 2_000, describe: "the worker not to be live" }).catch(
      () => undefined,
    );
    const deadAt = worker.probes.firstAt("livez", "503", harmedAt);
    proxy.set("sound");
    const isAlive = () => worker.probes.firstAt("livez", "200", deadAt) < Infinity;
    await waitFor(isAlive, { timeoutMs: 15 * second, describe: "the worker to be live" }).catch(() => undefined);
    const aliveAt = worker.probes.firstAt("livez", "200", deadAt);
    return (figures) => {
      const what = state === "cut" ? "is cut" : "hangs, and a document waits";
      figures.atLeast(
        `The connection a worker waits on ${what}: live for`,
        (deadAt - harmedAt) / second,
        wanted.fromS,
        "s",
      );
      figures.atMost("and not live after", (deadAt - harmedAt) / second, wanted.toS, "s");
      figures.isTrue("it says", wanted.words.test(worker.probes.reason("livez")), worker.probes.reason("livez"));
      figures.exactly(
        "startup and readiness meanwhile",
        `${worker.probes.statuses("startupz")}, ${worker.probes.statuses("readyz")}`,
        "200, 200",
      );
      figures.atMost("live again after it is mended", (aliveAt - deadAt) / second, 12, "s");
    };
  };
}

export async function prepareEventLoop(processes: ProbedProcesses, kind: Kind): Promise<Harm> {
  const { service, probes } = await processes.start(kind, kind === "worker" ? { REDIS_PREFIX: "held-up:" } : {});

  async function holdUp(forMs: number): Promise<void> {
    const endsAt = performance.now() + forMs;
    while (performance.now() < endsAt) {
      service.kill("SIGSTOP");
      await delay(1_500);
      service.kill("SIGCONT");
      await delay(300);
    }
  }
  return async () => {
    const from = performance.now();
    await holdUp(24 * second);
    const heldUpTo = performance.now();
    await waitFor(() => probes.firstAt("livez", "200", heldUpTo) < Infinity, {
      timeoutMs: 25 * second,
      describe: "it to be live",
    }).catch(() => undefined);
    const aliveAt = probes.firstAt("livez", "200", heldUpTo);
    service.kill("SIGSTOP");
    const still = await askProbes(service);
    service.kill("SIGKILL");
    await service.exited;
    const gone = await askProbes(service);
    return (figures) => {
      figures.exactly(
        `The event loop of a ${kind} is held up most of the time`,
        probes.all(from, heldUpTo),
        "200, 200 then 503, 200",
      );
      figures.atMost("not live after", (probes.firstAt("livez", "503", from) - from) / second, 24, "s");
      figures.atMost("live again after", (aliveAt - heldUpTo) / second, 22, "s");
      figures.exactly("it stands still", still, silent);
      figures.exactly("the process is gone", gone, silent);
    };
  };
}
