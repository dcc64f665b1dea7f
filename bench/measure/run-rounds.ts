import type { BenchDocument } from "../documents/bench-document.ts";
import { measureWindow, type Competitor, type Measured } from "./measure-window.ts";

/** A competitor, a document, and the time that the competitor gets in each round. */
export type Case = { competitor: Competitor; document: BenchDocument; windowMs: number };
export type CaseResult = Case & { rounds: Measured[] };

/** The report marks a measurement during which other programs used more of a core than this. */
const maxForeignCores = 0.35;

/**
 * Measures all cases in turn, round by round, so that a slow moment of the machine affects all of them. Each round begins
 * with another competitor.
 */
export async function runRounds(
  cases: readonly Case[],
  { rounds, say }: { rounds: number; say: (line: string) => void },
): Promise<CaseResult[]> {
  const results = cases.map((one): CaseResult => ({ ...one, rounds: [] }));
  const ofDocument = Map.groupBy(results, ({ document }) => document);
  for (let round = 0; round < rounds; round++) {
    for (const [document, own] of ofDocument) {
      const start = round % own.length;
      for (const { competitor, windowMs, rounds: measuredRounds } of [...own.slice(start), ...own.slice(0, start)]) {
        const measured = await measureWindow(competitor, document, windowMs);
        measuredRounds.push(measured);
        const { perSecond, foreignCores } = measured;
        const others = foreignCores > maxForeignCores ? `, other programs used ${foreignCores.toFixed(1)} cores` : "";
        say(`  ${round + 1}/${rounds} ${document.name}, ${competitor.name}: ${perSecond.toFixed(1)}/s${others}`);
      }
    }
  }
  return results;
}
