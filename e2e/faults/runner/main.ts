/* oxlint-disable node/no-process-env -- a command is an entry point, as main.ts is. */
import { mkdtemp, rm } from "node:fs/promises";
import { arch, availableParallelism, cpus, platform, tmpdir, totalmem } from "node:os";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { recordResult } from "@platen/bench/report";
import { findOrInstallPrograms, openStateFolder } from "@platen/provisioning";
import { faultTable, holds, linesOf, type RowResult } from "./fault-table.ts";
import { longRun } from "./figure.ts";
import { byDefault, isAskedFor, rows, type Row } from "./rows.ts";
import { runRows } from "./run-rows.ts";

// Runs rows of the fault table and prints it: `npm run faults`, `npm run faults -- R3 C1` for some rows, or
// `npm run faults -- K` for all rows of a letter. `--lenient` is for a machine with other work: times, rates and sizes may
// miss their bars by a factor of two. `--long` adds soaks. `--record` writes the results to bench/results/faults.json.

const rootFolder = resolve(import.meta.dirname, "../../..");
const say = (line: string) => void process.stdout.write(`${line}\n`);

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: "boolean", default: false },
    lenient: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
  },
});
const names = positionals.length === 0 ? byDefault : positionals.map((name) => name.toUpperCase());
const unknown = names.filter((name) => !rows.some((row) => isAskedFor(row, [name])));
if (unknown.length > 0) {
  const ids = rows.map(({ id }) => id).join(", ");
  say(`There is no row ${unknown.join(", ")}. The rows are ${ids}; a letter alone, such as K, means all its rows.`);
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

const held = results.filter(holds).length;
const seconds = Math.round((performance.now() - startedAt) / 1_000);
say(`\n${faultTable(results)}\n`);
const slowest = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, 8);
say(`Slowest: ${slowest.map(({ row, seconds: took }) => `${row.id} ${Math.round(took)} s`).join(", ")}`);
const near = results.filter(({ isNear }) => isNear).length;
say(
  `${held} of ${results.length} rows hold${near === 0 ? "" : `, ${near} of them nearly`} (${seconds} s on ${machine()}).`,
);
if (options.record) say(`Recorded in ${relative(rootFolder, await record())}`);
// The last line has the form that `.ci/run` counts.
say(`${held} passed, ${results.length - held} failed`);
// process.exit would drop the part of a long table that the pipe has not taken yet.
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
    // Rows kill and restart their servers, which they cannot do with servers in containers.
    PLATEN_TEST_SERVERS: "local",
    [longRun]: options.long ? "1" : undefined,
  };
  return runRows(all, { folder, env, signal: ended.signal, say, isLenient: options.lenient });
}

function record(): Promise<string> {
  return recordResult("faults", {
    machine: machine(),
    seconds,
    rows: results.map((result) => ({ id: result.row.id, title: result.row.title, figures: linesOf(result) })),
  });
}
