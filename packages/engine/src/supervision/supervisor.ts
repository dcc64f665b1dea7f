import { describeError, type Logger } from "@platen/telemetry";
import { setTimeout as delay } from "node:timers/promises";
import { raceAbort } from "../failure/race-abort.ts";
import { RenderError } from "../failure/render-error.ts";
import { createBrowserPulse } from "./heartbeat.ts";
import type { BrowserLauncher } from "../chromium/launcher.ts";
import type { PageLease, PageLeaseRequest } from "../pages/page-pool.ts";
import type { ReplacementLimits } from "./replacement-limits.ts";
import { createRunningBrowser, type EndCause, type RunningBrowser, type StartCause } from "./browser-instance.ts";
import type { SupervisorHealth } from "./supervisor-health.ts";
import { createTurns } from "../pages/concurrency-limiter.ts";
import { lookAfter } from "./replacement-check.ts";

export type SupervisorOptions = {
  launcher: BrowserLauncher;
  /** Documents printed at once. */
  concurrency: number;
  limits: ReplacementLimits;
  /** The most a document may take; after that a browser that has a successor is killed. */
  drainTimeoutMs: number;
  log: Logger;
  /** Told when the browser cannot be started any more, though it had been running. */
  onUnavailable: (() => void) | undefined;
};

/** Keeps a browser running: watches it, and has another take over when it has served its time or ended. */
export type Supervisor = {
  /** Starts the first browser. */
  start(): Promise<void>;
  /** Runs `work` on a page of the browser, when it is its turn. */
  use<T>(lease: PageLeaseRequest, work: (lease: PageLease) => Promise<T>): Promise<T>;
  isClosed(): boolean;
  health(): SupervisorHealth;
  close(): Promise<void>;
};

const launchAttempts = 3;
const launchPauseMs = 300;
/** A browser that took this long to not start hangs; those that wait for one are better served by another worker. */
const launchHangsMs = 5_000;
/** One that has started and is not ready for documents after so long hangs as well. */
const preparingHangsMs = 10_000;
/** A browser that ends sooner is started anew only for a document, lest one that cannot live be started for ever. */
const soundLifeMs = 5_000;
/** After a successor has failed to start, until another is tried. */
const replacementPauseMs = 60_000;

export function createSupervisor({ launcher, limits, log, ...options }: SupervisorOptions): Supervisor {
  const turns = createTurns(options.concurrency);
  const ends: Record<EndCause, number> = { documents: 0, memory: 0, age: 0, crash: 0, stuck: 0 };
  const starts: Record<StartCause, number> = { first: 0, ...ends };
  let failedStarts = 0;
  /** What the next browser is started for, when there is none. */
  let missingBecause: StartCause = "first";
  let current: RunningBrowser | undefined;
  /** Started because there is none. */
  let starting: Promise<RunningBrowser> | undefined;
  /** Started to take over from the current one. */
  let successor: Promise<RunningBrowser> | undefined;
  let replaceableAt = 0;
  let isClosed = false;
  let isAvailable = true;
  let isSandboxed = false;
  let version = "";
  let memoryBytes = 0;
  let timer: NodeJS.Timeout | undefined;

  function running(): Promise<RunningBrowser> {
    if (isClosed) return Promise.reject(new RenderError("browser_unavailable"));
    if (current?.process.isAlive()) return Promise.resolve(current);
    starting ??= (successor?.catch(relaunch) ?? relaunch()).finally(() => {
      starting = undefined;
    });
    return starting;
  }

  async function relaunch(): Promise<RunningBrowser> {
    const startedAt = performance.now();
    for (let attempt = 1; ; attempt++) {
      try {
        return await launch({ isWarm: false, cause: missingBecause });
      } catch (error) {
        failedStarts += 1;
        log.warn("the browser does not start", { attempt, ...describeError(error) });
        if (isClosed || attempt === launchAttempts || performance.now() - startedAt > launchHangsMs) {
          isAvailable = false;
          if (!isClosed && version !== "") options.onUnavailable?.();
          throw new RenderError("browser_unavailable", { cause: error });
        }
        await delay(launchPauseMs * attempt);
      }
    }
  }

  /** Starts a browser, which then is the current one: at once, or when a page is open in it. */
  async function launch({ isWarm, cause }: { isWarm: boolean; cause: StartCause }): Promise<RunningBrowser> {
    const launched = await launcher.launch();
    // Killed, it fails whatever it was asked; otherwise one that stands still now would be waited for.
    const timer = setTimeout(() => launched.kill(), preparingHangsMs);
    try {
      const started = await createRunningBrowser(launched, { limits, log }, killStuck);
      const warming = started.pages.warm();
      if (isWarm) await warming;
      warming.catch(() => {
        // Whoever needs a page opens one and hears why it cannot.
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

  function takeOver(started: RunningBrowser): void {
    started.process.puppeteer.once("disconnected", () => onEnd(started));
    if (!started.process.isAlive()) throw new Error("the browser ended as soon as it was started");
    current = started;
    isAvailable = true;
    ({ version, isSandboxed } = started.process);
  }

  function onEnd(ended: RunningBrowser): void {
    ended.pages.clear();
    if (current === ended) current = undefined;
    if (isClosed) return;
    ends[ended.endCause] += 1;
    if (!current) missingBecause = ended.endCause;
    if (ended.endCause !== "crash" && ended.endCause !== "stuck") return;
    log.warn("the browser has ended and is started anew", { cause: ended.endCause });
    if (performance.now() - ended.startedAt < soundLifeMs) return;
    running().catch(() => {
      // Said in the log.
    });
  }

  function killStuck(stuck: RunningBrowser): void {
    if (isClosed || !stuck.process.isAlive()) return;
    stuck.endCause = "stuck";
    stuck.process.kill();
  }

  /** Has a successor take over once it is ready; whoever prints does not notice. */
  async function replace(cause: EndCause): Promise<void> {
    const old = current;
    if (!old || isClosed || starting || successor || performance.now() < replaceableAt) return;
    try {
      successor = launch({ isWarm: true, cause });
      await successor;
      log.info("the browser has served its time; another has taken over", { cause, documents: old.documents });
      retire(old, cause);
    } catch (error) {
      failedStarts += 1;
      replaceableAt = performance.now() + replacementPauseMs;
      if (!isClosed) log.warn("no other browser starts; this one goes on", { cause, ...describeError(error) });
    } finally {
      successor = undefined;
    }
  }

  /** Ends a browser that has a successor, when what it has under way is done. */
  function retire(old: RunningBrowser, cause: EndCause): void {
    old.endCause = cause;
    if (old.busy === 0) {
      old.process.kill();
      return;
    }
    // Those under way by then have been given up, or are printed by the successor.
    const deadline = setTimeout(() => old.process.kill(), options.drainTimeoutMs).unref();
    old.onIdle = () => {
      clearTimeout(deadline);
      old.process.kill();
    };
  }

  function lookRegularly(): void {
    timer = setTimeout(() => {
      look()
        .catch((error: unknown) => {
          log.warn("the browser could not be looked after", describeError(error));
        })
        .finally(() => {
          if (!isClosed) lookRegularly();
        });
    }, limits.lookIntervalMs).unref();
  }

  async function look(): Promise<void> {
    if (!current?.process.isAlive()) return;
    const seen = await lookAfter(current, limits);
    ({ memoryBytes } = seen);
    if (seen.due) await replace(seen.due);
  }

  const pulse = createBrowserPulse({
    current: () => current,
    ask: ({ renderers }) => renderers.ping(),
    onSilent: killStuck,
  });

  return {
    async start() {
      await running();
      lookRegularly();
    },

    async use(lease, work) {
      const leave = await turns.enter(lease.projectId, lease.signal);
      try {
        const browser = await raceAbort(running(), { signal: lease.signal, stage: "queue" });
        browser.busy += 1;
        try {
          return await browser.pages.use(lease, work);
        } finally {
          browser.busy -= 1;
          browser.documents += 1;
          if (browser.busy === 0) browser.onIdle?.();
          if (browser === current && browser.documents >= limits.maxBrowserDocuments) void replace("documents");
        }
      } finally {
        leave();
      }
    },

    isClosed: () => isClosed,

    health: () => ({
      isAvailable,
      isSandboxed,
      version,
      launches: launcher.launches(),
      starts: { ...starts },
      failedStarts,
      ends: { ...ends },
      busyPages: turns.counts().busy,
      waiting: turns.counts().waiting,
      idlePages: current?.pages.counts().idle ?? 0,
      memoryBytes,
      pid: current?.process.pid,
      silentMs: pulse.silentMs(),
    }),

    async close() {
      isClosed = true;
      clearTimeout(timer);
      pulse.close();
      await launcher.close();
    },
  };
}
