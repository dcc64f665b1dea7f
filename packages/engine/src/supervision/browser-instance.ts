import type { Logger } from "@platen/telemetry";
import type { BrowserProcess } from "../chromium/launch-chromium.ts";
import type { Lane } from "../printing/page-mode.ts";
import { createPagePool, type PageLane, type PagePool } from "../pages/page-pool.ts";
import { openPrintingPage } from "../printing/printing-page.ts";
import { watchRenderers, type RendererProcesses } from "../pages/renderer-processes.ts";
import type { ReplacementLimits } from "./replacement-limits.ts";
import { scriptLane } from "../printing/script-mode.ts";
import { canLayOutOnce } from "../printing/single-layout-check.ts";
import { staticLane } from "../printing/static-mode.ts";

/** Why a browser ended: it had served its time, in one of three ways; by itself; or it had to be killed. */
export type EndCause = "documents" | "memory" | "age" | "crash" | "stuck";
/** Why a browser was started: it is the worker's first one, or follows one that ended so. */
export type StartCause = "first" | EndCause;

/** A browser with its pages. */
export type RunningBrowser = {
  process: BrowserProcess;
  pages: PagePool;
  renderers: RendererProcesses;
  startedAt: number;
  /** Documents tried. */
  documents: number;
  /** Documents under way. */
  busy: number;
  endCause: EndCause;
  /** Called when nothing is under way; set once a successor has taken over. */
  onIdle: (() => void) | undefined;
};

export async function createRunningBrowser(
  browser: BrowserProcess,
  { limits, log }: { limits: ReplacementLimits; log: Logger },
  onStuck: (running: RunningBrowser) => void,
): Promise<RunningBrowser> {
  const renderers = await watchRenderers(browser);
  const isLaidOutOnce = await canLayOutOnce(browser);
  if (!isLaidOutOnce) {
    log.warn("this browser does not print what is laid out once; documents take longer", { version: browser.version });
  }
  const lanes: Record<PageLane, Lane> = { static: staticLane({ isLaidOutOnce }), script: scriptLane };
  const pages = createPagePool({
    maxPages: limits.maxPagesKept,
    maxDocuments: limits.maxDocumentsPerPage,
    open: (lane) => renderers.open(() => openPrintingPage(browser.puppeteer, lanes[lane])),
    killRenderer: (pid) => renderers.kill(pid),
    onStuck: () => onStuck(running),
  });
  const running: RunningBrowser = {
    process: browser,
    pages,
    renderers,
    startedAt: performance.now(),
    documents: 0,
    busy: 0,
    endCause: "crash",
    onIdle: undefined,
  };
  return running;
}
