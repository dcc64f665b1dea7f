import type { Browser as PuppeteerBrowser, CDPSession, Protocol } from "puppeteer";
import { abortedError } from "../failure/race-abort.ts";
import { isRenderError, RenderError } from "../failure/render-error.ts";
import { createDocumentStages } from "./document-stages.ts";
import { contentWidth, findCut, isShrunk, scaleFor, showContent, type CutContent, type PageArea } from "./find-cut.ts";
import { openGuardedPage, type GuardedPage } from "./guarded-page.ts";
import type { Interruption } from "./interruption.ts";
import type { PageMode } from "./page-mode.ts";
import { printDocument, type PrintedDocument, type PrintRequest } from "./print-document.ts";
import { toPrintOptions } from "./print-options.ts";
import { printToPdf } from "./print-to-pdf.ts";
import { toRenderError } from "./to-render-error.ts";

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

const answerTimeoutMs = 1_000;
/** A document that takes longer to lay out once more is given without the answer. */
const cutTimeoutMs = 2_000;

/** With what the document on the page was printed, but for the document itself, which may be large. */
type LastPrint = { interruption: Interruption; options: Protocol.Page.PrintToPDFRequest; maxBytes: number };

export async function openPrintingPage(browser: PuppeteerBrowser, mode: PageMode): Promise<PrintingPage> {
  const page = await openGuardedPage(browser, mode);
  let last: LastPrint | undefined;

  return {
    async print(request) {
      const { signal } = request;
      const interruption = page.startDocument();
      const stages = createDocumentStages(interruption, request, page.loader.timeoutReason);
      if (signal.aborted) throw abortedError(signal, stages.current());
      // The renderer may have ended while no document was on the page. It would answer none of the calls below.
      if (!page.isUsable()) throw new RenderError("browser_crashed", { stage: stages.current() });
      const abort = () => interruption.interrupt(abortedError(signal, stages.current()));
      signal.addEventListener("abort", abort, { once: true });
      page.library.start(request.library);
      try {
        const options = toPrintOptions(request.settings);
        last = { interruption, options, maxBytes: request.maxPdfBytes };
        return await printDocument(page, { request, options, interruption, stages });
      } catch (thrown) {
        // The page may still be busy with the document that failed.
        page.markUnusable();
        const error = toRenderError(thrown, stages.current(), mode.runsScripts && browser.connected);
        const isUnexplained = isRenderError(error) && error.code === "render_failed" && error.cause !== undefined;
        if (isUnexplained && error.details === undefined) {
          throw (await findRendererError(page.session, interruption)) ?? error;
        }
        throw error;
      } finally {
        page.endDocument();
        signal.removeEventListener("abort", abort);
      }
    },
    async findCut(request) {
      if (!last) return undefined;
      try {
        return await last.interruption.unlessInterrupted("print", cutTimeoutMs, findCutOf(page, last, request));
      } catch {
        // The page may still be busy.
        page.markUnusable();
        return undefined;
      }
    },
    isUsable: () => page.isUsable(),
    close: () => page.close(),
  };
}

/**
 * Tells whether a failed print is the renderer's fault. Chromium reports "Printing failed" for a document and for a
 * renderer that is ending, but only a living renderer answers.
 */
async function findRendererError(session: CDPSession, interruption: Interruption): Promise<RenderError | undefined> {
  try {
    const answer = session.send("Runtime.evaluate", { expression: "0" });
    await interruption.unlessInterrupted("print", answerTimeoutMs, answer);
    return undefined;
  } catch (reason) {
    // The end of the renderer, or a script that left the page, is mostly reported before the timeout.
    if (isRenderError(reason) && reason.code !== "render_timeout") return reason;
    return new RenderError("browser_crashed", { cause: reason });
  }
}

async function findCutOf(
  page: GuardedPage,
  last: LastPrint,
  { fullArea, widest, scale: known, checksBoxes, hasPages }: CutRequest,
): Promise<FoundCut | undefined> {
  const { session } = page;
  let scale = known;
  if (scale === undefined) {
    scale = scaleFor((await shownAt(page, fullArea, () => contentWidth(session))) ?? 0, fullArea);
  }
  const area = { width: Math.ceil(fullArea.width / scale), height: Math.ceil(fullArea.height / scale) };
  // Chromium prints the content smaller before anything leaves a page on the right.
  const rightEdge = isShrunk(scale) ? Math.ceil(area.width * widest) : undefined;
  const found = await shownAt(page, area, () => findCut(session, { rightEdge, checksBoxes }));
  const pdf = hasPages && (found?.beyondPage ?? found?.boxes) ? await printAgain(page, last) : undefined;
  return found && { ...found, scale, pdf };
}

/** Lays the printed document out at a size. Commands run in order, so they need not wait for one another. */
async function shownAt<T>({ session, loader }: GuardedPage, area: PageArea, read: () => Promise<T>): Promise<T> {
  const [, , result] = await Promise.all([showContent(session), loader.layOutAt(area), read()]);
  return result;
}

/** Prints the document on the page once more, whose page rule it still has. */
function printAgain(page: GuardedPage, { options, maxBytes }: LastPrint): Promise<Buffer> {
  const plain = { ...options, generateTaggedPDF: false, generateDocumentOutline: false };
  return printToPdf(page.session, plain, { maxBytes, isWanted: () => page.isUsable() });
}
