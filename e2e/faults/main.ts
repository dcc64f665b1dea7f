/* oxlint-disable node/no-process-env -- a command is an entry point, as main.ts is. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { arch, availableParallelism, cpus, platform, tmpdir, totalmem } from "node:os";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { findOrInstallPrograms, openStateFolder } from "@platen/provisioning";
import { z } from "zod";
import { figuresFile, figureSchema, longRun } from "./figures.ts";
import { rows, type Row } from "./rows.ts";
import { faultTable, holds, type RowResult } from "./table.ts";

// Runs rows of the fault table and prints it: `pnpm faults`, `pnpm faults R3 C1`, `pnpm faults --long`. `--new` leaves
// out the rows that are tests of `npm test` as well; `--record` writes the table into docs/reliability.md.

const rootFolder = resolve(import.meta.dirname, "../..");
const document = join(rootFolder, "docs/reliability.md");
const say = (line: string) => void process.stdout.write(`${line}\n`);

const resultsSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});
type FileResult = z.infer<typeof resultsSchema>["testResults"][number];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: "boolean", default: false },
    new: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
  },
});
const unknown = positionals.filter((id) => !rows.some((row) => row.id === id.toUpperCase()));
if (unknown.length > 0) {
  say(`There is no row ${unknown.join(", ")}. The rows are: ${rows.map(({ id }) => id).join(", ")}.`);
  process.exit(2);
}
const wanted = new Set(positionals.map((id) => id.toUpperCase()));
const chosen = rows.filter(
  ({ id, files }) => (wanted.size === 0 || wanted.has(id)) && (!options.new || files.every(isOwn)),
);

const startedAt = performance.now();
const folder = await mkdtemp(join(tmpdir(), "platen-faults-"));
const results = await run(chosen);
await rm(folder, { recursive: true });

const table = faultTable(results);
const held = results.filter(holds).length;
const seconds = Math.round((performance.now() - startedAt) / 1_000);
say(`\n${table}\n`);
say(`${held} of ${results.length} rows hold (${seconds} s on ${machine()}).`);
// In the form of a test run's last line, for those who count.
say(`${held} passed, ${results.length - held} failed`);
if (options.record)
  await record(`Run on ${new Date().toISOString().slice(0, 10)}, ${machine()}, in ${seconds} s.\n\n${table}`);
process.exit(held === results.length && held > 0 ? 0 : 1);

function isOwn(file: string): boolean {
  return file.startsWith("e2e/faults/");
}

function machine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${availableParallelism()} × ${cpus()[0]?.model ?? arch()}, ${memory} GB, ${platform()}, Node.js ${process.version}`;
}

async function run(all: readonly Row[]): Promise<RowResult[]> {
  const stateFolder = await openStateFolder(join(rootFolder, ".data"));
  const programs = await findOrInstallPrograms({
    environment: process.env,
    rootFolder,
    stateFolder,
    logFolder: join(rootFolder, ".data/logs"),
    needed: ["PostgreSQL", "Redis", "Chromium"],
    say,
  });
  const resultsFile = join(folder, "results.json");
  const figures = join(folder, "figures.jsonl");
  await writeFile(figures, "");
  await runJest([...new Set(all.flatMap(({ files }) => files))], resultsFile, {
    PUPPETEER_EXECUTABLE_PATH: programs.chromiumPath,
    // Rows kill servers and start them again, which those in containers are not for.
    PLATEN_TEST_SERVERS: "local",
    [figuresFile]: figures,
    [longRun]: options.long ? "1" : undefined,
  });
  const { testResults } = existsSync(resultsFile)
    ? resultsSchema.parse(JSON.parse(await readFile(resultsFile, "utf8")))
    : { testResults: [] };
  const written = (await readFile(figures, "utf8")).trim().split("\n").filter(Boolean);
  const measured = written.map((line) => figureSchema.parse(JSON.parse(line)));
  return all.map((row) => ({
    row,
    ...countTests(row, testResults),
    figures: measured.filter((figure) => figure.row === row.id),
  }));
}

function countTests(row: Row, files: readonly FileResult[]): { passed: number; failed: number } {
  const own = files.filter(({ name }) => row.files.includes(relative(rootFolder, name)));
  const tests = own
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName }) => row.tests === undefined || row.tests.test(fullName));
  const passed = tests.filter(({ status }) => status === "passed").length;
  // A file that cannot be loaded has no tests, and fails all the same.
  const broken = own.filter(({ message, assertionResults }) => message !== "" && assertionResults.length === 0).length;
  return { passed, failed: tests.filter(({ status }) => status === "failed").length + broken };
}

function runJest(files: string[], outputFile: string, env: Record<string, string | undefined>): Promise<void> {
  const child = spawn(
    process.execPath,
    [
      "--experimental-vm-modules",
      "--disable-warning=ExperimentalWarning",
      join(rootFolder, "node_modules/jest/bin/jest.js"),
      `--config=${join(import.meta.dirname, "jest.config.js")}`,
      "--runInBand",
      "--json",
      `--outputFile=${outputFile}`,
      "--runTestsByPath",
      ...files,
    ],
    // Its standard output would only say where the results are.
    { cwd: rootFolder, env: { ...process.env, ...env }, stdio: ["inherit", "ignore", "inherit"] },
  );
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  process.on("disconnect", () => child.kill("SIGTERM"));
  return new Promise((settle) => {
    child.once("error", () => settle());
    child.once("exit", () => settle());
  });
}

/** Puts the table in the place of the one before. */
async function record(text: string): Promise<void> {
  const [begin, end] = ["<!-- The last run begins. -->", "<!-- The last run ends. -->"];
  const page = await readFile(document, "utf8");
  const [before, after] = [page.indexOf(begin), page.indexOf(end)];
  if (before === -1 || after === -1) throw new Error(`${document} has no place for the table`);
  await writeFile(document, `${page.slice(0, before + begin.length)}\n\n${text}\n\n${page.slice(after)}`);
}
