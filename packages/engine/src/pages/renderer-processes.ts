import { setPriority } from "node:os";
import type { CDPSession, Protocol } from "puppeteer";
import { RenderError } from "../failure/render-error.ts";
import { describeError, type Logger } from "@platen/telemetry";
import type { ChromiumProcess } from "../chromium/launch-chromium.ts";
import type { PrintingPage } from "../printing/printing-page.ts";
import { readMemory } from "../chromium/process-memory.ts";

/** A page and its renderer process, if known. */
export type OwnedPage = { page: PrintingPage; rendererPid: number | undefined };

export type BrowserMemory = {
  totalBytes: number;
  renderers: ReadonlyMap<number, number>;
};

/** The renderer processes of one browser. */
export type RendererProcesses = {
  /** Opens a page and finds its process, which is the new one. So pages are opened one after the other. */
  open(openPage: () => Promise<PrintingPage>): Promise<OwnedPage>;
  /** Lets all other processes go before a renderer's main thread, which lays out and prints, for good. */
  lowerPriority(pid: number | undefined): void;
  /** Kills a renderer, unless it has ended. False if that is not possible. */
  kill(pid: number | undefined): Promise<boolean>;
  /** Undefined where the system does not tell, or the browser does not answer. */
  memory(): Promise<BrowserMemory | undefined>;
  /** Resolves when the browser answers. Puppeteer's own `version()` would ask the browser only once. */
  ping(): Promise<void>;
};

export async function createRendererProcesses(
  browser: ChromiumProcess,
  { backgroundNice, log }: { backgroundNice: number; log: Logger },
): Promise<RendererProcesses> {
  const session = await browser.puppeteer.target().createCDPSession();
  let previous: Promise<unknown> = Promise.resolve();
  let isPriorityRefused = false;

  async function openNext(openPage: () => Promise<PrintingPage>): Promise<OwnedPage> {
    const before = await rendererPids(session);
    const page = await unlessRendererEnds(session, openPage());
    const added = [...(await rendererPids(session))].filter((pid) => !before.has(pid));
    return { page, rendererPid: added.length === 1 ? added[0] : undefined };
  }

  return {
    open(openPage) {
      const opening = previous.then(() => openNext(openPage));
      previous = opening.catch(() => {
        // The caller that opens the page gets the error.
      });
      return opening;
    },

    lowerPriority(pid) {
      if (pid === undefined || isPriorityRefused) return;
      try {
        setPriority(pid, backgroundNice);
      } catch (error) {
        const hasEnded = /ESRCH/.test(String(error));
        if (hasEnded) return;
        isPriorityRefused = true;
        log.warn(
          "the system lets no renderer be niced; background documents share the processor evenly",
          describeError(error),
        );
      }
    },

    async kill(pid) {
      if (pid === undefined) return false;
      try {
        // Another process may have this number by now.
        if ((await rendererPids(session)).has(pid)) process.kill(pid, "SIGKILL");
        return true;
      } catch {
        return false;
      }
    },

    async memory() {
      try {
        const { processInfo } = await session.send("SystemInfo.getProcessInfo");
        const renderers = renderersOf(processInfo);
        const pids = new Set([...browser.helperPids, ...processInfo.map(({ id }) => id)]);
        const read = await Promise.all([...pids].map(async (pid) => [pid, await readMemory(pid)] as const));
        let totalBytes = 0;
        const ofRenderers = new Map<number, number>();
        for (const [pid, bytes] of read) {
          if (bytes === undefined) return undefined;
          totalBytes += bytes;
          if (renderers.has(pid)) ofRenderers.set(pid, bytes);
        }
        return { totalBytes, renderers: ofRenderers };
      } catch {
        // The browser is ending.
        return undefined;
      }
    },

    async ping() {
      await session.send("Browser.getVersion");
    },
  };
}

async function rendererPids(session: CDPSession): Promise<Set<number>> {
  try {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    return renderersOf(processInfo);
  } catch (error) {
    throw new RenderError("browser_crashed", { cause: error });
  }
}

function renderersOf(processes: readonly Protocol.SystemInfo.ProcessInfo[]): Set<number> {
  return new Set(processes.filter(({ type }) => type === "renderer").map(({ id }) => id));
}

/**
 * Fails when the renderer of an opening page is killed. The page never answers then, but puppeteer's own session
 * reports it.
 */
async function unlessRendererEnds(session: CDPSession, opening: Promise<PrintingPage>): Promise<PrintingPage> {
  const connection = session.connection();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  let targetId: string | undefined;
  const onCreated = ({ targetInfo }: { targetInfo: { type: string; targetId: string } }) => {
    if (targetInfo.type === "page") targetId = targetInfo.targetId;
  };
  const onCrashed = (crashed: { targetId: string }) => {
    if (crashed.targetId !== targetId) return;
    reject(new RenderError("browser_crashed"));
    opening
      .then((page) => page.close())
      .catch(() => {
        // The page never opened.
      });
  };
  connection?.on("Target.targetCreated", onCreated);
  connection?.on("Target.targetCrashed", onCrashed);
  try {
    return await Promise.race([opening, ended]);
  } finally {
    connection?.off("Target.targetCreated", onCreated);
    connection?.off("Target.targetCrashed", onCrashed);
  }
}
