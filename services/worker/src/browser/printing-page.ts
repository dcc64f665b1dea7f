import type { PageSettings, RenderStage } from "@platen/contracts";
import type { Browser as PuppeteerBrowser, BrowserContext } from "puppeteer";
import { abortedError } from "../failure/aborted.ts";
import { isNamed, isRenderError, RenderError } from "../failure/render-error.ts";
import { toPrintOptions } from "./print-options.ts";
import { refuseRequests, type Refused } from "./request-policy.ts";

export type PrintRequest = {
  html: string;
  settings: PageSettings;
  /** The most each stage may take; the document's own deadline ends it through `signal`. */
  loadTimeoutMs: number;
  printTimeoutMs: number;
  signal: AbortSignal;
};

export type PrintedDocument = {
  pdf: Buffer;
  timings: { loadMs: number; printMs: number };
  refused: Refused[];
};

/** A page that prints documents, one after the other, all of one project. No JavaScript runs in it. */
export type PrintingPage = {
  print(request: PrintRequest): Promise<PrintedDocument>;
  /** Whether it can print another document. */
  isUsable(): boolean;
  /** Resolves when it is gone; rejects when the browser does not answer. */
  close(): Promise<void>;
};

/** A renderer that is killed while its page is made leaves the calls to it without an answer. */
const openTimeoutMs = 5_000;
const answerTimeoutMs = 1_000;

export async function openPrintingPage(browser: PuppeteerBrowser): Promise<PrintingPage> {
  let usable = true;
  const { promise: crashed, reject: crash } = Promise.withResolvers<never>();
  crashed.catch(() => {
    // Whoever uses the page at that moment hears of it.
  });
  const onCrash = () => {
    usable = false;
    crash(new RenderError("browser_crashed"));
  };
  const markUsed = () => {
    usable = false;
  };
  browser.once("disconnected", onCrash);

  // A context of its own, and so a renderer process of its own.
  let context: BrowserContext | undefined;
  async function close(): Promise<void> {
    usable = false;
    browser.off("disconnected", onCrash);
    if (browser.connected) await context?.close();
  }

  async function setUp() {
    context = await browser.createBrowserContext();
    const page = await context.newPage();
    const session = await page.createCDPSession();
    session.on("Inspector.targetCrashed", onCrash);
    session.on("Inspector.detached", onCrash);
    page.on("close", onCrash);
    await session.send("Inspector.enable");
    const { frameTree } = await session.send("Page.getFrameTree");
    const frameId = frameTree.frame.id;
    session.on("Page.frameNavigated", ({ frame }) => {
      if (frame.id === frameId) markUsed();
    });
    const [policy] = await Promise.all([
      refuseRequests(session, { mainFrameId: frameId, onNavigation: markUsed }),
      session.send("Emulation.setScriptExecutionDisabled", { value: true }),
      session.send("Page.enable"),
    ]);
    return { session, frameId, policy };
  }

  const timer = setTimeout(onCrash, openTimeoutMs);
  let made: Awaited<ReturnType<typeof setUp>>;
  try {
    made = await Promise.race([setUp(), crashed]);
  } catch (error) {
    close().catch(() => {
      // What is left of it goes with the browser.
    });
    throw isRenderError(error) ? error : new RenderError("browser_crashed", { cause: error });
  } finally {
    clearTimeout(timer);
  }
  const { session, frameId, policy } = made;

  /** Runs one stage, which ends when it is done, when its time is up, when the document is cancelled or on a crash. */
  async function stage<T>(name: RenderStage, timeoutMs: number, signal: AbortSignal, work: Promise<T>): Promise<T> {
    const { promise: stopped, reject: stop } = Promise.withResolvers<never>();
    const abort = () => stop(abortedError(signal, name));
    const timer = setTimeout(() => {
      stop(new RenderError("render_timeout", { stage: name, retryable: false }));
    }, timeoutMs);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    try {
      return await Promise.race([work, stopped, crashed]);
    } catch (error) {
      throw toRenderError(error, name);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    }
  }

  /** "Printing failed" is said of a document as of a renderer that is ending; only one that lives answers this. */
  async function isAnswering(): Promise<boolean> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(reject, answerTimeoutMs);
    try {
      await Promise.race([session.send("Runtime.evaluate", { expression: "0" }), crashed, late]);
      return true;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  async function load(html: string): Promise<void> {
    await session.send("Page.setDocumentContent", { frameId, html });
    if (!/@font-face/i.test(html)) return;
    // Works with JavaScript off: that is for the page's own.
    await session.send("Runtime.evaluate", { expression: "document.fonts.ready.then(() => 0)", awaitPromise: true });
  }

  return {
    async print({ html, settings, loadTimeoutMs, printTimeoutMs, signal }) {
      policy.takeRefused();
      const startedAt = performance.now();
      try {
        await stage("load", loadTimeoutMs, signal, load(withoutRefresh(html)));
        const loadedAt = performance.now();
        const { data } = await stage(
          "print",
          printTimeoutMs,
          signal,
          session.send("Page.printToPDF", toPrintOptions(settings)),
        );
        const printedAt = performance.now();
        return {
          pdf: Buffer.from(data, "base64"),
          timings: { loadMs: loadedAt - startedAt, printMs: printedAt - loadedAt },
          refused: policy.takeRefused(),
        };
      } catch (error) {
        // It may still be at work on what failed.
        markUsed();
        const isUnexplained = isRenderError(error) && error.code === "render_failed" && error.details === undefined;
        if (isUnexplained && !(await isAnswering())) throw new RenderError("browser_crashed", { cause: error });
        throw error;
      }
    },
    isUsable: () => usable,
    close,
  };
}

// A refresh would take the document off its page before it is printed, or, late, the one that follows it.
function withoutRefresh(html: string): string {
  return html.replace(/(<meta\b[^>]*?)\bhttp-equiv(?=\s*=\s*["']?\s*refresh)/gi, "$1data-refused");
}

/** Chromium's refusals that are the document's own fault, and what to tell its author. */
const refusals = [
  {
    pattern: /page range|page ranges/i,
    path: "settings.pageRanges",
    message: "names pages the document does not have",
  },
  {
    pattern: /content area is empty|invalid print parameters/i,
    path: "settings.margin",
    message: "leaves no room on the paper",
  },
];

function toRenderError(error: unknown, stage: RenderStage): unknown {
  if (isNamed(error, "TargetCloseError")) return new RenderError("browser_crashed", { stage, cause: error });
  if (!isNamed(error, "ProtocolError")) return error;
  const text = error instanceof Error ? error.message : "";
  const refusal = refusals.find(({ pattern }) => pattern.test(text));
  if (refusal) {
    const { path, message } = refusal;
    return new RenderError("render_failed", {
      stage,
      detail: `${path} ${message}.`,
      details: [{ path, message }],
      cause: error,
    });
  }
  // The session's end shows in many wordings.
  if (/closed|detached|crashed/i.test(text)) return new RenderError("browser_crashed", { stage, cause: error });
  return new RenderError("render_failed", { stage, cause: error });
}
