import { relative, resolve } from "node:path";
import type { Benchmark } from "./bench-context.ts";
import { benchGenerate } from "./generate/bench-generate.ts";
import { benchLoad } from "./load/bench-load.ts";
import { benchMemory } from "./memory/bench-memory.ts";
import { benchPagination } from "./pagination/bench-pagination.ts";
import { benchRender } from "./render/bench-render.ts";
import { recordResult } from "./report/record-result.ts";
import { recordedFields } from "./report/recorded-report.ts";
import { reportLines } from "./report/report-lines.ts";
import { benchScale } from "./scale/bench-scale.ts";

// Runs a benchmark and prints its report: `npm run bench -- render`. With `--record` the report is kept in
// bench/results as well, unless a document was missing or wrong.

const benchmarks = new Map<string, Benchmark>([
  ["generate", benchGenerate],
  ["load", benchLoad],
  ["memory", benchMemory],
  ["pagination", benchPagination],
  ["render", benchRender],
  ["scale", benchScale],
]);

const [name = "", ...options] = process.argv.slice(2);
const benchmark = benchmarks.get(name);
const say = (line: string) => void process.stdout.write(`${line}\n`);

if (benchmark === undefined) {
  say(`usage: npm run bench -- <name> [--record], where <name> is one of: ${[...benchmarks.keys()].join(", ")}`);
  process.exitCode = 2;
} else {
  const rootFolder = resolve(import.meta.dirname, "..");
  const report = await benchmark({
    rootFolder,
    // oxlint-disable-next-line node/no-process-env -- the one place that reads the environment.
    environment: process.env,
    args: options.filter((option) => option !== "--record"),
    say,
  });
  for (const line of reportLines(report)) say(line);
  if (report.failures.length > 0) process.exitCode = 1;
  else if (options.includes("--record")) {
    const path = await recordResult(name, recordedFields(report));
    say(`\nrecorded in ${relative(rootFolder, path)}; \`npm run generate\` takes it into bench/README.md`);
  }
}
