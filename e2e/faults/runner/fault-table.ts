import type { Figure } from "./figure.ts";
import type { Row } from "./rows.ts";

/** What became of a row: its tests, the figures it measured, and how long its files took. */
export type RowResult = {
  row: Row;
  passed: number;
  failed: number;
  figures: Figure[];
  seconds: number;
  /** Whether it only missed measurements, none by far, and that is good enough. */
  isNear: boolean;
  /** Whether these are the figures of a second run. */
  isMeasuredAgain?: boolean;
};

/** A row holds if all its tests passed, and there were some, or if it is near enough. */
export function holds({ passed, failed, isNear }: RowResult): boolean {
  return isNear || (passed > 0 && failed === 0);
}

function verdict(isGood: boolean, { isNear, isMeasuredAgain = false }: RowResult): string {
  const words = isGood ? "holds" : isNear ? "nearly" : "MISSED";
  return isMeasuredAgain && words !== "MISSED" ? `${words} (2nd)` : words;
}

function linesOf(result: RowResult): string[][] {
  const { row, passed, failed, figures } = result;
  const tests = [
    row.id,
    row.title,
    `${passed} of ${passed + failed} tests`,
    "all",
    verdict(holds(result), { ...result, isMeasuredAgain: false }),
  ];
  if (figures.length === 0) return [tests];
  const lines = figures.map(({ what, measured, bar, holds: isGood }, index) => [
    index === 0 ? row.id : "",
    index === 0 ? `${row.title}: ${what}` : what,
    measured,
    bar,
    verdict(isGood, result),
  ]);
  // A row may fail of something that is no figure.
  return figures.every((figure) => figure.holds) && !holds(result) ? [...lines, tests] : lines;
}

/** The table in Markdown, readable as it is in a terminal. */
export function faultTable(results: readonly RowResult[]): string {
  const lines = [["Row", "What", "Figure", "Bar", "Verdict"], ...results.flatMap(linesOf)];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const written = lines.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`,
  );
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [written[0], rule, ...written.slice(1)].join("\n");
}
