import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accountHolder } from "@platen/contracts/holder";
import { createLogger } from "@platen/telemetry";
import { testChromiumPath } from "@platen/testing";
import { prepareHtml } from "../src/printing/prepare-html.ts";
import { createEngine, type Engine, type EngineOptions } from "../src/engine.ts";
import type { PrintJob, Printed } from "../src/print-job.ts";

export type TestEngine = Engine & {
  /** Prints HTML. Defaults fill the parts of the job that a test leaves out. */
  printHtml(html: string, job?: Partial<Omit<PrintJob, "document">>): Promise<Printed>;
};

/** Starts an engine for tests, with the limits of a worker. Closing it removes its folder. */
export async function startTestEngine(
  options: Partial<Omit<EngineOptions, "limits">> & { limits?: Partial<EngineOptions["limits"]> } = {},
): Promise<TestEngine> {
  // Outside the repository, because the browser's user must be allowed to enter it.
  const workRoot = await mkdtemp(join(tmpdir(), "platen-browser-"));
  await chmod(workRoot, 0o755);
  const engine = await createEngine({
    executablePath: await testChromiumPath(),
    workRoot,
    concurrency: 2,
    allowNoSandbox: false,
    log: createLogger({ service: "worker-test", level: "error" }),
    ...options,
    limits: {
      loadTimeoutMs: 8_000,
      printTimeoutMs: 15_000,
      maxHtmlBytes: 20_000_000,
      maxPdfBytes: 50_000_000,
      maxPages: 1_000,
      maxDocumentsPerPage: 1_000,
      ...options.limits,
    },
  });
  return {
    ...engine,
    printHtml: (html, job) =>
      engine.print({
        projectId: "prj_a",
        holder: accountHolder(`acc_${job?.projectId}`),
        document: prepareHtml(html, job?.settings ?? {}),
        settings: {},
        createdAt: new Date("2026-01-31T09:00:00Z"),
        signal: new AbortController().signal,
        ...job,
      }),
    async close() {
      await engine.close();
      await rm(workRoot, { recursive: true, force: true });
    },
  };
}
