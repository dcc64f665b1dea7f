import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { figureTable } from "./figure-table.ts";
import { markdownTable } from "./markdown-table.ts";
import { resultsFolder } from "./record-result.ts";
import { recordedReport } from "./recorded-report.ts";

const names = ["render", "generate", "load", "scale", "memory", "pagination"];
/** Prettier would align the columns; the table is written as it is printed. */
const [begin, end] = ["<!-- prettier-ignore-start -->", "<!-- prettier-ignore-end -->"];

/** The text of `bench/README.md` with the table of the results that `bench/results` holds. */
export function withResultsTable(readme: string): string {
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`bench/README.md needs "${begin}" and "${end}" around its results`);
  return `${readme.slice(0, from + begin.length)}\n\n${resultsTable().join("\n")}\n\n${readme.slice(to)}`;
}

function resultsTable(): string[] {
  const recorded = names.flatMap((name) => {
    const path = join(resultsFolder, `${name}.json`);
    if (!existsSync(path)) return [];
    const { date, figures } = recordedReport.parse(JSON.parse(readFileSync(path, "utf8")));
    return figures.map((figure) => ({ benchmark: name, date, figure }));
  });
  const { columns, rows } = figureTable(recorded.map(({ figure }) => figure));
  return markdownTable({
    columns: ["Benchmark", "date", ...columns],
    rows: rows.map((row, index) => [recorded[index]?.benchmark ?? "", recorded[index]?.date ?? "", ...row]),
  });
}
