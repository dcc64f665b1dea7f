import { median } from "../measure/statistics.ts";
import type { Figure, Goal, Report, Table } from "./report.ts";

/** Returns a report as the command prints it. */
export function reportLines({ machine, tables, notes = [], failures, figures }: Report): string[] {
  const counts = Map.groupBy(failures, (failure) => failure);
  return [
    "",
    machine,
    ...tables.flatMap((table) => ["", ...markdownTable(table)]),
    ...(notes.length > 0 ? ["", ...notes] : []),
    ...[...counts].map(([failure, equal]) => `FAILED ${equal.length} times: ${failure}`),
    ...(figures.length > 0 ? ["", ...markdownTable(figureTable(figures))] : []),
  ];
}

/** Shows the figures beside their goals, with verdicts: the median of the rounds decides. */
export function figureTable(figures: readonly Figure[]): Table {
  const hasCpu = figures.some(({ byCpu }) => byCpu !== undefined);
  const columns = ["Figure", "goal", "measured (range)", "verdict", "by CPU", "verdict by CPU"];
  const rows = figures.map(({ name, values, byCpu, goal }) => {
    const cpu = byCpu === undefined ? ["", ""] : [digits(byCpu), verdict(byCpu, goal)];
    return [name, showGoal(goal), showMeasured(values), verdict(median(values), goal), ...cpu];
  });
  const count = hasCpu ? 6 : 4;
  return { columns: columns.slice(0, count), rows: rows.map((row) => row.slice(0, count)) };
}

/** Returns a table in Markdown, with columns of numbers aligned to the right. */
export function markdownTable({ columns, rows }: Table): string[] {
  const rule = columns.map((_, column) => (rows.every((row) => isNumeric(row[column])) ? "--:" : "---"));
  return [columns, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}

/** Whether a cell is empty or begins with a figure. */
const isNumeric = (cell = "") => /^(\**[≥≤]? ?-?\d|$)/.test(cell);

function showMeasured(values: readonly number[]): string {
  if (!Number.isFinite(median(values))) return "nothing";
  const range = values.length > 1 ? ` (${digits(Math.min(...values))} to ${digits(Math.max(...values))})` : "";
  return `${digits(median(values))}${range}`;
}

function showGoal(goal: Goal | undefined): string {
  if (goal === undefined) return "";
  return "atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
}

/** A figure that was not measured misses its goal. */
function verdict(measured: number, goal: Goal | undefined): string {
  if (goal === undefined) return "";
  const isMet = "atLeast" in goal ? measured >= goal.atLeast : measured <= goal.atMost;
  return isMet && Number.isFinite(measured) ? "met" : "**missed**";
}

const digits = (value: number) =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 1);
