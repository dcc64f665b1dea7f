import type { PageSettings } from "@platen/contracts";
import type { Protocol } from "puppeteer";
import type { DocumentStages } from "./document-stages.ts";
import { endOfAnimations } from "./end-animations.ts";
import type { GuardedPage } from "./guarded-page.ts";
import { refuseImpossiblePage } from "./impossible-page.ts";
import type { Interruption } from "./interruption.ts";
import type { Library, MissingFile } from "./library.ts";
import { noFindings, readFindings, type PageFindings } from "./page-findings.ts";
import type { LoadedDocument } from "./page-mode.ts";
import { addPageRule, toPageRule } from "./page-rule.ts";
import type { PreparedHtml } from "./prepare-html.ts";
import { printToPdf, printToPdfInPieces } from "./print-to-pdf.ts";
import type { Refused } from "./request-policy.ts";

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

/** Printing makes a document request more once at most, unless it requests more without end. */
const maxPrints = 4;

/** A document that is being printed on a page. */
type Printing = {
  request: PrintRequest;
  options: Protocol.Page.PrintToPDFRequest;
  interruption: Interruption;
  stages: DocumentStages;
};

/** Loads a document into a page and prints it: at once where it seems to request nothing, else when it is complete. */
export async function printDocument(page: GuardedPage, printing: Printing): Promise<PrintedDocument> {
  const { session, policy, loader, library } = page;
  const { request, stages } = printing;
  const document = library.addressed(request.document);
  const loaded = { document, settings: request.settings, timeoutMs: request.loadTimeoutMs };
  const quickLoad = request.isRepeated ? undefined : loader.quickLoad(loaded);
  let incompletePrints = 0;
  const finished = async (pdf: Buffer): Promise<PrintedDocument> => ({
    findings: document.mayHaveFindings ? await stages.run("print", () => readFindings(session)) : noFindings,
    isPending: loader.isPending?.() ?? false,
    pdf,
    timings: stages.timings,
    refused: policy.takeRefused(),
    missingFiles: library.takeMissing(),
    refusedFonts: library.refusedFonts(),
    incompletePrints,
  });

  policy.takeRefused();
  if (quickLoad) {
    const pdf = await printQuickly(page, printing, { document, load: quickLoad });
    if (pdf && !policy.hasRequested()) return finished(pdf);
    if (pdf) incompletePrints += 1;
    policy.takeRefused();
    library.takeMissing();
  }
  await loadCompletely(page, printing, loaded);
  for (;;) {
    const pdf = await stages.run("print", () => {
      const pageRule = toPageRule(request.settings);
      if (pageRule !== undefined) addPageRule(session, pageRule);
      return startPrinting(page, printing, document);
    });
    if (incompletePrints + 1 === maxPrints || (await stages.run("load", () => loader.isComplete()))) {
      return finished(pdf);
    }
    incompletePrints += 1;
  }
}

/** Undefined if the document needs all layouts. */
async function printQuickly(
  page: GuardedPage,
  printing: Printing,
  { document, load }: { document: PreparedHtml; load: () => Promise<void> },
): Promise<Buffer | undefined> {
  const { session, policy, library } = page;
  const started = await printing.stages.run("load", async () => {
    await page.prepareFor(document);
    if (!(await library.bring(session, document, true))) return undefined;
    policy.takeRefused();
    const loading = load();
    const pdf = startPrinting(page, printing, document);
    await loading;
    return { pdf };
  });
  return started && printing.stages.run("print", () => started.pdf);
}

function loadCompletely(page: GuardedPage, { request, stages }: Printing, loaded: LoadedDocument): Promise<void> {
  const { session, library, loader } = page;
  return stages.run("load", async () => {
    await page.prepareFor(loaded.document);
    await library.bring(session, loaded.document, false);
    await loader.load(loaded);
    if (request.isRepeated) await refuseImpossiblePage(session);
  });
}

function startPrinting(
  { session, mode }: GuardedPage,
  { request, options, interruption }: Printing,
  document: PreparedHtml,
): Promise<Buffer> {
  if (document.animations === "running" && !mode.runsScripts) addPageRule(session, endOfAnimations);
  const limits = { maxBytes: request.maxPdfBytes, isWanted: () => !interruption.isInterrupted() };
  // The HTML does not tell what scripts draw.
  const print = request.isLarge || mode.runsScripts ? printToPdfInPieces : printToPdf;
  const pdf = print(session, options, limits);
  pdf.catch(() => {
    // The caller that waits for the print gets the error, unless loading has failed before.
  });
  return pdf;
}
