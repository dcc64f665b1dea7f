import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { createTemporaryFolder } from "@platen/provisioning";
import type { Surroundings } from "../benchmark.ts";
import { invoice } from "../documents/invoice.ts";
import { withEnding } from "../ending.ts";
import { engineCompetitor, startEngine } from "../engine/start-engine.ts";
import { goals } from "../goals.ts";
import { byRound, cpuRatio, speedRatios } from "../measure/compare-results.ts";
import { verdictTable } from "../measure/judge.ts";
import { totalCpuMs, type Competitor } from "../measure/measure-slot.ts";
import { machineLine, reportResults } from "../measure/report-results.ts";
import { runRounds, type CaseResult } from "../measure/run-rounds.ts";
import { median } from "../measure/statistics.ts";
import { warmUpAll } from "../measure/warm-up.ts";
import { prepareBrowserGround } from "../peers/browser-ground.ts";
import { createProjectOrder } from "./project-order.ts";
import { numberOf } from "../number-of.ts";

/** Two pages are at work at once. */
const lanes = 2;

/** Compares documents of many projects in turn with those of one: no page serves two projects. */
export async function benchProjects(surroundings: Surroundings): Promise<void> {
  const { say, args } = surroundings;
  const { values } = parseArgs({
    args: [...args],
    options: {
      projects: { type: "string", default: "20" },
      kept: { type: "string", default: "24" },
      rounds: { type: "string", default: "5" },
      window: { type: "string", default: "1" },
    },
  });
  const count = numberOf("projects", values.projects);
  // Fewer would leave the order no choice.
  if (!(count >= 6)) throw new Error("--projects needs at least 6");
  const windowMs = 4_000 * numberOf("window", values.window);

  await withEnding(async (atEnd) => {
    const folder = await createTemporaryFolder("platen-bench-");
    atEnd(() => rm(folder, { recursive: true, force: true }));
    const ground = await prepareBrowserGround(surroundings, folder, atEnd);
    const start = async (name: string, maxPagesKept: number, projectOf: () => string): Promise<Competitor> =>
      engineCompetitor(
        await startEngine(ground, `${folder}/engine-${maxPagesKept}-${name.length}`, atEnd, { maxPagesKept }),
        { name, lanes, projectOf },
      );
    const kept = numberOf("kept", values.kept);
    const one = await start("one project", kept, () => "prj_bench");
    const warm = await start(`${count} projects, ${kept} pages kept`, kept, createProjectOrder(count, 11));
    const cold = await start(`${count} projects, no pages kept`, lanes, createProjectOrder(count, 11));
    const competitors = [one, warm, cold];

    const machine = machineLine("engine alone");
    say(machine);
    // Each page is slow at first: twenty documents for each project.
    const warmUps = competitors.map((competitor) => ({
      competitor,
      minDocuments: competitor === warm ? 20 * count : 20,
      longestMs: competitor === warm ? 20_000 : 8_000,
    }));
    await warmUpAll(invoice, warmUps, say);
    const results = await runRounds(
      competitors.map((competitor) => ({ competitor, document: invoice, windowMs })),
      { rounds: numberOf("rounds", values.rounds), say },
    );
    reportResults(results, machine, say);

    const [base, ...others] = results;
    if (base === undefined) return;
    say("");
    for (const other of others) say(switchCost(other, base));
    const warmResult = results.find(({ competitor }) => competitor === warm) ?? base;
    const judged = {
      about: `${warm.name}: of one project's speed`,
      goal: goals.projects.warm,
      figures: speedRatios(warmResult, base),
      byCpu: cpuRatio(warmResult, base),
    };
    for (const line of ["", ...verdictTable([judged])]) say(line);
  });
}

/** What a document costs more because the one before it on the machine was another project's. */
function switchCost(result: CaseResult, base: CaseResult): string {
  const pageMs = byRound(result, base, (own, one) => (lanes * 1_000) / own.perSecond - (lanes * 1_000) / one.perSecond);
  const cpuMs = byRound(result, base, (own, one) => totalCpuMs(own) - totalCpuMs(one));
  return `A switch of project costs, with ${result.competitor.name}: ${median(pageMs).toFixed(1)} ms of a page's time, ${median(cpuMs).toFixed(1)} ms of processor time`;
}
