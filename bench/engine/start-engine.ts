import { createLogger } from "@platen/telemetry";
// A benchmark may look inside a service.
import { createBrowser, type Browser } from "../../services/worker/src/browser/browser.ts";
import { filledHtml, type BenchDocument } from "../documents/bench-document.ts";
import type { OnCleanup } from "../cleanup.ts";
import type { Competitor } from "../measure/measure-window.ts";
import type { ProcessPart } from "../measure/process-usage.ts";
import type { BrowserSetup } from "../raw-loop/browser-setup.ts";

export type Engine = {
  /** All of the browser's processes. */
  browserPart: () => ProcessPart;
  print: (document: BenchDocument, run: number) => Promise<Buffer>;
};

/** The engine alone, in this process: the worker's browser with two pages at work, with limits as the worker's are. */
export async function startEngine(setup: BrowserSetup, workRoot: string, onCleanup: OnCleanup): Promise<Engine> {
  const browser: Browser = await createBrowser({
    executablePath: setup.executablePath,
    workRoot,
    concurrency: 2,
    allowNoSandbox: false,
    limits: {
      loadTimeoutMs: 15_000,
      // The longest that can be set: a large document on a busy machine is to be measured, not given up.
      printTimeoutMs: 60_000,
      maxHtmlBytes: 20_000_000,
      maxPdfBytes: 50_000_000,
      maxPages: 1_000,
      maxDocumentsPerPage: 2_000,
    },
    log: createLogger({ service: "bench", level: "error" }),
  });
  onCleanup(() => browser.close());
  const fillers = new Map<BenchDocument, (run: number) => string>();
  return {
    browserPart: () => ({ part: "browser", pid: browser.health().pid ?? 0, scope: "tree" }),
    async print(document, run) {
      const fill = fillers.get(document) ?? filledHtml(document);
      fillers.set(document, fill);
      const { pdf } = await browser.print({
        projectId: "prj_bench",
        html: fill(run),
        settings: document.settings,
        createdAt: new Date(),
        signal: AbortSignal.timeout(120_000),
      });
      return pdf;
    },
  };
}

/** The engine as a competitor, given so many documents at once. */
export function engineCompetitor({ browserPart, print }: Engine, about: { name: string; concurrency: number }): Competitor {
  return {
    ...about,
    processes: () => [browserPart(), { part: "Node.js", pid: process.pid, scope: "self" }],
    print,
  };
}
