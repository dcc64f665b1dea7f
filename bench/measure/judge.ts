import { median } from "./statistics.ts";

/** A figure to be reached, or not to be exceeded. */
export type Goal = { atLeast: number } | { atMost: number };

export type Judged = {
  about: string;
  goal: Goal;
  /** One for each round, or a single one. */
  figures: readonly number[];
  /** The same by processor time, where that can be said. */
  byCpu?: number;
};

/** The goals, what was measured, and whether that is enough: the median over the rounds counts. */
export function verdictTable(judged: readonly Judged[]): string[] {
  const shown = judged.filter(({ figures }) => figures.length > 0);
  const hasCpu = shown.some(({ byCpu }) => byCpu !== undefined);
  const line = (cells: readonly string[]) => `| ${cells.slice(0, hasCpu ? 6 : 4).join(" | ")} |`;
  return [
    line(["Goal", "wanted", "measured (range)", "verdict", "by CPU", "verdict by CPU"]),
    line(["---", "--:", "--:", "---", "--:", "---"]),
    ...shown.map(({ about, goal, figures, byCpu }) =>
      line([
        about,
        "atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`,
        measured(figures),
        verdict(median(figures), goal),
        byCpu === undefined ? "" : digits(byCpu),
        byCpu === undefined ? "" : verdict(byCpu, goal),
      ]),
    ),
  ];
}

function measured(figures: readonly number[]): string {
  const range = ` (${digits(Math.min(...figures))} to ${digits(Math.max(...figures))})`;
  return `**${digits(median(figures))}**${figures.length > 1 ? range : ""}`;
}

function verdict(figure: number, goal: Goal): string {
  // The most of nothing, say, is below every limit.
  const isMet = Number.isFinite(figure) && ("atLeast" in goal ? figure >= goal.atLeast : figure <= goal.atMost);
  return isMet ? "met" : "**missed**";
}

const digits = (value: number) =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 1);
