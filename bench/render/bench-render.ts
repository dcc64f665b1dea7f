import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { createTemporaryFolder } from "@platen/provisioning";
import type { Surroundings } from "../benchmark.ts";
import { filledHtml, type BenchDocument } from "../documents/bench-document.ts";
import { documents } from "../documents/documents.ts";
import { invoice } from "../documents/invoice.ts";
import { report } from "../documents/report.ts";
import { table } from "../documents/table.ts";
import { withEnding } from "../ending.ts";
import { engineCompetitor, startEngine } from "../engine/start-engine.ts";
import { verdictTable } from "../measure/judge.ts";
import type { Competitor } from "../measure/measure-slot.ts";
import { machineLine, reportResults } from "../measure/report-results.ts";
import { runRounds, type Case } from "../measure/run-rounds.ts";
import { warmUpAll } from "../measure/warm-up.ts";
import { prepareBrowserGround } from "../peers/browser-ground.ts";
import { launchPlainPuppeteer, printPlainly, type WaitUntil } from "../peers/plain-puppeteer.ts";
import { startRawLoop } from "../peers/raw-loop.ts";
import { judgeRender } from "./judge-render.ts";
import { numberOf } from "../number-of.ts";

/** Compares the worker's engine with the raw loop and with puppeteer as most people use it. */
export async function benchRender(surroundings: Surroundings): Promise<void> {
  const { say, args } = surroundings;
  const { values } = parseArgs({
    args: [...args],
    options: { long: { type: "boolean", default: false }, rounds: { type: "string" }, window: { type: "string" } },
  });
  const rounds = numberOf("rounds", values.rounds ?? (values.long ? "9" : "3"));
  const stretch = numberOf("window", values.window ?? "1");

  await withEnding(async (atEnd) => {
    const folder = await createTemporaryFolder("platen-bench-");
    atEnd(() => rm(folder, { recursive: true, force: true }));
    const ground = await prepareBrowserGround(surroundings, folder, atEnd);
    const raw = await startRawLoop(ground, 2, atEnd);
    const rawOne = await startRawLoop(ground, 1, atEnd);

    const engine = await startEngine(ground, `${folder}/engine`, atEnd);
    const engineGiven = (lanes: number) =>
      engineCompetitor(engine, { name: `engine, 2 pages, ${lanes} at once`, lanes });
    const two = engineGiven(2);
    const four = engineGiven(4);

    const plain = await launchPlainPuppeteer(ground.executablePath, ground.fonts);
    atEnd(() => plain.close());
    const plainPid = plain.process()?.pid ?? 0;
    const fillers = new Map(documents.map((document) => [document, filledHtml(document)]));
    const plainPuppeteer = (waitUntil: WaitUntil): Competitor => ({
      name: `plain puppeteer, ${waitUntil}`,
      lanes: 2,
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

    const machine = machineLine(raw.version);
    say(machine);
    const warmUps = [raw, rawOne, four, plainLoad].map((competitor) => ({
      competitor,
      minDocuments: 20,
      longestMs: 8_000,
    }));
    await warmUpAll(invoice, warmUps, say);
    const results = await runRounds(cases, { rounds, say });
    reportResults(results, machine, say);
    for (const line of ["", ...verdictTable(judgeRender(results, raw, four))]) say(line);
  });
}
