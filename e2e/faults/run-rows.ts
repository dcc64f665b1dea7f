import { readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { batchesOf, type Batch } from "./batches.ts";
import { figuresFile, figureSchema, type Figure } from "./figures.ts";
import { filesOf, ownPartOf, type Row } from "./rows.ts";
import { runFiles, type FileResult } from "./run-files.ts";
import type { RowResult } from "./table.ts";

const rootFolder = resolve(import.meta.dirname, "../..");

export type RunRowsOptions = {
  /** Where results and figures are written. */
  folder: string;
  env: NodeJS.ProcessEnv;
  /** Ends the run; nothing is run once it is aborted. */
  signal: AbortSignal;
  say: (line: string) => void;
};

/**
 * Runs rows. Those that only missed how fast or how large something may be are measured once more, alone: others beside
 * them, or the machine's own business, may have been what was measured. A fact, such as a lost document, stays one.
 */
export async function runRows(rows: readonly Row[], options: RunRowsOptions): Promise<RowResult[]> {
  const results = await runBatches(rows, batchesOf(rows), { ...options, name: "first" });
  const missed = results.filter(hasOnlyMissedMeasurements);
  for (const { row, figures } of missed) {
    for (const { what, measured, bar } of figures.filter(({ holds }) => !holds)) {
      options.say(`${row.id} is measured again, alone: ${what}: ${measured}, not ${bar}`);
    }
  }
  const again = missed.map(({ row }) => ownPartOf(row));
  const files = again.flatMap((row) => filesOf(row));
  if (files.length === 0) return results;
  const seconds = await runBatches(again, [{ files, atOnce: 1 }], { ...options, name: "second" });
  return results.map((result) => {
    const second = seconds.find(({ row }) => row.id === result.row.id);
    return second ? { ...second, row: result.row, isMeasuredAgain: true } : result;
  });
}

function hasOnlyMissedMeasurements({ figures, failed }: RowResult): boolean {
  const missed = figures.filter(({ holds }) => !holds);
  // A test fails for each file with a missed figure, and for nothing else.
  return failed === 1 && missed.length > 0 && missed.every(({ isMeasurement }) => isMeasurement);
}

async function runBatches(
  rows: readonly Row[],
  batches: readonly Batch[],
  { folder, name, env, signal }: RunRowsOptions & { name: string },
): Promise<RowResult[]> {
  const figures = join(folder, `${name}-figures.jsonl`);
  await writeFile(figures, "");
  const files: FileResult[] = [];
  for (const [index, batch] of batches.entries()) {
    const outputFile = join(folder, `${name}-results-${index}.json`);
    files.push(...(await runFiles(batch, { outputFile, env: { ...env, [figuresFile]: figures }, signal })));
  }
  const measured = await readFigures(figures);
  return rows.map((row) => ({
    row,
    ...countTests(row, files),
    figures: measured.filter((figure) => figure.row === row.id),
  }));
}

async function readFigures(file: string): Promise<Figure[]> {
  const lines = (await readFile(file, "utf8")).trim().split("\n").filter(Boolean);
  return lines.map((line) => figureSchema.parse(JSON.parse(line)));
}

function countTests(row: Row, files: readonly FileResult[]): Omit<RowResult, "row" | "figures"> {
  const own = files.filter(({ name }) => filesOf(row).includes(relative(rootFolder, name)));
  const tests = own
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName }) => row.tests === undefined || row.tests.test(fullName));
  const passed = tests.filter(({ status }) => status === "passed").length;
  // A file that cannot be loaded has no tests, one that was not run no results: both fail all the same.
  const loaded = own.filter(({ message, assertionResults }) => message === "" || assertionResults.length > 0).length;
  const failed = tests.filter(({ status }) => status === "failed").length + filesOf(row).length - loaded;
  const seconds = own.reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1_000, 0);
  return { passed, failed, seconds };
}
