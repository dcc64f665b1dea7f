import { describeError } from "@platen/telemetry";
import { setTimeout as delay } from "node:timers/promises";
import type { Launcher } from "../chromium/launcher.ts";
import { RenderError } from "../failure/render-error.ts";
import { createBarredAccounts } from "../pages/barred-accounts.ts";
import type { BrowserInstance, BrowserInstanceOptions, EndCause, StartCause } from "./browser-instance.ts";
import { startBrowser } from "./start-browser.ts";
import type { SupervisorHealth } from "./supervisor-health.ts";

export type SuccessionOptions = Omit<BrowserInstanceOptions, "barred"> & {
  launcher: Pick<Launcher, "launch">;
  /** The longest time of a document. After it, a browser that has a successor is killed. */
  drainTimeoutMs: number;
  /** Called when a browser that has ended could not be replaced. */
  onUnavailable: (() => void) | undefined;
};

/** The browsers of an engine, one after the other. One takes new documents at a time. */
export type Succession = {
  /** The browser for the next document. Starts one if there is none. */
  running(): Promise<BrowserInstance>;
  current(): BrowserInstance | undefined;
  /** Starts a successor, which takes over when it is ready. Documents under way stay with the old browser. */
  replace(cause: EndCause): Promise<void>;
  /** Kills a browser that does not do what it must. */
  killStuck(stuck: BrowserInstance): void;
  /** Starts no more browsers. */
  close(): void;
  isClosed(): boolean;
  health(): Pick<
    SupervisorHealth,
    "isAvailable" | "isSandboxed" | "isSingleLayout" | "version" | "starts" | "failedStarts" | "ends" | "pid"
  >;
};

const launchAttempts = 3;
const launchPauseMs = 300;
/** A launch that fails only after this long is not repeated: another worker serves the documents sooner. */
const launchHangsMs = 5_000;
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

export function createSuccession(options: SuccessionOptions): Succession {
  const { log } = options;
  const barred = createBarredAccounts();
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
    const events = { onStuck: killStuck, onOpeningFailed };
    const started = await startBrowser(options.launcher, { ...options, barred, isWarm }, events);
    takeOver(started);
    starts[cause] += 1;
    return started;
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

  async function replace(cause: EndCause): Promise<void> {
    const old = current;
    if (!old || isClosed || starting || successor || performance.now() < replaceableAt) return;
    try {
      successor = launch({ isWarm: true, cause });
      await successor;
      log.info("a successor has taken over from the browser", { cause, documents: old.documents });
      old.endCause = cause;
      killWhenIdle(old, options.drainTimeoutMs);
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

  return {
    running,
    current: () => current,
    replace,
    killStuck,
    close() {
      isClosed = true;
    },
    isClosed: () => isClosed,
    health: () => ({
      isAvailable,
      isSandboxed,
      isSingleLayout: current?.isSingleLayout ?? false,
      version,
      starts: { ...starts },
      failedStarts,
      ends: { ...ends },
      pid: current?.process.pid,
    }),
  };
}

/** Ends a browser when its documents under way are done, or all of them must have failed. */
function killWhenIdle(old: BrowserInstance, drainTimeoutMs: number): void {
  if (old.busy === 0) {
    old.process.kill();
    return;
  }
  // At the deadline, each document of this browser has failed or runs in the successor.
  const deadline = setTimeout(() => old.process.kill(), drainTimeoutMs).unref();
  old.onIdle = () => {
    clearTimeout(deadline);
    old.process.kill();
  };
}

function isBarren({ failedOpenings }: BrowserInstance): boolean {
  return failedOpenings >= barrenOpenings;
}
