/* oxlint-disable node/no-process-env -- a command is an entry point, as main.ts is. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { arch, availableParallelism, cpus, platform, tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { findOrInstallPrograms, openStateFolder } from "@platen/provisioning";
import { readTestRun } from "@platen/testing";
import { longRun } from "./figure.ts";
import { byDefault, isAskedFor, rows, type Row } from "./rows.ts";
import { runRows } from "./run-rows.ts";
import { faultTable, holds, type RowResult } from "./fault-table.ts";

// Runs rows of the fault table and prints it: `pnpm faults`, `pnpm faults R3 C1`, all of a letter with `pnpm faults K`.
// What `npm test` has run on the same sources is taken from there; `--fresh` runs it again. `--lenient` is for a machine
// that is not there to measure: times, sizes and rates may miss their bar by a factor of two. `--long` has rows soak,
// `--record` writes the table into docs/reliability.md.

const rootFolder = resolve(import.meta.dirname, "../../..");
const document = join(rootFolder, "docs/reliability.md");
const say = (line: string) => void process.stdout.write(`${line}\n`);

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: "boolean", default: false },
    fresh: { type: "boolean", default: false },
    lenient: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
  },
});
const names = positionals.length === 0 ? byDefault : positionals.map((name) => name.toUpperCase());
const unknown = names.filter((name) => !rows.some((row) => isAskedFor(row, [name])));
if (unknown.length > 0) {
  say(
    `There is no row ${unknown.join(", ")}. The rows are: ${rows.map(({ id }) => id).join(", ")}; K means all its rows.`,
  );
  process.exit(2);
}
const chosen = rows.filter((row) => isAskedFor(row, names));

const ended = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ended.abort());
process.on("disconnect", () => ended.abort());

const startedAt = performance.now();
const folder = await mkdtemp(join(tmpdir(), "platen-faults-"));
const results = await run(chosen);
await rm(folder, { recursive: true });

const table = faultTable(results);
const held = results.filter(holds).length;
const seconds = Math.round((performance.now() - startedAt) / 1_000);
say(`\n${table}\n`);
const slowest = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, 8);
say(`Slowest: ${slowest.map(({ row, seconds: took }) => `${row.id} ${Math.round(took)} s`).join(", ")}`);
const near = results.filter(({ isNear }) => isNear).length;
say(
  `${held} of ${results.length} rows hold${near === 0 ? "" : `, ${near} of them nearly`} (${seconds} s on ${machine()}).`,
);
// In the form of a test run's last line, for those who count.
say(`${held} passed, ${results.length - held} failed`);
if (options.record)
  await record(`Run on ${new Date().toISOString().slice(0, 10)}, ${machine()}, in ${seconds} s.\n\n${table}`);
// A pipe takes a long table in parts; what it has not taken yet would be lost.
await new Promise<void>((taken) => process.stdout.write("", () => taken()));
process.exit(held === results.length && held > 0 ? 0 : 1);

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
    needed: ["PostgreSQL", "Redis", "Chromium", ...(all.some(({ id }) => id === "K3") ? ["Prometheus" as const] : [])],
    say,
  });
  const env = {
    ...process.env,
    PUPPETEER_EXECUTABLE_PATH: programs.chromiumPath,
    // Rows kill servers and start them again, which those in containers are not for.
    PLATEN_TEST_SERVERS: "local",
    [longRun]: options.long ? "1" : undefined,
  };
  const testRun = options.fresh ? undefined : await readTestRun(rootFolder);
  return runRows(all, { folder, env, signal: ended.signal, say, testRun, isLenient: options.lenient });
}

/** Puts the table in the place of the one before. */
async function record(text: string): Promise<void> {
  const [begin, end] = ["<!-- The last run begins. -->", "<!-- The last run ends. -->"];
  const page = await readFile(document, "utf8");
  const [before, after] = [page.indexOf(begin), page.indexOf(end)];
  if (before === -1 || after === -1) throw new Error(`${document} has no place for the table`);
  await writeFile(document, `${page.slice(0, before + begin.length)}\n\n${text}\n\n${page.slice(after)}`);
}
