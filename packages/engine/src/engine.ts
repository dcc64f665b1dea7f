import type { PageSettings } from "@platen/contracts";
import { serviceHolder, type Holder } from "@platen/contracts/holder";
import { retries } from "@platen/contracts/retries";
import type { Logger } from "@platen/telemetry";
import { isRenderError, RenderError } from "./failure/render-error.ts";
import { tooLarge } from "./failure/too-large.ts";
import { installFonts } from "./fonts/install-fonts.ts";
import type { Library, MissingFile } from "./printing/library.ts";
import type { Lane } from "./pages/concurrency-limiter.ts";
import { printAgainIfBlank } from "./printing/print-again-if-blank.ts";
import { memoryLimits, type MemoryLimits } from "./pages/memory-limits.ts";
import { canRead, canSealNetwork, unprivilegedUser } from "./chromium/chromium-command.ts";
import { createLauncher } from "./chromium/launcher.ts";
import type { Amendment } from "./pdf/amend-pdf.ts";
import { createPdfFinisher } from "./pdf/pdf-finisher.ts";
import { findPageFaults } from "./printing/find-page-faults.ts";
import type { PageFaults } from "./pdf/page-faults.ts";
import type { PreparedHtml } from "./printing/prepare-html.ts";
import { replacementLimits, type ReplacementLimits } from "./supervision/replacement-limits.ts";
import type { HeartbeatTimes } from "./supervision/heartbeat.ts";
import type { Refused } from "./printing/request-policy.ts";
import type { SupervisorHealth } from "./supervision/supervisor-health.ts";
import { createSupervisor } from "./supervision/supervisor.ts";
import { createWorkFolder } from "./chromium/work-folder.ts";

export type EngineOptions = {
  executablePath: string;
  /** Folder for profiles and fonts. The browser's user must be allowed to enter it. */
  workRoot: string;
  /** Folder of the operator's own fonts, in addition to the built-in ones. */
  fontsFolder?: string;
  /** Documents printed at once. */
  concurrency: number;
  /** The share of the slots' time that background documents get on a busy service; 0.1 unless given. */
  backgroundShare?: number;
  /** The nice value of renderers with background documents; 10 unless given, and 0 to treat all alike. */
  backgroundNice?: number;
  /** Lets the engine start where the kernel refuses Chromium's sandbox. */
  allowNoSandbox: boolean;
  /** Lays documents out once where that prints the same, which takes less time. The default is true. */
  singleLayout?: boolean;
  limits: {
    loadTimeoutMs: number;
    printTimeoutMs: number;
    maxHtmlBytes: number;
    maxPdfBytes: number;
    maxPages: number;
    /** Documents a page prints before it is replaced. */
    maxDocumentsPerPage: number;
  };
  /** Limits at which pages and the browser are replaced, instead of the defaults. */
  replacement?: Partial<ReplacementLimits>;
  /** Memory that documents at work may take, instead of the defaults. */
  memory?: Partial<MemoryLimits>;
  /** The times of the heartbeat, instead of the defaults. */
  heartbeat?: HeartbeatTimes;
  log: Logger;
  /** Called when the engine cannot replace a browser that has ended. */
  onUnavailable?: () => void;
};

export type PrintJob = {
  /** Documents of two projects never share a renderer process. */
  projectId: string;
  /** For whom the project counts where projects share slots and processes. */
  holder: Holder;
  /** Interactive unless given: a caller waits for the document. */
  lane?: Lane | undefined;
  /** The filled document, made by `prepareHtml`. */
  document: PreparedHtml;
  /** The page settings. The header and the footer are those of `document`. */
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

export type EngineHealth = SupervisorHealth & {
  isNetworkSealed: boolean;
  /** Why the worker must be restarted: the browser does not answer, and the engine could not replace it. */
  problem: string | undefined;
};

export type Engine = {
  print(job: PrintJob): Promise<Printed>;
  /**
   * The file about the fonts that documents are printed with, for `readKnownFonts`. Undefined on systems whose browser has
   * other fonts too.
   */
  knownFontsPath: string | undefined;
  health(): EngineHealth;
  close(): Promise<void>;
};

// A page keeps the layout memory of a large document. So it is closed after such a document.
const largeDocument = { pages: 10, htmlLength: 100_000 };

/** The supervisor ends and replaces a silent browser within half of this time. */
const silentTooLongMs = 30_000;
/** Time to end a document after its last timeout. */
const drainGraceMs = 5_000;
/** Finishing a PDF takes a hundredth of the time of printing it. The second process is for other accounts. */
const finishers = 2;
/** Background documents share the part of one account: they leave a process to those that callers wait for. */
const backgroundHolder = serviceHolder("background");

/** Starts Chromium, sealed off from network and files, prints documents with it, and replaces it when it ends. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { limits, log } = options;
  const isRoot = process.platform === "linux" && process.getuid?.() === 0;
  const user = isRoot ? unprivilegedUser : undefined;
  const sealNetwork = await canSealNetwork(user);
  if (!sealNetwork) {
    log.warn("the kernel does not allow network namespaces; only command-line flags keep the browser offline", {
      platform: process.platform,
    });
  }
  const workFolder = await createWorkFolder(options.workRoot, user);
  const fonts = await installFonts(
    `${workFolder.path}/fonts`,
    await workFolder.createBrowserFolder("font-cache"),
    options.fontsFolder,
  );
  for (const missing of fonts.missing) {
    log.warn("no font is installed for a script", { script: missing.script, debianPackage: missing.package });
  }
  for (const path of fonts.unreadable) log.warn("cannot read a font file, warnings about fonts leave it out", { path });
  for (const path of [
    fonts.configPath,
    options.executablePath,
    ...(options.fontsFolder ? [options.fontsFolder] : []),
  ]) {
    if (await canRead(user, path)) continue;
    await workFolder.remove();
    throw new Error(
      `The browser's user (uid ${user?.uid}) cannot read ${path}. Check that it exists and that this user may enter every folder above it.`,
    );
  }

  const supervisor = createSupervisor({
    launcher: createLauncher({
      executablePath: options.executablePath,
      workFolder,
      fontconfigPath: fonts.configPath,
      user,
      sealNetwork,
      allowNoSandbox: options.allowNoSandbox,
      log,
    }),
    concurrency: options.concurrency,
    backgroundShare: options.backgroundShare ?? 0.1,
    backgroundNice: options.backgroundNice ?? 10,
    limits: replacementLimits(options.concurrency, {
      maxDocumentsPerPage: limits.maxDocumentsPerPage,
      ...options.replacement,
    }),
    memory: memoryLimits(options.memory ?? {}),
    singleLayout: options.singleLayout ?? true,
    drainTimeoutMs: limits.loadTimeoutMs + limits.printTimeoutMs + drainGraceMs,
    log,
    heartbeat: options.heartbeat,
    onUnavailable: options.onUnavailable,
  });
  try {
    await supervisor.start();
  } catch (error) {
    await workFolder.remove();
    throw new Error(
      "The browser did not start. If its sandbox is the cause, allow user namespaces on this machine. If you trust all templates, set RENDER_ALLOW_NO_SANDBOX=1 to run the browser without a sandbox.",
      { cause: error },
    );
  }

  const finisher = createPdfFinisher({ processes: finishers });

  async function printOnce(
    { projectId, holder, lane = "interactive", document, settings, library, createdAt, signal }: PrintJob,
    isRepeated: boolean,
  ): Promise<Omit<Printed, "blankPrints">> {
    const mode = settings.javascript ? "script" : "static";
    const { header, footer, mayReadBackWrongly, language, hasFrames, hasPlayers } = document;
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

  async function printDespiteCrashes(job: PrintJob, isRepeated: boolean): Promise<Omit<Printed, "blankPrints">> {
    for (let crashes = 0, faults = 0; ; crashes += 1) {
      try {
        return await printOnce(job, isRepeated || crashes > 0);
      } catch (error) {
        const isCrash = isRenderError(error) && error.code === "browser_crashed";
        if (!isCrash || supervisor.isClosed()) throw error;
        if (error.isRendererFault) faults += 1;
        if (faults > retries.crashes) throw rendererFaults(error);
        // Another document may have caused the crash. A browser may also end a moment after its renderer.
        if (crashes === retries.crashes) throw error;
      }
    }
  }

  return {
    async print(job) {
      const { html, hasText } = job.document;
      if (Buffer.byteLength(html) > limits.maxHtmlBytes) throw tooLarge("filled HTML", limits.maxHtmlBytes);
      return printAgainIfBlank(hasText, (isRepeated) => printDespiteCrashes(job, isRepeated));
    },
    knownFontsPath: process.platform === "linux" ? fonts.knownFontsPath : undefined,
    health() {
      const health = supervisor.health();
      return { ...health, isNetworkSealed: sealNetwork, problem: silenceProblem(health.silentMs) };
    },
    async close() {
      await Promise.all([supervisor.close(), finisher.close()]);
      await workFolder.remove();
    },
  };
}

/** Each attempt had a new renderer to itself, so the document is the cause. */
function rendererFaults(cause: RenderError): RenderError {
  const detail = `The document crashed the browser's page on each of ${retries.crashes + 1} attempts. Look for selectors or elements that nest thousands of times.`;
  return new RenderError("render_failed", { stage: "load", detail, cause });
}

function silenceProblem(silentMs: number): string | undefined {
  if (silentMs < silentTooLongMs) return undefined;
  return `The browser has not answered for ${Math.round(silentMs / 1_000)} s, and the worker could not end it. Restart the worker.`;
}
