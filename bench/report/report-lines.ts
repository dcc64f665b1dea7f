import { figureTable } from "./figure-table.ts";
import { markdownTable } from "./markdown-table.ts";
import { summarize } from "./recorded-report.ts";
import type { Report } from "./report.ts";

/** A report as the command prints it. */
export function reportLines({ machine, tables, notes = [], failures, figures }: Report): string[] {
  return [
    "",
    machine,
    ...tables.flatMap((table) => ["", ...markdownTable(table)]),
    ...(notes.length > 0 ? ["", ...notes] : []),
    ...countEqual(failures).map(([failure, count]) => `FAILED ${count} times: ${failure}`),
    ...(figures.length > 0 ? ["", ...markdownTable(figureTable(summarize(figures)))] : []),
  ];
}

function countEqual(texts: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts];
}
