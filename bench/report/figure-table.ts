import type { RecordedFigure } from "./recorded-report.ts";
import type { Goal, Table } from "./report.ts";

/** The figures beside their goals, with verdicts: the median of the rounds decides. */
export function figureTable(figures: readonly RecordedFigure[]): Table {
  const columnCount = figures.some(({ byCpu }) => byCpu !== undefined) ? 6 : 4;
  const rows = figures.map(({ name, measured, range, byCpu, goal }) => [
    name,
    showGoal(goal),
    measured === null ? "nothing" : showMeasured(measured, range),
    verdict(measured, goal),
    byCpu === undefined ? "" : digits(byCpu),
    byCpu === undefined ? "" : verdict(byCpu, goal),
  ]);
  const columns = ["Figure", "goal", "measured (range)", "verdict", "by CPU", "verdict by CPU"];
  return { columns: columns.slice(0, columnCount), rows: rows.map((row) => row.slice(0, columnCount)) };
}

function showMeasured(measured: number, range: RecordedFigure["range"]): string {
  return range === undefined ? digits(measured) : `${digits(measured)} (${digits(range[0])} to ${digits(range[1])})`;
}

function showGoal(goal: Goal | undefined): string {
  if (goal === undefined) return "";
  return "atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
}

function verdict(measured: number | null, goal: Goal | undefined): string {
  if (goal === undefined) return "";
  const isMet = measured !== null && ("atLeast" in goal ? measured >= goal.atLeast : measured <= goal.atMost);
  return isMet ? "met" : "**missed**";
}

const digits = (value: number) =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 1);
