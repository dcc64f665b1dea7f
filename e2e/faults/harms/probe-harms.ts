import { setTimeout as delay } from "node:timers/promises";
import { createDocumentProducer } from "@platen/queue";
import { chromiumOf, waitFor } from "@platen/testing";
import { createReplaceableBrowser } from "./replaceable-browser.ts";
import type { Figures } from "../runner/fault-row.ts";
import type { Kind, ProbedProcess, ProbedProcesses } from "../facts/probed-processes.ts";
import { askProbes } from "../facts/probe-watch.ts";
import { startBlockingConnectionProxy } from "./blocking-connection-proxy.ts";

/** Does a harm and returns a function that adds its figures. */
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
    // A browser that ends within five seconds restarts only for a document.
    await delay(5 * second);
    const killed = await replacedAfter("SIGKILL");
    await delay(2 * second);
    const hung = await replacedAfter("SIGSTOP");
    await delay(2 * second);
    return (figures) => {
      figures.atMost("The browser is killed: replaced after", killed, 4, "s");
      figures.atMost("The idle browser hangs: replaced after", hung, 20, "s");
      figures.exactly("the worker's probes in both", worker.probes.all(from), healthy);
    };
  };
}

export async function prepareNoBrowser(
  processes: ProbedProcesses,
  what: "ends" | "hangs",
  withinS: number,
): Promise<Harm> {
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
        `A worker whose browser ${what} at the start`,
        typeof said === "string" ? said.replace(/^.* ended/, "ended") : "ready",
        "ended with code 1",
      );
      figures.atMost(`The browser ${what} at the start: worker ended after`, tookS, withinS, "s");
      if (what === "hangs")
        figures.exactly(
          "its startup probe until then",
          probes.statuses("startupz", 0, from + 12 * second).replace("– then ", ""),
          "503",
        );
    };
  };
}

export async function prepareBlockingConnection(
  processes: ProbedProcesses,
  redisUrl: string,
  state: "cut" | "hanging",
  wanted: { fromS: number; toS: number; reason: RegExp },
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
    await waitFor(isDead, { timeoutMs: wanted.toS * second + 2_000, describe: "a failing liveness probe" }).catch(
      () => undefined,
    );
    const deadAt = worker.probes.firstAt("livez", "503", harmedAt);
    proxy.set("healthy");
    const isAlive = () => worker.probes.firstAt("livez", "200", deadAt) < Infinity;
    await waitFor(isAlive, { timeoutMs: 15 * second, describe: "a good liveness probe" }).catch(() => undefined);
    const aliveAt = worker.probes.firstAt("livez", "200", deadAt);
    return (figures) => {
      const what = state === "cut" ? "is cut" : "hangs while a document waits";
      figures.atLeast(
        `The blocking connection of a worker ${what}: live for`,
        (deadAt - harmedAt) / second,
        wanted.fromS,
        "s",
      );
      figures.atMost("not live after", (deadAt - harmedAt) / second, wanted.toS, "s");
      figures.isTrue("its reason", wanted.reason.test(worker.probes.reason("livez")), worker.probes.reason("livez"));
      figures.exactly(
        "startup and readiness probes meanwhile",
        `${worker.probes.statuses("startupz")}, ${worker.probes.statuses("readyz")}`,
        "200, 200",
      );
      figures.atMost("live again after the repair", (aliveAt - deadAt) / second, 12, "s");
    };
  };
}

export async function prepareEventLoop(processes: ProbedProcesses, kind: Kind): Promise<Harm> {
  const { service, probes } = await processes.start(kind, kind === "worker" ? { REDIS_PREFIX: "blocked:" } : {});

  async function blockLoop(forMs: number): Promise<void> {
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
    await blockLoop(24 * second);
    const blockedUntil = performance.now();
    await waitFor(() => probes.firstAt("livez", "200", blockedUntil) < Infinity, {
      timeoutMs: 25 * second,
      describe: "a good liveness probe",
    }).catch(() => undefined);
    const aliveAt = probes.firstAt("livez", "200", blockedUntil);
    service.kill("SIGSTOP");
    const still = await askProbes(service);
    service.kill("SIGKILL");
    await service.exited;
    const gone = await askProbes(service);
    return (figures) => {
      figures.exactly(
        `The event loop of a ${kind} is blocked most of the time`,
        probes.all(from, blockedUntil),
        "200, 200 then 503, 200",
      );
      figures.atMost("not live after", (probes.firstAt("livez", "503", from) - from) / second, 24, "s");
      figures.atMost("live again after", (aliveAt - blockedUntil) / second, 22, "s");
      figures.exactly("the process is stopped", still, silent);
      figures.exactly("the process is gone", gone, silent);
    };
  };
}
