import type { PageSettings } from "@platen/contracts";
import { serviceHolder, type Holder } from "@platen/contracts/holder";
import { retries } from "@platen/contracts/retries";
import type { Amendment } from "@platen/pdf";
import { isRenderError, RenderError } from "./failure/render-error.ts";
import { tooLarge } from "./failure/too-large.ts";
import type { Lane } from "./pages/concurrency-limiter.ts";
import type { PageFaults } from "./pdf/page-faults.ts";
import type { PdfFinisher } from "./pdf/pdf-finisher.ts";
import { findPageFaults } from "./printing/find-page-faults.ts";
import type { Library, MissingFile } from "./printing/library.ts";
import type { PreparedHtml } from "./printing/prepare-html.ts";
import { printAgainIfBlank } from "./printing/print-again-if-blank.ts";
import type { Refused } from "./printing/request-policy.ts";
import type { Supervisor } from "./supervision/supervisor.ts";

export type PrintJob = {
  /** Documents of two projects never share a renderer process. */
  projectId: string;
  /** For whom the project counts where projects share slots and processes. */
  holder: Holder;
  /** Interactive unless given: a caller waits for the document. */
  lane?: Lane | undefined;
  /** The filled document, made by `prepareHtml`. */
  document: PreparedHtml;
  /** The page settings. The header, the footer and the metadata are those of `document`. */
  settings: PageSettings;
  /** The files and fonts of its project that the document may use. Without it, it gets none. */
  library?: Library | undefined;
  /** The date of creation and of last change in the PDF. Equal input gives equal bytes. */
  createdAt: Date;
  signal: AbortSignal;
};

export type Printed = {
  pdf: Buffer;
  pageCount: number;
  timings: { loadMs: number; printMs: number };
  refused: Refused[];
  /** Files under the library's addresses that the document's library does not have. */
  missingFiles: MissingFile[];
  /** Families of fonts of the library that the browser refuses. */
  refusedFonts: string[];
  /** Prints that were thrown away: the document requested more, or the print showed none of its text. */
  incompletePrints: number;
  blankPrints: number;
  /** Amendments that the PDF lacks because Chromium wrote it in an unexpected form. */
  skippedAmendments: Amendment[];
  /** What a reader may dislike about the pages. */
  pageFaults: PageFaults;
  /** Whether CSS does not know the size in an `@page` rule, so that the page has that of the settings. */
  hasUnknownPageSize: boolean;
  /** How many elements have text that is a picture. */
  pictureTexts: number;
  /** Whether a script of the document still ran when its time was over. */
  isScriptPending: boolean;
};

export type PrintLimits = {
  loadTimeoutMs: number;
  printTimeoutMs: number;
  maxHtmlBytes: number;
  maxPdfBytes: number;
  maxPages: number;
};

// A page keeps the layout memory of a large document. So it is closed after such a document.
const largeDocument = { pages: 10, htmlLength: 100_000 };

/** Background documents share the part of one account: they leave a process to those that callers wait for. */
const backgroundHolder = serviceHolder("background");

/** The parts of an engine that take part in a job. */
export type EngineParts = {
  supervisor: Pick<Supervisor, "use" | "isClosed">;
  finisher: Pick<PdfFinisher, "finish">;
  limits: PrintLimits;
};

/** Prints a document, again after a crash of its page or without its text, and finishes its PDF. */
export async function printJob(parts: EngineParts, job: PrintJob): Promise<Printed> {
  const { html, hasText } = job.document;
  const { maxHtmlBytes } = parts.limits;
  if (Buffer.byteLength(html) > maxHtmlBytes) throw tooLarge("filled HTML", maxHtmlBytes);
  return printAgainIfBlank(hasText, (isRepeated) => printDespiteCrashes(parts, job, isRepeated));
}

async function printDespiteCrashes(
  parts: EngineParts,
  job: PrintJob,
  isRepeated: boolean,
): Promise<Omit<Printed, "blankPrints">> {
  for (let crashes = 0, faults = 0; ; crashes += 1) {
    try {
      return await printOnce(parts, job, isRepeated || crashes > 0);
    } catch (error) {
      const isCrash = isRenderError(error) && error.code === "browser_crashed";
      if (!isCrash || parts.supervisor.isClosed()) throw error;
      if (error.isRendererFault) faults += 1;
      if (faults > retries.crashes) throw rendererFaults(error);
      // Another document may have caused the crash. A browser may also end a moment after its renderer.
      if (crashes === retries.crashes) throw error;
    }
  }
}

/** Each attempt had a new renderer to itself, so the document is the cause. */
function rendererFaults(cause: RenderError): RenderError {
  const detail = `The document crashed the browser's page on each of ${retries.crashes + 1} attempts. Look for selectors or elements that nest thousands of times.`;
  return new RenderError("render_failed", { stage: "load", detail, cause });
}

async function printOnce(
  { supervisor, finisher, limits }: EngineParts,
  { projectId, holder, lane = "interactive", document, settings, library, createdAt, signal }: PrintJob,
  isRepeated: boolean,
): Promise<Omit<Printed, "blankPrints">> {
  const mode = settings.javascript ? "script" : "static";
  const { header, footer, metadata, mayReadBackWrongly, language, hasFrames, hasPlayers } = document;
  const isLarge = document.html.length > largeDocument.htmlLength;
  const languages = new Set(document.fallbackLanguages);
  const asksBrowser = mode === "script" || hasFrames || hasPlayers;
  return supervisor.use(
    { projectId, holder, lane, languages, mode, asksBrowser, fresh: isRepeated, signal },
    async ({ page, retire }) => {
      if (isLarge) retire();
      const printed = await page.print({
        document,
        settings: { ...settings, header, footer },
        isLarge,
        isRepeated,
        maxPdfBytes: limits.maxPdfBytes,
        library,
        loadTimeoutMs: limits.loadTimeoutMs,
        printTimeoutMs: limits.printTimeoutMs,
        signal,
      });
      const { findings, isPending: isScriptPending, ...rest } = printed;
      const finishing = finisher.finish(
        printed.pdf,
        {
          createdAt,
          language,
          metadata: findings.metadata,
          properties: metadata && { ...metadata, keywords: metadata.keywords?.join(", ") },
          correctsToUnicode: settings.javascript === true || mayReadBackWrongly,
          scale: settings.scale ?? 1,
          hasHeader: header !== undefined || footer !== undefined,
          maxPages: limits.maxPages,
          maxBytes: limits.maxPdfBytes,
        },
        { holder: lane === "background" ? backgroundHolder : holder, signal },
      );
      const { pdf, pageCount, skipped, pages } = await finishing.catch((error: unknown) => {
        retire();
        throw error;
      });
      if (pageCount > largeDocument.pages) retire();
      const pageFaults = await findPageFaults(page, pages, { document, pageCount, mode });
      return {
        ...rest,
        pdf,
        pageCount,
        skippedAmendments: skipped,
        pageFaults,
        hasUnknownPageSize: document.hasUnknownPageSize && settings.preferCssPageSize !== false,
        pictureTexts: findings.pictureTexts,
        isScriptPending,
      };
    },
  );
}
