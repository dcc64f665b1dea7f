import type { Figure } from "./figure.ts";
import type { Row } from "./rows.ts";

/** The result of a row: its tests, its figures, and the time of its files. */
export type RowResult = {
  row: Row;
  passed: number;
  failed: number;
  figures: Figure[];
  seconds: number;
  /** Whether the row missed only measurements, each by less than a factor of two, in a lenient run. */
  isNear: boolean;
  /** Whether these are the figures of a second run. */
  isMeasuredAgain?: boolean;
};

/** A row holds if it has tests and all of them passed, or if it nearly holds in a lenient run. */
export function holds({ passed, failed, isNear }: RowResult): boolean {
  return isNear || (passed > 0 && failed === 0);
}

/** A line of the table. */
export type FaultLine = { what: string; measured: string; bar: string; verdict: string };

/** The figures of a row with their verdicts, and its tests if it failed for another reason than a figure. */
export function linesOf(result: RowResult): FaultLine[] {
  const { passed, failed, figures } = result;
  const lines = figures.map(({ what, measured, bar, holds: isGood }) => {
    return { what, measured, bar, verdict: verdict(isGood, result) };
  });
  if (figures.some((figure) => !figure.holds) || (figures.length > 0 && holds(result))) return lines;
  const tests = `${passed} of ${passed + failed} tests`;
  return [...lines, { what: "tests", measured: tests, bar: "all", verdict: holds(result) ? "holds" : "MISSED" }];
}

function verdict(isGood: boolean, { isNear, isMeasuredAgain = false }: RowResult): string {
  const words = isGood ? "holds" : isNear ? "nearly" : "MISSED";
  return isMeasuredAgain && words !== "MISSED" ? `${words} (2nd)` : words;
}

/** The table in Markdown, padded to be readable in a terminal. */
export function faultTable(results: readonly RowResult[]): string {
  const rows = results.flatMap((result) =>
    linesOf(result).map(({ what, measured, bar, verdict: words }, index) => {
      const { id, title } = result.row;
      return [index === 0 ? id : "", index === 0 ? `${title}: ${what}` : what, measured, bar, words];
    }),
  );
  const lines = [["Row", "What", "Figure", "Bar", "Verdict"], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const written = lines.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`,
  );
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [written[0], rule, ...written.slice(1)].join("\n");
}
