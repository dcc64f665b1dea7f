import { createEngine, prepareHtml } from "@platen/engine";
import { createLogger } from "@platen/telemetry";
import { filledHtml, type BenchDocument } from "../documents/bench-document.ts";
import type { Competitor } from "../measure/measure-window.ts";
import type { BrowserSetup } from "../raw-loop/browser-setup.ts";

/** Starts the engine alone, in this process, with two pages and limits like those of a worker. */
export async function startEngine(setup: BrowserSetup): Promise<(concurrency: number) => Competitor> {
  const engine = await createEngine({
    executablePath: setup.executablePath,
    workRoot: `${setup.folder}/engine`,
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
  const fillers = new Map<BenchDocument, (run: number) => string>();
  return (concurrency) => ({
    name: `engine, 2 pages, ${concurrency} at once`,
    concurrency,
    processes: () => [
      { part: "browser", pid: engine.health().pid ?? 0, scope: "tree" },
      { part: "Node.js", pid: process.pid, scope: "self" },
    ],
    async print(document, run) {
      const fill = fillers.get(document) ?? filledHtml(document);
      fillers.set(document, fill);
      const { pdf } = await engine.print({
        projectId: "prj_bench",
        document: prepareHtml(fill(run), document.settings),
        settings: document.settings,
        createdAt: new Date(),
        signal: AbortSignal.timeout(120_000),
      });
      return pdf;
    },
  });
}
