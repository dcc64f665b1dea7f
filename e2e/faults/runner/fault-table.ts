import type { RowResult } from "./row-result.ts";

/** How a row ended: it holds, it missed only measurements, each by less than a factor of two, or it missed. */
export type Verdict = "holds" | "nearly" | "MISSED";

/** In a lenient run, a row that nearly holds counts as good. */
export function verdictOf({ figures, error }: RowResult, isLenient: boolean): Verdict {
  if (error !== undefined || figures.length === 0) return "MISSED";
  if (figures.every(({ holds }) => holds)) return "holds";
  return isLenient && figures.every(({ isNear }) => isNear) ? "nearly" : "MISSED";
}

/** The table in Markdown, padded to be readable in a terminal. */
export function faultTable(results: readonly RowResult[], isLenient: boolean): string {
  const lines = results.flatMap((result) => {
    const missed = verdictOf(result, isLenient) === "nearly" ? "nearly" : "MISSED";
    const figures = result.figures.map(({ what, measured, bar, holds }) => [
      what,
      measured,
      bar,
      holds ? "holds" : missed,
    ]);
    const error = result.error === undefined ? [] : [["the row", result.error.split("\n")[0] ?? "", "", "MISSED"]];
    return [...figures, ...error].map(([what, ...rest], index) =>
      index === 0 ? [result.id, `${result.title}: ${what}`, ...rest] : ["", what ?? "", ...rest],
    );
  });
  const all = [["Row", "What", "Figure", "Bar", "Verdict"], ...lines];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  const [head, ...body] = all.map((line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`);
  return [head, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body].join("\n");
}
