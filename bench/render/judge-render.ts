import { goals } from "../goals.ts";
import { cpuRatio, speedRatios } from "../measure/compare-results.ts";
import type { Judged } from "../measure/judge.ts";
import type { Competitor } from "../measure/measure-window.ts";
import type { CaseResult } from "../measure/run-rounds.ts";

/** Whether the engine is as fast as the raw loop, for each document. */
export function judgeRender(results: readonly CaseResult[], raw: Competitor, engine: Competitor): Judged[] {
  return results.flatMap((own) => {
    const base = results.find(({ document, competitor }) => document === own.document && competitor === raw);
    if (own.competitor !== engine || base === undefined) return [];
    return {
      about: `${own.document.name}, ${engine.name}: of the raw loop's speed`,
      goal: goals.render.engine,
      figures: speedRatios(own, base),
      byCpu: cpuRatio(own, base),
    };
  });
}
