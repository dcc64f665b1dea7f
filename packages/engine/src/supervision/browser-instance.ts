import type { Logger } from "@platen/telemetry";
import type { ChromiumProcess } from "../chromium/launch-chromium.ts";
import type { PageMode } from "../printing/page-mode.ts";
import type { BarredAccounts } from "../pages/barred-accounts.ts";
import type { MemoryLimits } from "../pages/memory-limits.ts";
import { createRendererWatch } from "../pages/renderer-watch.ts";
import { createPagePool, type PageModeName, type PagePool } from "../pages/page-pool.ts";
import { openPrintingPage } from "../printing/printing-page.ts";
import { createRendererProcesses, type OwnedPage, type RendererProcesses } from "../pages/renderer-processes.ts";
import type { ReplacementLimits } from "./replacement-limits.ts";
import { scriptMode } from "../printing/script-mode.ts";
import { canLayOutOnce } from "../printing/single-layout-check.ts";
import { staticMode } from "../printing/static-mode.ts";

/**
 * Why a browser ended: it reached one of three limits, it crashed, or the supervisor ended it because it was stuck: it
 * did not answer, did not close a page, or opened none.
 */
export type EndCause = "documents" | "memory" | "age" | "crash" | "stuck";
/** Why a browser was started: it is the first one, or it follows a browser that ended for this cause. */
export type StartCause = "first" | EndCause;

/** A browser with its pages. */
export type BrowserInstance = {
  process: ChromiumProcess;
  pages: PagePool;
  renderers: RendererProcesses;
  startedAt: number;
  isSingleLayout: boolean;
  /** Documents begun. */
  documents: number;
  /** Documents under way. */
  busy: number;
  /** Pages that did not open since the last page that did. */
  failedOpenings: number;
  endCause: EndCause;
  /** Called when no document is under way; set once a successor has taken over. */
  onIdle: (() => void) | undefined;
};

export type BrowserInstanceOptions = {
  limits: ReplacementLimits;
  memory: MemoryLimits;
  barred: BarredAccounts;
  /** Lays documents out once where the browser prints them the same. */
  singleLayout: boolean;
  /** The nice value of renderers with background documents. */
  backgroundNice: number;
  log: Logger;
};

export type BrowserEvents = {
  /** Called for a browser that no longer does what it must. */
  onStuck: (instance: BrowserInstance) => void;
  /** Called when a page did not open. */
  onOpeningFailed: (instance: BrowserInstance) => void;
};

export async function createBrowserInstance(
  browser: ChromiumProcess,
  { limits, memory, barred, singleLayout, backgroundNice, log }: BrowserInstanceOptions,
  { onStuck, onOpeningFailed }: BrowserEvents,
): Promise<BrowserInstance> {
  const renderers = await createRendererProcesses(browser, { backgroundNice, log });
  const isSingleLayout = singleLayout && (await canLayOutOnce(browser));
  if (singleLayout && !isSingleLayout) {
    log.warn("this browser prints documents differently with a single layout; using the slower full layout", {
      version: browser.version,
    });
  }
  const modes: Record<PageModeName, PageMode> = { static: staticMode({ isSingleLayout }), script: scriptMode };

  async function openPage(mode: PageModeName): Promise<OwnedPage> {
    try {
      const opened = await renderers.open(() => openPrintingPage(browser.puppeteer, modes[mode]));
      instance.failedOpenings = 0;
      return opened;
    } catch (error) {
      instance.failedOpenings += 1;
      onOpeningFailed(instance);
      throw error;
    }
  }

  const pages = createPagePool({
    maxPages: limits.maxPagesKept,
    maxDocuments: limits.maxDocumentsPerPage,
    open: openPage,
    rendererWatch: createRendererWatch({
      browserPid: browser.pid,
      limits: memory,
      barred,
      ping: () => renderers.ping(),
      onStuck: () => onStuck(instance),
    }),
    lowerPriority: (pid) => renderers.lowerPriority(pid),
    killRenderer: (pid) => renderers.kill(pid),
    onStuck: () => onStuck(instance),
  });
  const instance: BrowserInstance = {
    process: browser,
    pages,
    renderers,
    startedAt: performance.now(),
    isSingleLayout,
    documents: 0,
    busy: 0,
    failedOpenings: 0,
    endCause: "crash",
    onIdle: undefined,
  };
  return instance;
}
