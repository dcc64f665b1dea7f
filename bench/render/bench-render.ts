import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { createTemporaryFolder } from "@platen/provisioning";
import type { BenchContext } from "../bench-context.ts";
import type { Report } from "../report/report.ts";
import { filledHtml, type BenchDocument } from "../documents/bench-document.ts";
import { documents } from "../documents/documents.ts";
import { invoice } from "../documents/invoice.ts";
import { report } from "../documents/report.ts";
import { table } from "../documents/table.ts";
import { withCleanup } from "../cleanup.ts";
import { engineCompetitor, startEngine } from "../engine/start-engine.ts";
import type { Competitor } from "../measure/measure-window.ts";
import { describeMachine, reportResults } from "../measure/report-results.ts";
import { runRounds, type Case } from "../measure/run-rounds.ts";
import { warmUpAll } from "../measure/warm-up.ts";
import { prepareBrowserSetup } from "../raw-loop/browser-setup.ts";
import { launchPlainPuppeteer, printPlainly, type WaitUntil } from "../peers/plain-puppeteer.ts";
import { startRawLoop } from "../raw-loop/raw-loop.ts";
import { judgeRender } from "./judge-render.ts";
import { numberOption } from "../number-option.ts";

/** Compares the engine with the raw loop and with puppeteer as most programs use it. */
export async function benchRender(context: BenchContext): Promise<Report> {
  const { say, args } = context;
  const { values } = parseArgs({
    args: [...args],
    options: { long: { type: "boolean", default: false }, rounds: { type: "string" }, window: { type: "string" } },
  });
  const rounds = numberOption("rounds", values.rounds ?? (values.long ? "9" : "3"));
  const stretch = numberOption("window", values.window ?? "1");

  return withCleanup(async (onCleanup) => {
    const folder = await createTemporaryFolder("platen-bench-");
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    const setup = await prepareBrowserSetup(context, folder, onCleanup);
    const raw = await startRawLoop(setup, 2, onCleanup);
    const rawOne = await startRawLoop(setup, 1, onCleanup);

    const engine = await startEngine(setup, `${folder}/engine`, onCleanup);
    const engineGiven = (concurrency: number) =>
      engineCompetitor(engine, { name: `engine, 2 pages, ${concurrency} at once`, concurrency });
    const two = engineGiven(2);
    const four = engineGiven(4);

    const plain = await launchPlainPuppeteer(setup.executablePath, setup.fonts);
    onCleanup(() => plain.close());
    const plainPid = plain.process()?.pid ?? 0;
    const fillers = new Map(documents.map((document) => [document, filledHtml(document)]));
    const plainPuppeteer = (waitUntil: WaitUntil): Competitor => ({
      name: `plain puppeteer, ${waitUntil}`,
      concurrency: 2,
      processes: () => [
        { part: "browser", pid: plainPid, scope: "tree" },
        { part: "Node.js", pid: process.pid, scope: "self" },
      ],
      print: (document, run) => printPlainly(plain, document, fillers.get(document)?.(run) ?? "", waitUntil),
    });
    const plainLoad = plainPuppeteer("load");
    const plainIdle = plainPuppeteer("networkidle0");

    const cases: Case[] = [];
    const add = (document: BenchDocument, windowMs: number, competitors: readonly Competitor[]) => {
      for (const competitor of competitors) cases.push({ document, competitor, windowMs: windowMs * stretch });
    };
    const slow = values.long ? [plainIdle] : [];
    add(invoice, 3_000, [raw, rawOne, two, four, plainLoad, plainIdle]);
    add(report, 3_000, [raw, rawOne, two, four, plainLoad, ...slow]);
    add(table, 6_000, [raw, ...(values.long ? [rawOne] : []), two, four, plainLoad, ...slow]);

    const machine = describeMachine(raw.version);
    say(machine);
    const warmUps = [raw, rawOne, four, plainLoad].map((competitor) => ({
      competitor,
      minDocuments: 20,
      longestMs: 8_000,
    }));
    await warmUpAll(invoice, warmUps, say);
    const results = await runRounds(cases, { rounds, say });
    return { machine, ...reportResults(results), figures: judgeRender(results, raw, four) };
  });
}
