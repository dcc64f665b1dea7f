import type { PageSettings, RenderStage } from "@platen/contracts";
import type { BrowserContext, Browser as PuppeteerBrowser, Protocol } from "puppeteer";
import { abortedError } from "../failure/race-abort.ts";
import { isNamed, isRenderError, RenderError } from "../failure/render-error.ts";
import { endOfAnimations } from "./end-animations.ts";
import { contentWidth, findCut, isShrunk, scaleFor, showContent, type CutContent, type PageArea } from "./find-cut.ts";
import { refuseImpossiblePage } from "./impossible-page.ts";
import { createInterruption, type Interruption } from "./interruption.ts";
import type { Library, MissingFile } from "./library.ts";
import { noFindings, readFindings, type PageFindings } from "./page-findings.ts";
import { createPageLibrary } from "./page-library.ts";
import type { PageMode } from "./page-mode.ts";
import { addPageRule, toPageRule } from "./page-rule.ts";
import { openPageTarget, type PageTarget } from "./page-target.ts";
import type { PreparedHtml } from "./prepare-html.ts";
import { toPrintOptions } from "./print-options.ts";
import { printToPdf, printToPdfInPieces } from "./print-to-pdf.ts";
import { applyRequestPolicy, type Refused } from "./request-policy.ts";

export type PrintRequest = {
  document: PreparedHtml;
  /** The page settings, with header and footer filled and without addresses. */
  settings: PageSettings;
  /** Whether its PDF may be too large to be in memory several times. */
  isLarge: boolean;
  maxPdfBytes: number;
  /** The files and fonts that the document may use. Without it the page refuses all requests. */
  library: Library | undefined;
  /**
   * Whether a page has crashed over the document before, or printed nothing. The page then loads it completely before
   * it prints it, even if the document seems to request nothing.
   */
  isRepeated: boolean;
  /** The timeout of each stage. The deadline of the document aborts `signal`. */
  loadTimeoutMs: number;
  printTimeoutMs: number;
  signal: AbortSignal;
};

export type PrintedDocument = {
  pdf: Buffer;
  timings: { loadMs: number; printMs: number };
  /** Refused requests, except those for files that the library does not have. */
  refused: Refused[];
  missingFiles: MissingFile[];
  /** Families of fonts of the library that the browser refuses. */
  refusedFonts: string[];
  /** How many prints were thrown away because the document requested more. */
  incompletePrints: number;
  findings: PageFindings;
  /** Whether a script of the document still ran when its time was over. */
  isPending: boolean;
};

export type CutRequest = {
  /** The area of a page's content in full size. */
  fullArea: PageArea;
  /** The width of the widest page, as a multiple of that. */
  widest: number;
  /** The size in which the content was printed; undefined where the document on the page must tell. */
  scale: number | undefined;
  /** Whether boxes may hide text. */
  checksBoxes: boolean;
  /** Whether another print is needed to tell the pages. */
  hasPages: boolean;
};

export type FoundCut = CutContent & {
  scale: number;
  /** The document with destinations for what was found. */
  pdf: Buffer | undefined;
};

/** A page that prints documents of one project, one after the other. */
export type PrintingPage = {
  print(request: PrintRequest): Promise<PrintedDocument>;
  /** Finds what the last printed document loses; undefined where that cannot be told. Called once after a print. */
  findCut(request: CutRequest): Promise<FoundCut | undefined>;
  /** Whether it can print another document. */
  isUsable(): boolean;
  /** Resolves when the page is closed. Rejects if the browser does not answer. */
  close(): Promise<void>;
};

/** A renderer that is killed while its page opens leaves the calls to it without an answer. */
const openTimeoutMs = 10_000;
const answerTimeoutMs = 1_000;
/** A document that takes longer to lay out once more is given without the answer. */
const cutTimeoutMs = 2_000;

/** Printing makes a document request more once at most, unless it requests more without end. */
const maxPrints = 4;

export async function openPrintingPage(browser: PuppeteerBrowser, mode: PageMode): Promise<PrintingPage> {
  let usable = true;
  /** The interruption of the document on the page, or of the page while it opens. */
  let interruption: Interruption = createInterruption();
  const fail = (error: unknown) => interruption.interrupt(error);
  const markUnusable = () => {
    usable = false;
  };
  function onLost(how: "faulted" | "crashed" | "closed"): void {
    markUnusable();
    const crash = new RenderError("browser_crashed", { isRendererFault: how === "faulted" });
    fail(how === "closed" && mode.runsScripts ? leftPage() : crash);
  }

  /** Without scripts only a refresh navigates. The engine refuses it, and the document goes on. */
  function onLeft(): void {
    markUnusable();
    if (mode.runsScripts) fail(leftPage());
  }
  const onDisconnected = () => onLost("crashed");
  // `once` would wrap the listener, and `off` would not find it. The page and its last document would stay in memory.
  browser.on("disconnected", onDisconnected);

  let context: BrowserContext | undefined;
  let target: PageTarget | undefined;
  async function close(): Promise<void> {
    markUnusable();
    browser.off("disconnected", onDisconnected);
    target?.forget();
    if (browser.connected) await context?.close();
  }

  /** Whether the document on the page has altered the page for the next one. */
  let isAltered = false;
  /** With what the document on the page was printed, but for the document itself, which may be large. */
  let printedWith: { options: Protocol.Page.PrintToPDFRequest; maxBytes: number } | undefined;
  const pageLibrary = createPageLibrary({ isShared: !mode.runsScripts });
  /** Set while the engine navigates the page to an empty document. */
  let clearing: { hasArrived: boolean; done: () => void } | undefined;

  async function setUp() {
    context = await browser.createBrowserContext({ downloadBehavior: { policy: "deny" } });
    target = await openPageTarget(browser, context, { isDrawn: mode.runsScripts, onLost });
    const { session, frameId } = target;
    session.on("Page.frameNavigated", ({ frame }) => {
      if (frame.id !== frameId) return;
      if (clearing) clearing.hasArrived = true;
      else onLeft();
    });
    session.on("Page.loadEventFired", () => {
      // An event before the arrival belongs to the previous document.
      if (clearing?.hasArrived) clearing.done();
    });
    const [policy, loader] = await Promise.all([
      applyRequestPolicy(target, { assetTypes: mode.assetTypes, library: pageLibrary, onNavigation: onLeft, fail }),
      mode.prepare(target, { fail }),
    ]);
    return { session, policy, loader };
  }

  let opened: Awaited<ReturnType<typeof setUp>>;
  try {
    opened = await interruption.unlessInterrupted("load", openTimeoutMs, setUp());
  } catch (error) {
    close().catch(() => {
      // The rest of the page ends with the browser.
    });
    throw new RenderError("browser_crashed", { cause: error });
  }
  const { session, policy, loader } = opened;

  /**
   * Tells whether a failed print is the renderer's fault. Chromium reports "Printing failed" for a document and for a
   * renderer that is ending, but only a living renderer answers.
   */
  async function findRendererError(document: Interruption): Promise<RenderError | undefined> {
    try {
      await document.unlessInterrupted("print", answerTimeoutMs, session.send("Runtime.evaluate", { expression: "0" }));
      return undefined;
    } catch (reason) {
      // The end of the renderer, or a script that left the page, is mostly reported before the timeout.
      if (isRenderError(reason) && reason.code !== "render_timeout") return reason;
      return new RenderError("browser_crashed", { cause: reason });
    }
  }

  /** Lays the printed document out at a size. Commands run in order, so they need not wait for one another. */
  async function shownAt<T>(area: PageArea, read: () => Promise<T>): Promise<T> {
    const [, , result] = await Promise.all([showContent(session), loader.layOutAt(area), read()]);
    return result;
  }

  /** Prints the document on the page once more, whose page rule it still has. */
  async function printAgain(): Promise<Buffer | undefined> {
    if (!printedWith) return undefined;
    const { options, maxBytes } = printedWith;
    const plain = { ...options, generateTaggedPDF: false, generateDocumentOutline: false };
    return printToPdf(session, plain, { maxBytes, isWanted: () => usable });
  }

  /** Removes what the page keeps of earlier documents. */
  async function clear(): Promise<void> {
    const { promise: cleared, resolve } = Promise.withResolvers<void>();
    clearing = { hasArrived: false, done: resolve };
    await session.send("Page.navigate", { url: "about:blank" });
    await cleared;
    clearing = undefined;
    pageLibrary.forget();
  }

  async function prepareFor({ altersPage }: PreparedHtml): Promise<void> {
    if (isAltered) await clear();
    isAltered = altersPage;
  }

  return {
    async print(request) {
      const { settings, isLarge, maxPdfBytes, signal } = request;
      const own = createInterruption();
      interruption = own;
      let stage: RenderStage = "load";
      if (signal.aborted) throw abortedError(signal, stage);
      // The renderer may have ended while no document was on the page. It would answer none of the calls below.
      if (!usable) throw new RenderError("browser_crashed", { stage });
      const abort = () => fail(abortedError(signal, stage));
      signal.addEventListener("abort", abort, { once: true });
      pageLibrary.start(request.library);
      const document = pageLibrary.addressed(request.document);
      const timings = { loadMs: 0, printMs: 0 };
      async function inStage<T>(name: "load" | "print", work: () => Promise<T>): Promise<T> {
        stage = name;
        const startedAt = performance.now();
        try {
          return await own.unlessInterrupted(name, request[`${name}TimeoutMs`], work(), loader.timeoutReason);
        } finally {
          timings[`${name}Ms`] += performance.now() - startedAt;
        }
      }
      const startPrinting = () => {
        const options = toPrintOptions(settings);
        printedWith = { options, maxBytes: maxPdfBytes };
        const pageRule = toPageRule(settings);
        if (pageRule !== undefined) addPageRule(session, pageRule);
        if (document.animations === "running" && !mode.runsScripts) addPageRule(session, endOfAnimations);
        const limits = { maxBytes: maxPdfBytes, isWanted: () => !own.isInterrupted() };
        // The HTML does not tell what scripts draw.
        const print = isLarge || mode.runsScripts ? printToPdfInPieces : printToPdf;
        const printing = print(session, options, limits);
        printing.catch(() => {
          // The caller that waits for the print gets the error, unless loading has failed before.
        });
        return printing;
      };
      const loaded = { document, settings, timeoutMs: request.loadTimeoutMs };
      const quickLoad = request.isRepeated ? undefined : loader.quickLoad(loaded);

      /** Undefined if the document needs all layouts. */
      async function printQuickly(load: () => Promise<void>): Promise<Buffer | undefined> {
        const printing = await inStage("load", async () => {
          await prepareFor(document);
          if (!(await pageLibrary.bring(session, document, true))) return undefined;
          policy.takeRefused();
          const loading = load();
          const pdf = startPrinting();
          await loading;
          return { pdf };
        });
        return printing && inStage("print", () => printing.pdf);
      }

      const finished = async (pdf: Buffer): Promise<PrintedDocument> => ({
        findings: document.mayHaveFindings ? await inStage("print", () => readFindings(session)) : noFindings,
        isPending: loader.isPending?.() ?? false,
        pdf,
        timings,
        refused: policy.takeRefused(),
        missingFiles: pageLibrary.takeMissing(),
        refusedFonts: pageLibrary.refusedFonts(),
        incompletePrints,
      });

      let incompletePrints = 0;
      try {
        policy.takeRefused();
        if (quickLoad) {
          const pdf = await printQuickly(quickLoad);
          if (pdf && !policy.hasRequested()) return await finished(pdf);
          if (pdf) incompletePrints += 1;
          policy.takeRefused();
          pageLibrary.takeMissing();
        }
        await inStage("load", async () => {
          await prepareFor(document);
          await pageLibrary.bring(session, document, false);
          await loader.load(loaded);
          if (request.isRepeated) await refuseImpossiblePage(session);
        });
        for (;;) {
          const pdf = await inStage("print", startPrinting);
          if (incompletePrints + 1 === maxPrints || (await inStage("load", () => loader.isComplete()))) {
            return await finished(pdf);
          }
          incompletePrints += 1;
        }
      } catch (thrown) {
        // The page may still be busy with the document that failed.
        markUnusable();
        const error = toRenderError(thrown, stage, mode.runsScripts && browser.connected);
        const isUnexplained = isRenderError(error) && error.code === "render_failed" && error.cause !== undefined;
        if (isUnexplained && error.details === undefined) throw (await findRendererError(own)) ?? error;
        throw error;
      } finally {
        isAltered ||= pageLibrary.hasLeftTraces();
        pageLibrary.stop();
        signal.removeEventListener("abort", abort);
      }
    },
    async findCut({ fullArea, widest, scale: known, checksBoxes, hasPages }) {
      const find = async (): Promise<FoundCut | undefined> => {
        let scale = known;
        if (scale === undefined)
          scale = scaleFor((await shownAt(fullArea, () => contentWidth(session))) ?? 0, fullArea);
        const area = { width: Math.ceil(fullArea.width / scale), height: Math.ceil(fullArea.height / scale) };
        // Chromium prints the content smaller before anything leaves a page on the right.
        const rightEdge = isShrunk(scale) ? Math.ceil(area.width * widest) : undefined;
        const found = await shownAt(area, () => findCut(session, { rightEdge, checksBoxes }));
        const pdf = hasPages && (found?.beyondPage ?? found?.boxes) ? await printAgain() : undefined;
        return found && { ...found, scale, pdf };
      };
      try {
        return await interruption.unlessInterrupted("print", cutTimeoutMs, find());
      } catch {
        // The page may still be busy.
        markUnusable();
        return undefined;
      }
    },
    isUsable: () => usable,
    close,
  };
}

function leftPage(cause?: unknown): RenderError {
  return new RenderError("render_failed", {
    stage: "load",
    detail:
      "A script in the document left its page. Remove the code that sets the location, reloads the page or closes the window.",
    cause,
  });
}

/** Refusals by Chromium that are the document's own fault, with the message to its author. */
const refusals = [
  {
    pattern: /page range|page ranges/i,
    path: "settings.pageRanges",
    message: "names pages that the document does not have. List pages between 1 and the last page, in ascending order",
  },
  {
    pattern: /paper width is zero/i,
    path: "settings.width",
    message: "is 0. Set a width above 0, such as 210mm",
  },
  {
    pattern: /paper height is zero/i,
    path: "settings.height",
    message: "is 0. Set a height above 0, such as 297mm",
  },
  {
    pattern: /content area is empty|invalid print parameters/i,
    path: "settings.margin",
    message: "leaves no room on the paper. Set smaller margins or a larger paper",
  },
];

function toRenderError(error: unknown, stage: RenderStage, mayHaveLeft: boolean): unknown {
  if (isNamed(error, "TargetCloseError")) {
    return mayHaveLeft ? leftPage() : new RenderError("browser_crashed", { stage, cause: error });
  }
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
  if (mayHaveLeft && /navigated/i.test(text)) return leftPage(error);
  // Chromium words the end of a session in many ways.
  if (/closed|detached|crashed/i.test(text)) return new RenderError("browser_crashed", { stage, cause: error });
  return new RenderError("render_failed", { stage, cause: error });
}
