import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { figureTable, markdownTable, reportLines } from "./report-lines.ts";
import type { Figure, Report } from "./report.ts";

const resultsFolder = join(import.meta.dirname, "../results");

/** Writes a result to `bench/results/<name>.json`, with its date and its commit, and returns the file's path. */
export async function recordResult(name: string, result: Record<string, unknown>): Promise<string> {
  const { stdout } = await promisify(execFile)("git", ["describe", "--always", "--dirty", "--exclude=*"], {
    cwd: resultsFolder,
    timeout: 10_000,
  });
  const path = join(resultsFolder, `${name}.json`);
  const date = new Date().toISOString().slice(0, 10);
  await writeFile(path, `${JSON.stringify({ date, commit: stdout.trim(), ...result }, null, 2)}\n`);
  return path;
}

/** Records the figures of a report, and its lines as printed. */
export function recordReport(name: string, report: Report): Promise<string> {
  return recordResult(name, { figures: report.figures, lines: reportLines(report) });
}

const goal = z.union([z.object({ atLeast: z.number() }), z.object({ atMost: z.number() })]);
const recorded = z.object({
  date: z.iso.date(),
  figures: z.array(
    // JSON has null for a figure without a finite value.
    z.object({
      name: z.string(),
      values: z.array(
        z
          .number()
          .nullable()
          .transform((value) => value ?? Number.NaN),
      ),
      byCpu: z.number().exactOptional(),
      goal: goal.exactOptional(),
    }),
  ),
});

const names = ["render", "generate", "batches", "load", "scale"];
/** The formatter would align the columns; the table is written as it is printed. */
const [begin, end] = ["<!-- prettier-ignore-start -->", "<!-- prettier-ignore-end -->"];

/** Returns the text of `bench/README.md` with the table of the results that `bench/results` holds. */
export function withResultsTable(readme: string): string {
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`bench/README.md needs "${begin}" and "${end}" around its results`);
  return `${readme.slice(0, from + begin.length)}\n\n${resultsTable().join("\n")}\n\n${readme.slice(to)}`;
}

/** Reads the last result of a benchmark, if it was ever recorded. */
export function readResult(name: string): z.output<typeof recorded> | undefined {
  const path = join(resultsFolder, `${name}.json`);
  return existsSync(path) ? recorded.parse(JSON.parse(readFileSync(path, "utf8"))) : undefined;
}

function resultsTable(): string[] {
  const results = names.flatMap((name) => {
    const result = readResult(name);
    if (result === undefined) return [];
    const { date, figures } = result;
    return figures.map((figure: Figure) => ({ name, date, figure }));
  });
  const { columns, rows } = figureTable(results.map(({ figure }) => figure));
  return markdownTable({
    columns: ["Benchmark", "date", ...columns],
    rows: rows.map((row, index) => [results[index]?.name ?? "", results[index]?.date ?? "", ...row]),
  });
}
