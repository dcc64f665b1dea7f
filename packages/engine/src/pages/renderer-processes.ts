import type { CDPSession, Protocol } from "puppeteer";
import { RenderError } from "../failure/render-error.ts";
import type { ChromiumProcess } from "../chromium/launch-chromium.ts";
import type { PrintingPage } from "../printing/printing-page.ts";
import { readMemory } from "../chromium/process-memory.ts";

/** A page and the process that renders it, when that could be told. */
export type OwnedPage = { page: PrintingPage; rendererPid: number | undefined };

export type BrowserMemory = {
  totalBytes: number;
  renderers: ReadonlyMap<number, number>;
};

/** The renderer processes of one browser. */
export type RendererProcesses = {
  /** Opens a page and finds its process. One after the other: a page's process is the one that is new. */
  open(openPage: () => Promise<PrintingPage>): Promise<OwnedPage>;
  /** Kills a renderer, unless it has ended. False when that is not possible. */
  kill(pid: number | undefined): Promise<boolean>;
  /** Nothing where the system does not tell, or the browser does not answer. */
  memory(): Promise<BrowserMemory | undefined>;
  /** Resolves when the browser has answered a question, which puppeteer's own `version()` asks only once. */
  ping(): Promise<void>;
};

export async function watchRenderers(browser: ChromiumProcess): Promise<RendererProcesses> {
  const session = await browser.puppeteer.target().createCDPSession();
  let previous: Promise<unknown> = Promise.resolve();

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
        // Whoever opens it hears of it.
      });
      return opening;
    },

    async kill(pid) {
      if (pid === undefined) return false;
      try {
        // The number may be another process's by now.
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
        // It is ending.
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

/** A page whose renderer is killed while it opens answers nothing any more; puppeteer's own session is told of it. */
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
        // It never opened.
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
