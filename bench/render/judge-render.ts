import { goals } from "../goals.ts";
import type { Figure } from "../report/report.ts";
import { cpuRatio, speedRatios } from "../measure/compare-results.ts";
import type { Competitor } from "../measure/measure-window.ts";
import type { CaseResult } from "../measure/run-rounds.ts";

/** The engine's speed relative to the raw loop, for each document. */
export function judgeRender(results: readonly CaseResult[], raw: Competitor, engine: Competitor): Figure[] {
  return results.flatMap((own) => {
    const base = results.find(({ document, competitor }) => document === own.document && competitor === raw);
    if (own.competitor !== engine || base === undefined) return [];
    return {
      name: `${own.document.name}: speed relative to the raw loop (4 at once)`,
      goal: goals.render.engine,
      values: speedRatios(own, base),
      byCpu: cpuRatio(own, base),
    };
  });
}
