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
  const lines = [
    "| Goal | wanted | measured (range) | verdict | by CPU | verdict by CPU |",
    "| --- | --: | --: | --- | --: | --- |",
  ];
  for (const { about, goal, figures, byCpu } of judged) {
    if (figures.length === 0) continue;
    const range = `${digits(Math.min(...figures))} to ${digits(Math.max(...figures))}`;
    const cells = [
      about,
      "atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`,
      `**${digits(median(figures))}**${figures.length > 1 ? ` (${range})` : ""}`,
      verdict(median(figures), goal),
      byCpu === undefined ? "" : digits(byCpu),
      byCpu === undefined ? "" : verdict(byCpu, goal),
    ];
    lines.push(`| ${cells.join(" | ")} |`);
  }
  return lines;
}

function verdict(figure: number, goal: Goal): string {
  const isMet = "atLeast" in goal ? figure >= goal.atLeast : figure <= goal.atMost;
  return isMet ? "met" : "**missed**";
}

const digits = (value: number) =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 1);
