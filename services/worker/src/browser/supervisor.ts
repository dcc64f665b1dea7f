import { describeError, type Logger } from "@platen/telemetry";
import { setTimeout as delay } from "node:timers/promises";
import { RenderError } from "../failure/render-error.ts";
import { launchBrowser, type BrowserProcess, type LaunchOptions } from "./browser-process.ts";

export type SupervisorOptions = {
  launch: Omit<LaunchOptions, "sandbox" | "log">;
  /** Lets the browser run where the kernel refuses its sandbox. Otherwise it is not taken. */
  allowNoSandbox: boolean;
  log: Logger;
  /** Told when the browser has ended: its pages are gone. */
  onEnded: () => void;
  /** Told when it cannot be started any more, though it had been running. */
  onUnavailable: (() => void) | undefined;
};

export type SupervisorHealth = {
  /** False after launching failed several times in a row, until a launch succeeds. */
  isAvailable: boolean;
  isSandboxed: boolean;
  version: string;
  launches: number;
  /** Times the browser ended without being told to, or had to be killed. */
  crashes: number;
  pid: number | undefined;
};

/** Keeps a browser running: starts it, watches it, and starts it anew when it has ended. */
export type Supervisor = {
  /** The browser; when there is none, once it has been started. */
  running(): Promise<BrowserProcess>;
  /** Ends a browser that does not answer; the next document starts another. */
  killStuck(): void;
  isClosed(): boolean;
  health(): SupervisorHealth;
  close(): Promise<void>;
};

const launchAttempts = 3;
const launchPauseMs = 300;

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { log } = options;
  let current: BrowserProcess | undefined;
  let launching: Promise<BrowserProcess> | undefined;
  let closed = false;
  let launches = 0;
  let crashes = 0;
  let isAvailable = true;
  let version = "";
  let isSandboxed = false;

  async function launch(sandbox: boolean): Promise<BrowserProcess> {
    launches += 1;
    const launched = await launchBrowser({ ...options.launch, sandbox, log });
    if (!launched.isSandboxed && !options.allowNoSandbox) {
      launched.kill();
      await launched.ended;
      throw new Error("the browser runs without its sandbox");
    }
    return launched;
  }

  async function launchSealed(): Promise<BrowserProcess> {
    if (!options.allowNoSandbox) return launch(true);
    try {
      return await launch(true);
    } catch {
      return launch(false);
    }
  }

  async function relaunch(): Promise<BrowserProcess> {
    for (let attempt = 1; ; attempt++) {
      try {
        const launched = await launchSealed();
        if (closed) {
          launched.kill();
          await launched.ended;
          throw new RenderError("browser_unavailable");
        }
        watch(launched);
        return launched;
      } catch (error) {
        log.warn("the browser does not start", { attempt, ...describeError(error) });
        if (closed || attempt === launchAttempts) {
          isAvailable = false;
          if (!closed && version !== "") options.onUnavailable?.();
          throw new RenderError("browser_unavailable", { cause: error });
        }
        await delay(launchPauseMs * attempt);
      }
    }
  }

  function watch(launched: BrowserProcess): void {
    current = launched;
    isAvailable = true;
    version = launched.version;
    if (!launched.isSandboxed) {
      log.warn("the browser runs WITHOUT its sandbox, as RENDER_ALLOW_NO_SANDBOX allows");
    }
    isSandboxed = launched.isSandboxed;
    const { sealNetwork: isNetworkSealed, user } = options.launch;
    log.info("browser started", { version, isSandboxed, isNetworkSealed, asUser: user?.uid ?? null });
    launched.puppeteer.once("disconnected", () => {
      if (current === launched) current = undefined;
      options.onEnded();
      if (closed) return;
      crashes += 1;
      log.warn("the browser has ended; the next document starts it anew");
    });
  }

  return {
    running() {
      if (closed) return Promise.reject(new RenderError("browser_unavailable"));
      if (current?.isAlive()) return Promise.resolve(current);
      launching ??= relaunch().finally(() => {
        launching = undefined;
      });
      return launching;
    },
    killStuck() {
      if (closed || !current?.isAlive()) return;
      log.warn("a page does not close; the browser is started anew");
      current.kill();
    },
    isClosed: () => closed,
    health: () => ({ isAvailable, isSandboxed, version, launches, crashes, pid: current?.pid }),
    async close() {
      closed = true;
      const browser = current ?? (await launching?.catch(() => undefined));
      browser?.kill();
      await browser?.ended;
    },
  };
}
