import type { Logger } from "@platen/telemetry";
import { launchChromium, type ChromiumProcess, type LaunchOptions } from "./launch-chromium.ts";

export type LauncherOptions = Omit<LaunchOptions, "sandbox" | "log"> & {
  /** Allows a browser without its sandbox. Otherwise such a browser is killed, and its launch fails. */
  allowNoSandbox: boolean;
  log: Logger;
};

/** Starts sealed browsers, and ends them all. */
export type Launcher = {
  launch(): Promise<ChromiumProcess>;
  launches(): number;
  /** Starts no more browsers, and resolves when all have ended. */
  close(): Promise<void>;
};

export function createLauncher({ allowNoSandbox, ...options }: LauncherOptions): Launcher {
  const living = new Set<ChromiumProcess>();
  const launching = new Set<Promise<unknown>>();
  let launches = 0;
  let isClosed = false;

  async function forgetOnceEnded(launched: ChromiumProcess): Promise<void> {
    await launched.ended;
    living.delete(launched);
  }

  async function launchOnce(sandbox: boolean): Promise<ChromiumProcess> {
    launches += 1;
    const launched = await launchChromium({ ...options, sandbox });
    living.add(launched);
    void forgetOnceEnded(launched);
    if (isClosed || (!launched.isSandboxed && !allowNoSandbox)) {
      launched.kill();
      await launched.ended;
      throw new Error(isClosed ? "the engine is shutting down" : "the browser started without its sandbox");
    }
    if (!launched.isSandboxed) {
      options.log.warn("the browser runs WITHOUT its sandbox because RENDER_ALLOW_NO_SANDBOX is set");
    }
    options.log.info("browser started", {
      version: launched.version,
      isSandboxed: launched.isSandboxed,
      isNetworkSealed: options.sealNetwork,
      asUser: options.user?.uid ?? null,
    });
    return launched;
  }

  async function launch(): Promise<ChromiumProcess> {
    if (!allowNoSandbox) return launchOnce(true);
    try {
      return await launchOnce(true);
    } catch {
      return launchOnce(false);
    }
  }

  return {
    async launch() {
      const launched = launch();
      launching.add(launched);
      try {
        return await launched;
      } finally {
        launching.delete(launched);
      }
    },
    launches: () => launches,
    async close() {
      isClosed = true;
      await Promise.allSettled(launching);
      for (const browser of living) browser.kill();
      await Promise.all([...living].map(({ ended }) => ended));
    },
  };
}
