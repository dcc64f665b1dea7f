import { readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { FileResult, TestRun } from "@platen/testing";
import { batchesOf, type Batch } from "./schedule.ts";
import { figuresFile, figureSchema, type Figure } from "./figure.ts";
import { filesOf, withoutFiles, type Row } from "./rows.ts";
import { runFiles } from "./run-files.ts";
import { holds, type RowResult } from "./fault-table.ts";

const rootFolder = resolve(import.meta.dirname, "../../..");
const pathOf = (name: string) => relative(rootFolder, name);

export type RunRowsOptions = {
  /** Where results and figures are written. */
  folder: string;
  env: NodeJS.ProcessEnv;
  /** Ends the run; nothing is run once it is aborted. */
  signal: AbortSignal;
  say: (line: string) => void;
  /** A run of all tests on the same sources: what it tells of a row's files they are not run for again. */
  testRun: TestRun | undefined;
  /** Rows that only missed measurements, and none by far, hold nearly and are not run again. */
  isLenient: boolean;
};

/**
 * Runs rows. Those that only missed how fast or how large something may be are measured once more, alone: others beside
 * them, or the machine's own business, may have been what was measured. A fact, such as a lost document, stays one.
 */
export async function runRows(rows: readonly Row[], options: RunRowsOptions): Promise<RowResult[]> {
  const { say, testRun, isLenient } = options;
  const known = (testRun?.files ?? [])
    .filter(({ name }) => rows.some((row) => filesOf(row).includes(pathOf(name))))
    // They take no time of this run.
    .map((file) => ({ ...file, startTime: 0, endTime: 0 }));
  const knownFiles = known.map(({ name }) => pathOf(name));
  if (testRun && known.length > 0) {
    const ids = rows.filter((row) => filesOf(row).some((file) => knownFiles.includes(file))).map(({ id }) => id);
    say(`Taken from npm test, which ran on the same sources at ${testRun.endedAt.toISOString()}: ${ids.join(", ")}`);
  }
  const unknown = rows.map((row) => withoutFiles(row, knownFiles));
  const first = await runBatches(batchesOf(unknown), { ...options, name: "first" });
  const resultsOf = (some: readonly Row[], { files, figures }: Run) =>
    some.map((row) => resultOf(row, { files: [...known, ...files], figures }, isLenient));
  const results = resultsOf(rows, first);

  const missed = results.filter(
    (result) => !holds(result) && missedFigures(result)?.every(({ isMeasurement }) => isMeasurement),
  );
  for (const { row, figures } of missed) {
    for (const { what, measured, bar } of figures.filter((figure) => !figure.holds)) {
      say(`${row.id} is measured again, alone: ${what}: ${measured}, not ${bar}`);
    }
  }
  // Of a row with several files those that missed; what the others measured stays.
  const again = new Set(
    missed.flatMap(({ figures }) => figures.filter((figure) => !figure.holds).map(({ file }) => file)),
  );
  if (again.size === 0) return results;
  const second = await runBatches([{ files: [...again].map(pathOf), atOnce: 1 }], { ...options, name: "second" });
  const measuredAgain = resultsOf(
    missed.map(({ row }) => row),
    {
      files: [...first.files.filter(({ name }) => !again.has(name)), ...second.files],
      figures: [...first.figures.filter(({ file }) => !again.has(file)), ...second.figures],
    },
  );
  return results.map((result) => {
    const its = measuredAgain.find(({ row }) => row === result.row);
    return its ? { ...its, isMeasuredAgain: true } : result;
  });
}

/** The figures for which a row failed; undefined if it failed for something else. */
function missedFigures({ figures, failed }: Omit<RowResult, "isNear">): Figure[] | undefined {
  const missed = figures.filter(({ holds: isGood }) => !isGood);
  // A test fails for each file with a missed figure, and for nothing else.
  return failed === 1 && missed.length > 0 ? missed : undefined;
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

function resultOf(row: Row, { files, figures }: Run, isLenient: boolean): RowResult {
  const result = { row, ...countTests(row, files), figures: figures.filter((figure) => figure.row === row.id) };
  const isNear = isLenient && (missedFigures(result)?.every((figure) => figure.isNear) ?? false);
  return { ...result, isNear };
}

async function readFigures(file: string): Promise<Figure[]> {
  const lines = (await readFile(file, "utf8")).trim().split("\n").filter(Boolean);
  return lines.map((line) => figureSchema.parse(JSON.parse(line)));
}

function countTests(row: Row, files: readonly FileResult[]): Omit<RowResult, "row" | "figures" | "isNear"> {
  const own = files.filter(({ name }) => filesOf(row).includes(pathOf(name)));
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
