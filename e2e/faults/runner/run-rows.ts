import { readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { FileResult } from "@platen/testing";
import { holds, type RowResult } from "./fault-table.ts";
import { figuresFile, figureSchema, type Figure } from "./figure.ts";
import { filesOf, type Row } from "./rows.ts";
import { runFiles } from "./run-files.ts";
import { scheduleOf, type Batch } from "./schedule.ts";

const rootFolder = resolve(import.meta.dirname, "../../..");
const pathOf = (name: string) => relative(rootFolder, name);

export type RunRowsOptions = {
  /** The folder for results and figures. */
  folder: string;
  env: NodeJS.ProcessEnv;
  /** Ends the run. An aborted run starts no files. */
  signal: AbortSignal;
  say: (line: string) => void;
  /** Rows that nearly hold count as good and are not measured again. */
  isLenient: boolean;
};

/**
 * Runs rows. Rows that missed only times, rates or sizes are measured once more, alone: other rows, or other programs on
 * the machine, may be the reason. A fact, such as a lost document, stays.
 */
export async function runRows(rows: readonly Row[], options: RunRowsOptions): Promise<RowResult[]> {
  const { say, isLenient } = options;
  const first = await runBatches(scheduleOf(rows), { ...options, name: "first" });
  const results = rows.map((row) => resultOf(row, first, isLenient));

  const missed = results.filter(
    (result) => !holds(result) && missedFigures(result)?.every(({ isMeasurement }) => isMeasurement),
  );
  for (const { row, figures } of missed) {
    for (const { what, measured, bar } of figures.filter((figure) => !figure.holds)) {
      say(`${row.id} is measured again, alone: ${what}: ${measured}, not ${bar}`);
    }
  }
  // Of a row with several files, only the file with the missed figure runs again.
  const again = new Set(
    missed.flatMap(({ figures }) => figures.filter((figure) => !figure.holds).map(({ file }) => file)),
  );
  if (again.size === 0) return results;
  const second = await runBatches([{ files: [...again].map(pathOf), concurrency: 1 }], { ...options, name: "second" });
  const both = {
    files: [...first.files.filter(({ name }) => !again.has(name)), ...second.files],
    figures: [...first.figures.filter(({ file }) => !again.has(file)), ...second.figures],
  };
  return results.map((result) =>
    missed.includes(result) ? { ...resultOf(result.row, both, isLenient), isMeasuredAgain: true } : result,
  );
}

/** The figures because of which a row failed; undefined if it failed for another reason. */
function missedFigures({ figures, failed }: Omit<RowResult, "isNear">): Figure[] | undefined {
  const missed = figures.filter(({ holds: isGood }) => !isGood);
  // The test of a file with a missed figure fails.
  return failed === new Set(missed.map(({ file }) => file)).size && missed.length > 0 ? missed : undefined;
}

type Run = { files: FileResult[]; figures: Figure[] };

async function runBatches(
  batches: readonly Batch[],
  { folder, name, env, signal }: RunRowsOptions & { name: string },
): Promise<Run> {
  const figures = join(folder, `${name}-figures.jsonl`);
  await writeFile(figures, "");
  const files: FileResult[] = [];
  for (const [index, batch] of batches.entries()) {
    const outputFile = join(folder, `${name}-results-${index}.json`);
    files.push(...(await runFiles(batch, { outputFile, env: { ...env, [figuresFile]: figures }, signal })));
  }
  return { files, figures: await readFigures(figures) };
}

async function readFigures(file: string): Promise<Figure[]> {
  const lines = (await readFile(file, "utf8")).trim().split("\n").filter(Boolean);
  return lines.map((line) => figureSchema.parse(JSON.parse(line)));
}

function resultOf(row: Row, { files, figures }: Run, isLenient: boolean): RowResult {
  const result = { row, ...countTests(row, files), figures: figures.filter((figure) => figure.row === row.id) };
  const isNear = isLenient && (missedFigures(result)?.every((figure) => figure.isNear) ?? false);
  return { ...result, isNear };
}

function countTests(row: Row, files: readonly FileResult[]): Omit<RowResult, "row" | "figures" | "isNear"> {
  const own = files.filter(({ name }) => filesOf(row).includes(pathOf(name)));
  const tests = own.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === "passed").length;
  // A file that cannot be loaded has no tests, and a file that did not run has no results: both count as failures.
  const loaded = own.filter(({ message, assertionResults }) => message === "" || assertionResults.length > 0).length;
  const failed = tests.filter(({ status }) => status === "failed").length + filesOf(row).length - loaded;
  const seconds = own.reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1_000, 0);
  return { passed, failed, seconds };
}
