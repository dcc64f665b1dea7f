import { serviceHolder } from "@platen/contracts/holder";
import { createEngine, prepareHtml, type Engine } from "@platen/engine";
import { createLogger } from "@platen/telemetry";
import { filledHtml, type BenchDocument } from "../documents/bench-document.ts";
import type { Competitor } from "../measure/measure-window.ts";
import type { BrowserSetup } from "../raw-loop/browser-setup.ts";
import type { WithLibrary } from "./invoice-with-library.ts";

const holder = serviceHolder("prints");

export type BenchEngine = {
  /** The engine with so many documents at once, each changed to use a library. */
  competitor(concurrency: number, withLibrary?: WithLibrary): Competitor;
  /** The milliseconds of a document on a page that has printed none, of a project of its own. */
  coldMs(document: BenchDocument, withLibrary?: WithLibrary): Promise<number>;
};

/** Opens the engine alone, in this process, with limits like those of a worker. */
function openEngine(
  setup: BrowserSetup,
  { folder, ...options }: { folder: string; concurrency: number },
): Promise<Engine> {
  return createEngine({
    executablePath: setup.executablePath,
    workRoot: `${setup.folder}/${folder}`,
    ...options,
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
}

/** Starts the engine with two pages. */
export async function startEngine(setup: BrowserSetup): Promise<BenchEngine> {
  const engine = await openEngine(setup, { concurrency: 2, folder: "engine" });
  const fillers = new Map<BenchDocument, (run: number) => string>();
  let projects = 0;

  async function print(document: BenchDocument, run: number, projectId: string, withLibrary?: WithLibrary) {
    const fill = fillers.get(document) ?? filledHtml(document);
    fillers.set(document, fill);
    const html = fill(run);
    const { pdf } = await engine.print({
      projectId,
      holder,
      document: prepareHtml(withLibrary?.change(html) ?? html, document.settings),
      settings: document.settings,
      library: withLibrary?.library,
      createdAt: new Date(),
      signal: AbortSignal.timeout(120_000),
    });
    return pdf;
  }

  return {
    competitor: (concurrency, withLibrary) => ({
      name: `engine, 2 pages, ${concurrency} at once${withLibrary ? `, ${withLibrary.name}` : ""}`,
      concurrency,
      processes: () => [
        { part: "browser", pid: engine.health().pid ?? 0, scope: "tree" },
        { part: "Node.js", pid: process.pid, scope: "self" },
      ],
      // A project of its own has pages of its own, which keep its pictures and fonts.
      print: (document, run) => print(document, run, `prj_bench ${withLibrary?.name ?? ""}`, withLibrary),
    }),
    async coldMs(document, withLibrary) {
      projects += 1;
      const startedAt = performance.now();
      await print(document, projects, `prj_cold_${projects}`, withLibrary);
      return performance.now() - startedAt;
    },
  };
}
