import { setTimeout as delay } from "node:timers/promises";
import type { BenchDocument } from "../documents/bench-document.ts";
import { measureWindow, type Competitor, type Measured } from "./measure-window.ts";

/** A competitor, a document, and the time that the competitor gets in each round. */
export type Case = {
  competitor: Competitor;
  document: BenchDocument;
  windowMs: number;
  /** The number of rounds to measure, counted from the first. */
  maxRounds?: number;
};
export type CaseResult = Case & { rounds: Measured[] };

/** A measurement is repeated if other programs used more of a core than this. */
const maxForeignCores = 0.35;
const triesPerSlot = 3;
const pauseMs = 1_500;
/** Longer measurements are not repeated. */
const longestRetryMs = 10_000;

/**
 * Measures all cases in turn, round by round, so that a slow moment of the machine affects all of them. Each round begins
 * with another competitor, and every other round goes backwards. A measurement that other programs disturbed is repeated
 * while the retries of the run last; the least disturbed one counts.
 */
export async function runRounds(
  cases: readonly Case[],
  options: { rounds: number; say: (line: string) => void },
): Promise<CaseResult[]> {
  const results = cases.map((one): CaseResult => ({ ...one, rounds: [] }));
  const documents = [...new Set(cases.map(({ document }) => document))];
  let retries = Math.ceil((cases.length * options.rounds) / 6);
  for (let round = 0; round < options.rounds; round++) {
    for (const document of documents) {
      const own = results.filter(
        ({ document: its, maxRounds = options.rounds }) => its === document && round < maxRounds,
      );
      const start = Math.floor(round / 2) % Math.max(own.length, 1);
      const rotated = [...own.slice(start), ...own.slice(0, start)];
      for (const result of round % 2 === 0 ? rotated : rotated.toReversed()) {
        const { competitor, windowMs } = result;
        let best = await measureWindow(competitor, document, windowMs);
        const tries = windowMs > longestRetryMs ? 1 : triesPerSlot;
        for (let tried = 1; best.foreignCores > maxForeignCores && tried < tries && retries > 0; tried++) {
          retries -= 1;
          await delay(pauseMs);
          const again = await measureWindow(competitor, document, windowMs);
          if (again.foreignCores < best.foreignCores) best = again;
        }
        result.rounds.push(best);
        const disturbed =
          best.foreignCores > maxForeignCores ? `, other programs used ${best.foreignCores.toFixed(1)} cores` : "";
        options.say(
          `  ${round + 1}/${options.rounds} ${document.name}, ${competitor.name}: ${best.perSecond.toFixed(1)}/s${disturbed}`,
        );
      }
    }
  }
  return results;
}
