import type { EngineOptions } from "@platen/engine";
import type { WorkerConfig } from "./config.ts";

/** What the variables of a worker say to its engine. */
export function engineOptionsOf(config: WorkerConfig): Omit<EngineOptions, "log" | "onUnavailable"> {
  return {
    executablePath: config.CHROMIUM_PATH,
    workRoot: config.WORK_DIR,
    ...(config.FONTS_DIR !== undefined && { fontsFolder: config.FONTS_DIR }),
    concurrency: config.RENDER_CONCURRENCY,
    backgroundShare: config.BACKGROUND_SHARE,
    backgroundNice: config.BACKGROUND_NICE,
    allowNoSandbox: config.RENDER_ALLOW_NO_SANDBOX,
    singleLayout: config.RENDER_SINGLE_LAYOUT,
    limits: {
      loadTimeoutMs: config.RENDER_LOAD_TIMEOUT_MS,
      printTimeoutMs: config.RENDER_PRINT_TIMEOUT_MS,
      maxHtmlBytes: config.MAX_HTML_BYTES,
      maxPdfBytes: config.MAX_PDF_BYTES,
      maxPages: config.MAX_PAGES,
      maxDocumentsPerPage: 2_000,
    },
    replacement: {
      maxPagesKept: config.RENDER_PAGES_KEPT,
      maxBrowserDocuments: config.BROWSER_MAX_DOCUMENTS,
      maxBrowserAgeMs: config.BROWSER_MAX_AGE_MS,
      ...(config.BROWSER_MAX_BYTES !== undefined && { maxBrowserBytes: config.BROWSER_MAX_BYTES }),
    },
    ...(config.RENDERER_MAX_BYTES !== undefined && { memory: { maxRendererBytes: config.RENDERER_MAX_BYTES } }),
  };
}
