import { describeError } from "@platen/telemetry";
import type { Launcher } from "../chromium/launcher.ts";
import { raceAbort } from "../failure/race-abort.ts";
import { createConcurrencyLimiter } from "../pages/concurrency-limiter.ts";
import type { PageLease, PageLeaseRequest } from "../pages/page-pool.ts";
import { createHeartbeat, type HeartbeatTimes } from "./heartbeat.ts";
import { createRepeatedFirst } from "./repeated-first.ts";
import { checkReplacement } from "./replacement-check.ts";
import { createSuccession, type SuccessionOptions } from "./succession.ts";
import type { SupervisorHealth } from "./supervisor-health.ts";

export type SupervisorOptions = SuccessionOptions & {
  launcher: Launcher;
  /** Documents printed at once. */
  concurrency: number;
  /** The share of the slots' time that background documents get on a busy service. */
  backgroundShare: number;
  /** The times of the heartbeat, instead of the defaults. */
  heartbeat?: HeartbeatTimes | undefined;
};

/** Keeps a browser running: watches it, and replaces it when it has reached a limit, is stuck or has ended. */
export type Supervisor = {
  /** Starts the first browser. */
  start(): Promise<void>;
  /** Runs `work` on a page of the browser, once its project has a slot. */
  use<T>(request: PageLeaseRequest, work: (lease: PageLease) => Promise<T>): Promise<T>;
  isClosed(): boolean;
  health(): SupervisorHealth;
  close(): Promise<void>;
};

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { launcher, limits, log } = options;
  const limiter = createConcurrencyLimiter(options.concurrency, options);
  const repeatedFirst = createRepeatedFirst();
  const succession = createSuccession(options);
  let memoryBytes = 0;
  let timer: NodeJS.Timeout | undefined;

  function scheduleCheck(): void {
    timer = setTimeout(() => {
      check()
        .catch((error: unknown) => {
          log.warn("could not check the limits of the browser", describeError(error));
        })
        .finally(() => {
          if (!succession.isClosed()) scheduleCheck();
        });
    }, limits.checkIntervalMs).unref();
  }

  async function check(): Promise<void> {
    const current = succession.current();
    if (!current?.process.isAlive()) return;
    const result = await checkReplacement(current, limits);
    ({ memoryBytes } = result);
    if (result.due) await succession.replace(result.due);
  }

  const heartbeat = createHeartbeat({
    current: () => succession.current(),
    ping: ({ renderers }) => renderers.ping(),
    onSilent: (silent) => succession.killStuck(silent),
    ...options.heartbeat,
  });

  const print: Supervisor["use"] = async (request, work) => {
    const freeSlot = await limiter.takeSlot(request, request.signal);
    try {
      const browser = await raceAbort(succession.running(), { signal: request.signal, stage: "queue" });
      browser.busy += 1;
      try {
        return await browser.pages.use(request, work);
      } finally {
        browser.busy -= 1;
        browser.documents += 1;
        if (browser.busy === 0) browser.onIdle?.();
        const isDue = browser.documents >= limits.maxBrowserDocuments;
        if (isDue && browser === succession.current()) void succession.replace("documents");
      }
    } finally {
      freeSlot();
    }
  };

  return {
    async start() {
      await succession.running();
      scheduleCheck();
    },

    async use(request, work) {
      if (request.asksBrowser) {
        await raceAbort(repeatedFirst.waitForThem(), { signal: request.signal, stage: "queue" });
        return print(request, work);
      }
      return request.fresh ? repeatedFirst.goFirst(() => print(request, work)) : print(request, work);
    },

    isClosed: () => succession.isClosed(),

    health: () => ({
      ...succession.health(),
      launches: launcher.launches(),
      busyPages: limiter.counts().busy,
      waiting: limiter.counts().waiting,
      idlePages: succession.current()?.pages.counts().idle ?? 0,
      memoryBytes,
      silentMs: heartbeat.silentMs(),
    }),

    async close() {
      succession.close();
      clearTimeout(timer);
      heartbeat.close();
      await launcher.close();
    },
  };
}
