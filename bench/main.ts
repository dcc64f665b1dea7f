/* oxlint-disable node/no-process-env -- a command is an entry point, as main.ts is. */
import { relative, resolve } from "node:path";
import { findOrInstallPrograms, openStateFolder } from "@platen/provisioning";
import { startReaper } from "@platen/testing";
import { benchAgainst } from "./against/bench-against.ts";
import type { Benchmark } from "./bench-context.ts";
import { benchBatches } from "./batches/bench-batches.ts";
import { benchGenerate } from "./generate/bench-generate.ts";
import { benchLeases } from "./leases/bench-leases.ts";
import { benchLoad } from "./load/bench-load.ts";
import { benchRender } from "./render/bench-render.ts";
import { recordReport } from "./report/record-result.ts";
import { reportLines } from "./report/report-lines.ts";
import { benchScale } from "./scale/bench-scale.ts";
import { UserError } from "./user-error.ts";

// Runs a benchmark and prints its report: `npm run bench -- render`. With `--record` the report is kept in
// bench/results as well, unless a document was missing or wrong.

const benchmarks = new Map<string, Benchmark>([
  ["against", benchAgainst],
  ["batches", benchBatches],
  ["generate", benchGenerate],
  ["leases", benchLeases],
  ["load", benchLoad],
  ["render", benchRender],
  ["scale", benchScale],
]);

const [name = "", ...options] = process.argv.slice(2);
const benchmark = benchmarks.get(name);
const say = (line: string) => void process.stdout.write(`${line}\n`);

if (benchmark === undefined) {
  say(`usage: npm run bench -- <name> [--record], where <name> is one of: ${[...benchmarks.keys()].join(", ")}`);
  process.exit(2);
}
const rootFolder = resolve(import.meta.dirname, "..");
const dataFolder = resolve(rootFolder, ".data");
const { chromiumPath } = await findOrInstallPrograms({
  environment: process.env,
  rootFolder,
  stateFolder: await openStateFolder(dataFolder),
  logFolder: resolve(dataFolder, "logs"),
  needed: ["PostgreSQL", "Redis", "Chromium"],
  say,
});
process.env["PUPPETEER_EXECUTABLE_PATH"] = chromiumPath;
// The reaper ends the servers and the services when this process ends, also after Ctrl-C. Browsers end with their pipes.
const reaper = await startReaper();
let failed = true;
try {
  const report = await benchmark({
    rootFolder,
    environment: process.env,
    args: options.filter((option) => option !== "--record"),
    say,
  });
  for (const line of reportLines(report)) say(line);
  failed = report.failures.length > 0;
  if (!failed && options.includes("--record")) {
    const path = await recordReport(name, report);
    say(`\nrecorded in ${relative(rootFolder, path)}; \`npm run generate\` takes it into bench/README.md`);
  }
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  say(error.message);
} finally {
  await reaper.stop();
}
process.exit(failed ? 1 : 0);
