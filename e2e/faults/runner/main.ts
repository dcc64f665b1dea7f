/* oxlint-disable node/no-process-env -- a command is an entry point, as main.ts is. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { findOrInstallPrograms, openStateFolder } from "@platen/provisioning";
import { buildS3Server, hasPgBouncer } from "@platen/testing";
import { faultTable, verdictOf } from "./fault-table.ts";
import { hostileMinutes, hostileSeed, resultsFile, rowResult, type RowResult } from "./row-result.ts";

// Runs rows of the fault table and prints it: `npm run faults`, `npm run faults -- R3 C5` for some rows, or
// `npm run faults -- K` for all rows of a letter. `--lenient` is for a machine with other work: times, rates and sizes may
// miss their bars by a factor of two. `--minutes` and `--seed` are for the row F1, which generates its requests.

/** The rows that prove the promises of docs/reliability.md; the rows K prove those of docs/operations.md. */
const byDefault = ["R", "B", "C", "L", "T", "F", "N"];
/** Rows that wait for most of their time leave room for others. */
const parallelRows = 5;

/** The rows with a bucket, which is in memory where the server cannot be built. */
const rowsWithBucket = ["B5", "B6", "B16"];

const rootFolder = resolve(import.meta.dirname, "../../..");
const say = (line: string) => void process.stdout.write(`${line}\n`);

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { lenient: { type: "boolean", default: false }, minutes: { type: "string" }, seed: { type: "string" } },
});
const names = positionals.length === 0 ? byDefault : positionals.map((name) => name.toUpperCase());
const isAskedFor = (id: string) => names.includes(id) || names.includes(id.slice(0, 1));
/**
 * Rows of the folder `alone` need the machine to themselves, because they measure load, latency or memory. Those of
 * `offline` run with all their servers in a network namespace without a network.
 */
const files = globSync("e2e/faults/rows/{,alone/,offline/}*.row.ts", { cwd: rootFolder }).map((path) => {
  const source = readFileSync(join(rootFolder, path), "utf8");
  return {
    path,
    place: path.includes("/alone/") ? "alone" : path.includes("/offline/") ? "offline" : "beside",
    ids: [...source.matchAll(/(?:fault|tenant)Row\(\s*"(\w+)"/g)].map(([, id = ""]) => id),
  };
});
const all = files.flatMap(({ ids }) => ids).toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
const unknown = names.filter((name) => !all.some((id) => id === name || id.startsWith(name)));
if (unknown.length > 0) {
  say(
    `There is no row ${unknown.join(", ")}. The rows are ${all.join(", ")}; a letter alone, such as K, means all its rows.`,
  );
  process.exit(2);
}
const withoutNetwork = ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$0" "$@"'] as const;
const canBeOffline = spawnSync(withoutNetwork[0], [...withoutNetwork.slice(1), "true"]).status === 0;
const isOffline = (id: string) => files.some(({ place, ids }) => place === "offline" && ids.includes(id));

/** Why this machine cannot run a row, or undefined. */
function reasonToSkip(id: string): string | undefined {
  if (id === "K5" && process.env["PLATEN_RELEASE_BEFORE"] === undefined) {
    return "infra/release/side-by-side.sh runs it with the release before.";
  }
  if (id === "R23" && !hasPgBouncer) return "it needs PgBouncer, which `apt-get install pgbouncer` installs.";
  if (isOffline(id) && !canBeOffline) return "it needs Linux, root, and the programs unshare and ip.";
  return undefined;
}

const asked: string[] = [];
const skipped: string[] = [];
for (const id of all.filter(isAskedFor)) {
  const reason = reasonToSkip(id);
  if (reason === undefined) asked.push(id);
  else skipped.push(`${id} is skipped: ${reason}`);
}
for (const line of skipped) say(line);

const ended = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ended.abort());
process.on("disconnect", () => ended.abort());

const startedAt = performance.now();
const programs = await findOrInstallPrograms({
  environment: process.env,
  rootFolder,
  stateFolder: await openStateFolder(join(rootFolder, ".data")),
  logFolder: join(rootFolder, ".data/logs"),
  needed: ["PostgreSQL", "Redis", "Chromium", ...(asked.includes("K3") ? ["Prometheus" as const] : [])],
  say,
});
if (asked.some((id) => rowsWithBucket.includes(id))) buildS3Server();
const folder = await mkdtemp(join(tmpdir(), "platen-faults-"));
const results = await runAll(asked);
await rm(folder, { recursive: true });

const failed = results.filter((result) => verdictOf(result, options.lenient) === "MISSED").length;
say(`\n${faultTable(results, options.lenient)}\n`);
const slowest = results.toSorted((a, b) => b.seconds - a.seconds);
say(`Seconds: ${slowest.map(({ id, seconds }) => `${id} ${Math.round(seconds)}`).join(", ")}`);
say(`In all ${Math.round((performance.now() - startedAt) / 1_000)} s.`);
// Once more, where a reader of a long run looks.
for (const line of skipped) say(line);
// The last line has the form that `.ci/run` counts.
say(`${results.length - failed} passed, ${failed} failed`);
// process.exit would drop the part of a long table that the pipe has not taken yet.
await new Promise<void>((taken) => process.stdout.write("", () => taken()));
process.exit(failed === 0 && results.length > 0 ? 0 : 1);

/**
 * Runs rows. Rows that missed only times, rates or sizes are measured once more, alone: other rows, or other programs on
 * the machine, may be the reason. A fact, such as a lost document, stays.
 */
async function runAll(ids: readonly string[]): Promise<RowResult[]> {
  const first = [
    ...(await runRows(ids, "beside")),
    ...(await runRows(ids, "alone")),
    ...(await runRows(ids, "offline")),
  ];
  const again = first.filter(
    (result) =>
      verdictOf(result, options.lenient) === "MISSED" &&
      result.error === undefined &&
      result.figures.every(({ holds, isMeasurement }) => holds || isMeasurement),
  );
  for (const { id } of again) say(`${id} is measured again, alone.`);
  const idsAgain = again.map(({ id }) => id);
  const second = [...(await runRows(idsAgain, "beside", 1)), ...(await runRows(idsAgain, "alone"))];
  return ids.map((id) => {
    const result = [...second, ...first].find((row) => row.id === id);
    return result ?? { id, title: "", seconds: 0, figures: [], error: "did not run" };
  });
}

/** Runs those of the rows that are in files of one kind, with jest, which writes its messages to the standard error. */
async function runRows(ids: readonly string[], place: string, concurrency = parallelRows): Promise<RowResult[]> {
  const chosen = files.filter((file) => file.place === place && file.ids.some((id) => ids.includes(id)));
  if (chosen.length === 0 || ended.signal.aborted) return [];
  const output = join(folder, "results.jsonl");
  await writeFile(output, "");
  const [program, ...args] = [...(place === "offline" ? withoutNetwork : []), process.execPath];
  const jest = spawn(
    program,
    [
      ...args,
      join(rootFolder, "node_modules/jest/bin/jest.js"),
      `--config=${join(import.meta.dirname, "jest.config.js")}`,
      place === "beside" ? `--maxWorkers=${concurrency}` : "--runInBand",
      `--testNamePattern=^(${ids.join("|")}) `,
      "--runTestsByPath",
      ...chosen.map(({ path }) => path),
    ],
    {
      cwd: rootFolder,
      env: {
        ...process.env,
        PUPPETEER_EXECUTABLE_PATH: programs.chromiumPath,
        // Rows kill and restart their servers, which they cannot do with servers in containers.
        PLATEN_TEST_SERVERS: "local",
        [resultsFile]: output,
        ...(options.minutes !== undefined && { [hostileMinutes]: options.minutes }),
        ...(options.seed !== undefined && { [hostileSeed]: options.seed }),
      },
      stdio: ["inherit", "ignore", "inherit"],
    },
  );
  const stop = () => void jest.kill("SIGTERM");
  ended.signal.addEventListener("abort", stop);
  await once(jest, "exit");
  ended.signal.removeEventListener("abort", stop);
  const lines = (await readFile(output, "utf8")).split("\n").filter(Boolean);
  return lines.map((line) => rowResult.parse(JSON.parse(line)));
}
