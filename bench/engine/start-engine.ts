import { createLogger } from "@platen/telemetry";
import { createEngine } from "@platen/engine";
import { filledHtml, type BenchDocument } from "../documents/bench-document.ts";
import type { OnCleanup } from "../cleanup.ts";
import type { Competitor } from "../measure/measure-window.ts";
import type { ProcessPart } from "../measure/process-usage.ts";
import type { BrowserSetup } from "../raw-loop/browser-setup.ts";

export type Engine = {
  /** The processes of the browser. */
  browserPart: () => ProcessPart;
  print: (document: BenchDocument, run: number) => Promise<Buffer>;
};

/** Starts the engine alone, in this process, with two pages and limits like those of a worker. */
export async function startEngine(setup: BrowserSetup, workRoot: string, onCleanup: OnCleanup): Promise<Engine> {
  const browser = await createEngine({
    executablePath: setup.executablePath,
    workRoot,
    concurrency: 2,
    allowNoSandbox: false,
    limits: {
      loadTimeoutMs: 15_000,
      // The longest possible: on a busy machine a large document is measured, not given up.
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

/** The engine as a competitor that gets several documents at once. */
export function engineCompetitor(
  { browserPart, print }: Engine,
  about: { name: string; concurrency: number },
): Competitor {
  return {
    ...about,
    processes: () => [browserPart(), { part: "Node.js", pid: process.pid, scope: "self" }],
    print,
  };
}
