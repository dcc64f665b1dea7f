import { countStatuses, slowest, type Answer } from "../load/caller.ts";
import type { Figures } from "../runner/figures.ts";

/** Adds the figures that show that requests without Redis get a 503 within `seconds`. */
export function addQuickRefusals(figures: Figures, phase: string, answers: readonly Answer[], seconds: number): void {
  figures.exactly(
    `${phase}: answers to ${answers.length} requests`,
    countStatuses(answers),
    `503 dependency.unavailable: ${answers.length}`,
  );
  figures.atMost(`${phase}: the slowest of these answers`, slowest(answers) / 1_000, seconds, "s");
}
