import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { createTemporaryFolder } from "@platen/provisioning";
import { createLogger } from "@platen/telemetry";
import { createBrowser } from "../../services/worker/src/browser/browser.ts";
import type { Surroundings } from "../benchmark.ts";
import { filledHtml, type BenchDocument } from "../documents/bench-document.ts";
import { invoice } from "../documents/invoice.ts";
import { report } from "../documents/report.ts";
import { table } from "../documents/table.ts";
import { withEnding } from "../ending.ts";
import type { Competitor } from "../measure/measure-slot.ts";
import { cpuTable, failureLines, machineLine, resultTable } from "../measure/report-results.ts";
import { runRounds, type Case } from "../measure/run-rounds.ts";
import { prepareBrowserGround } from "../peers/browser-ground.ts";
import { launchPlainPuppeteer, printPlainly, type WaitUntil } from "../peers/plain-puppeteer.ts";
import { startRawBrowser } from "../peers/raw-browser.ts";

/** Compares the worker's engine with the raw loop and with puppeteer as most people use it. */
export async function benchRender(surroundings: Surroundings): Promise<void> {
  const { say, args } = surroundings;
  const { values } = parseArgs({
    args: [...args],
    options: { long: { type: "boolean", default: false }, rounds: { type: "string" }, window: { type: "string" } },
  });
  const rounds = Number(values.rounds ?? (values.long ? 9 : 3));
  const stretch = Number(values.window ?? 1);

  await withEnding(async (atEnd) => {
    const folder = await createTemporaryFolder("platen-bench-");
    atEnd(() => rm(folder, { recursive: true, force: true }));
    const ground = await prepareBrowserGround(surroundings, folder, atEnd);
    const ownCode = { part: "Node.js", pid: process.pid, scope: "self" } as const;
    const fillers = new Map([invoice, report, table].map((document) => [document, filledHtml(document)]));
    const fill = (document: BenchDocument, run: number) => fillers.get(document)?.(run) ?? "";

    const rawLoop = async (pages: number): Promise<Competitor & { version: string }> => {
      const { pid, version, print } = await startRawBrowser(ground, pages, atEnd);
      return {
        name: `raw loop, ${pages === 1 ? "1 page" : `${pages} pages`}`,
        version,
        lanes: pages,
        processes: () => [{ part: "browser", pid, scope: "tree" }, ownCode],
        print,
      };
    };
    const raw = await rawLoop(2);
    const rawOne = await rawLoop(1);

    const browser = await createBrowser({
      executablePath: ground.executablePath,
      workRoot: `${folder}/engine`,
      concurrency: 2,
      allowNoSandbox: false,
      limits: {
        loadTimeoutMs: 15_000,
        printTimeoutMs: 25_000,
        maxHtmlBytes: 20_000_000,
        maxPdfBytes: 50_000_000,
        maxPages: 1_000,
        maxDocumentsPerPage: 1_000,
      },
      log: createLogger({ service: "bench", level: "error" }),
    });
    atEnd(() => browser.close());
    const engine = (lanes: number): Competitor => ({
      name: `engine, 2 pages, ${lanes} at once`,
      lanes,
      processes: () => [{ part: "browser", pid: browser.health().pid ?? 0, scope: "tree" }, ownCode],
      async print(document, run) {
        const { settings } = document;
        const signal = AbortSignal.timeout(60_000);
        const html = fill(document, run);
        const { pdf } = await browser.print({ projectId: "prj_bench", html, settings, createdAt: new Date(), signal });
        return pdf;
      },
    });

    const plain = await launchPlainPuppeteer(ground.executablePath, ground.fonts);
    atEnd(() => plain.close());
    const plainPid = plain.process()?.pid ?? 0;
    const plainPuppeteer = (waitUntil: WaitUntil): Competitor => ({
      name: `plain puppeteer, ${waitUntil}`,
      lanes: 2,
      processes: () => [{ part: "browser", pid: plainPid, scope: "tree" }, ownCode],
      print: (document, run) => printPlainly(plain, document, fill(document, run), waitUntil),
    });

    const cases: Case[] = [];
    const [two, four] = [engine(2), engine(4)];
    const add = (document: BenchDocument, windowMs: number, competitors: readonly Competitor[]) => {
      for (const competitor of competitors) cases.push({ document, competitor, windowMs: windowMs * stretch });
    };
    const plainLoad = plainPuppeteer("load");
    const plainIdle = plainPuppeteer("networkidle0");
    add(invoice, 3_000, [raw, rawOne, two, four, plainLoad, plainIdle]);
    add(report, 3_000, [raw, rawOne, two, four, plainLoad, ...(values.long ? [plainIdle] : [])]);
    add(table, 6_000, [
      raw,
      ...(values.long ? [rawOne] : []),
      two,
      four,
      plainLoad,
      ...(values.long ? [plainIdle] : []),
    ]);

    const machine = machineLine(raw.version);
    say(machine);
    const results = await runRounds(cases, { rounds, maxRetries: Math.ceil((cases.length * rounds) / 6), say });
    for (const line of ["", machine, "", ...resultTable(results), "", ...cpuTable(results)]) say(line);
    const failures = failureLines(results);
    for (const line of failures) say(line);
    if (failures.length > 0) process.exitCode = 1;
  });
}
