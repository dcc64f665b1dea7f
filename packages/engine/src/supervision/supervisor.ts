import { describeError, type Logger } from "@platen/telemetry";
import { setTimeout as delay } from "node:timers/promises";
import { raceAbort } from "../failure/race-abort.ts";
import { RenderError } from "../failure/render-error.ts";
import { createRepeatedFirst } from "./repeated-first.ts";
import { createHeartbeat, type HeartbeatTimes } from "./heartbeat.ts";
import { createBarredAccounts } from "../pages/barred-accounts.ts";
import type { MemoryLimits } from "../pages/memory-limits.ts";
import type { Launcher } from "../chromium/launcher.ts";
import type { PageLease, PageLeaseRequest } from "../pages/page-pool.ts";
import type { ReplacementLimits } from "./replacement-limits.ts";
import { createBrowserInstance, type EndCause, type BrowserInstance, type StartCause } from "./browser-instance.ts";
import type { SupervisorHealth } from "./supervisor-health.ts";
import { createConcurrencyLimiter } from "../pages/concurrency-limiter.ts";
import { checkReplacement } from "./replacement-check.ts";

export type SupervisorOptions = {
  launcher: Launcher;
  /** Documents printed at once. */
  concurrency: number;
  /** The share of the slots' time that background documents get on a busy service. */
  backgroundShare: number;
  /** The nice value of renderers with background documents. */
  backgroundNice: number;
  limits: ReplacementLimits;
  memory: MemoryLimits;
  /** The times of the heartbeat, instead of the defaults. */
  heartbeat?: HeartbeatTimes | undefined;
  /** Lays documents out once where the browser prints them the same. */
  singleLayout: boolean;
  /** The longest time of a document. After it, the supervisor kills a browser that has a successor. */
  drainTimeoutMs: number;
  log: Logger;
  /** Called when the supervisor cannot replace a browser that has ended. */
  onUnavailable: (() => void) | undefined;
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

const launchAttempts = 3;
const launchPauseMs = 300;
/** A launch that fails only after this long is not repeated: another worker serves the documents sooner. */
const launchHangsMs = 5_000;
/** A browser that has started but is not ready for documents after this long is killed. */
const preparingHangsMs = 15_000;
/**
 * A browser that ends sooner is replaced only when a document needs it, so a broken browser is not started without end.
 */
const soundLifeMs = 5_000;
/** The pause after a successor has failed to start, for a browser that prints and for a browser that is stuck. */
const replacementPauseMs = { usual: 60_000, stuck: 5_000 };
/**
 * So many pages in a row that do not open are no accident. A Chromium whose zygote has died answers, but starts no
 * renderer again. With two, the third attempt at a document waits for the successor.
 */
const barrenOpenings = 2;

export function createSupervisor({
  launcher,
  limits,
  memory,
  singleLayout,
  log,
  ...options
}: SupervisorOptions): Supervisor {
  const limiter = createConcurrencyLimiter(options.concurrency, options);
  const barred = createBarredAccounts();
  const repeatedFirst = createRepeatedFirst();
  const ends: Record<EndCause, number> = { documents: 0, memory: 0, age: 0, crash: 0, stuck: 0 };
  const starts: Record<StartCause, number> = { first: 0, ...ends };
  let failedStarts = 0;
  /** The cause of the next start while there is no browser. */
  let missingBecause: StartCause = "first";
  let current: BrowserInstance | undefined;
  /** The start under way while there is no browser. */
  let starting: Promise<BrowserInstance> | undefined;
  /** The start under way of the browser that takes over from the current one. */
  let successor: Promise<BrowserInstance> | undefined;
  let replaceableAt = 0;
  let isClosed = false;
  let isAvailable = true;
  let isSandboxed = false;
  let version = "";
  let memoryBytes = 0;
  let timer: NodeJS.Timeout | undefined;

  function running(): Promise<BrowserInstance> {
    if (isClosed) return Promise.reject(new RenderError("browser_unavailable"));
    if (current?.process.isAlive()) {
      const alive = current;
      if (!successor || !isBarren(alive)) return Promise.resolve(alive);
      return successor.catch(() => alive);
    }
    starting ??= (successor?.catch(relaunch) ?? relaunch()).finally(() => {
      starting = undefined;
    });
    return starting;
  }

  async function relaunch(): Promise<BrowserInstance> {
    const startedAt = performance.now();
    for (let attempt = 1; ; attempt++) {
      try {
        return await launch({ isWarm: false, cause: missingBecause });
      } catch (error) {
        failedStarts += 1;
        log.warn("could not start the browser", { attempt, ...describeError(error) });
        if (isClosed || attempt === launchAttempts || performance.now() - startedAt > launchHangsMs) {
          isAvailable = false;
          if (!isClosed && version !== "") options.onUnavailable?.();
          throw new RenderError("browser_unavailable", { cause: error });
        }
        await delay(launchPauseMs * attempt);
      }
    }
  }

  /** Starts a browser and makes it the current one: at once, or, if `isWarm`, when it has an open page. */
  async function launch({ isWarm, cause }: { isWarm: boolean; cause: StartCause }): Promise<BrowserInstance> {
    const launched = await launcher.launch();
    // A killed browser fails all its calls. Without the timer, this would wait without end for a browser that hangs.
    const timer = setTimeout(() => launched.kill(), preparingHangsMs);
    try {
      const started = await createBrowserInstance(
        launched,
        { limits, memory, barred, singleLayout, backgroundNice: options.backgroundNice, log },
        { onStuck: killStuck, onOpeningFailed },
      );
      const warming = started.pages.warm();
      if (isWarm) await warming;
      warming.catch(() => {
        // The document that needs a page opens one, and gets the error.
      });
      takeOver(started);
      starts[cause] += 1;
      return started;
    } catch (error) {
      launched.kill();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  function takeOver(started: BrowserInstance): void {
    started.process.puppeteer.once("disconnected", () => onEnd(started));
    if (!started.process.isAlive()) throw new Error("the browser ended right after its start");
    current = started;
    isAvailable = true;
    ({ version, isSandboxed } = started.process);
  }

  function onEnd(ended: BrowserInstance): void {
    ended.pages.clear();
    if (current === ended) current = undefined;
    if (isClosed) return;
    ends[ended.endCause] += 1;
    if (!current) missingBecause = ended.endCause;
    // A browser with a successor needs no replacement.
    if (current || (ended.endCause !== "crash" && ended.endCause !== "stuck")) return;
    log.warn("the browser has ended; starting its replacement", { cause: ended.endCause });
    if (performance.now() - ended.startedAt < soundLifeMs) return;
    running().catch(() => {
      // The log has the error.
    });
  }

  function killStuck(stuck: BrowserInstance): void {
    if (isClosed || !stuck.process.isAlive()) return;
    stuck.endCause = "stuck";
    stuck.process.kill();
  }

  function onOpeningFailed(instance: BrowserInstance): void {
    if (instance === current && instance.process.isAlive() && isBarren(instance)) void replace("stuck");
  }

  /** Starts a successor, which takes over when it is ready. Documents under way stay with the old browser. */
  async function replace(cause: EndCause): Promise<void> {
    const old = current;
    if (!old || isClosed || starting || successor || performance.now() < replaceableAt) return;
    try {
      successor = launch({ isWarm: true, cause });
      await successor;
      log.info("a successor has taken over from the browser", { cause, documents: old.documents });
      retire(old, cause);
    } catch (error) {
      failedStarts += 1;
      replaceableAt = performance.now() + replacementPauseMs[cause === "stuck" ? "stuck" : "usual"];
      if (!isClosed)
        log.warn("could not start a successor; the browser keeps running", {
          cause,
          ...describeError(error),
        });
    } finally {
      successor = undefined;
    }
  }

  /** Ends a browser that has a successor, when its documents under way are done. */
  function retire(old: BrowserInstance, cause: EndCause): void {
    old.endCause = cause;
    if (old.busy === 0) {
      old.process.kill();
      return;
    }
    // At the deadline, each document of this browser has failed or runs in the successor.
    const deadline = setTimeout(() => old.process.kill(), options.drainTimeoutMs).unref();
    old.onIdle = () => {
      clearTimeout(deadline);
      old.process.kill();
    };
  }

  function scheduleCheck(): void {
    timer = setTimeout(() => {
      check()
        .catch((error: unknown) => {
          log.warn("could not check the limits of the browser", describeError(error));
        })
        .finally(() => {
          if (!isClosed) scheduleCheck();
        });
    }, limits.checkIntervalMs).unref();
  }

  async function check(): Promise<void> {
    if (!current?.process.isAlive()) return;
    const result = await checkReplacement(current, limits);
    ({ memoryBytes } = result);
    if (result.due) await replace(result.due);
  }

  const heartbeat = createHeartbeat({
    current: () => current,
    ping: ({ renderers }) => renderers.ping(),
    onSilent: killStuck,
    ...options.heartbeat,
  });

  const print: Supervisor["use"] = async (request, work) => {
    const freeSlot = await limiter.takeSlot(request, request.signal);
    try {
      const browser = await raceAbort(running(), { signal: request.signal, stage: "queue" });
      browser.busy += 1;
      try {
        return await browser.pages.use(request, work);
      } finally {
        browser.busy -= 1;
        browser.documents += 1;
        if (browser.busy === 0) browser.onIdle?.();
        if (browser === current && browser.documents >= limits.maxBrowserDocuments) void replace("documents");
      }
    } finally {
      freeSlot();
    }
  };

  return {
    async start() {
      await running();
      scheduleCheck();
    },

    async use(request, work) {
      if (request.asksBrowser) {
        await raceAbort(repeatedFirst.waitForThem(), { signal: request.signal, stage: "queue" });
        return print(request, work);
      }
      return request.fresh ? repeatedFirst.goFirst(() => print(request, work)) : print(request, work);
    },

    isClosed: () => isClosed,

    health: () => ({
      isAvailable,
      isSandboxed,
      isSingleLayout: current?.isSingleLayout ?? false,
      version,
      launches: launcher.launches(),
      starts: { ...starts },
      failedStarts,
      ends: { ...ends },
      busyPages: limiter.counts().busy,
      waiting: limiter.counts().waiting,
      idlePages: current?.pages.counts().idle ?? 0,
      memoryBytes,
      pid: current?.process.pid,
      silentMs: heartbeat.silentMs(),
    }),

    async close() {
      isClosed = true;
      clearTimeout(timer);
      heartbeat.close();
      await launcher.close();
    },
  };
}

function isBarren({ failedOpenings }: BrowserInstance): boolean {
  return failedOpenings >= barrenOpenings;
}
