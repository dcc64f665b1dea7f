import { resolve } from "node:path";
import { benchCompare } from "./compare/bench-compare.ts";
import { benchGenerate } from "./generate/bench-generate.ts";
import { benchLimit } from "./limit/bench-limit.ts";
import { benchLoad } from "./load/bench-load.ts";
import { benchMemory } from "./memory/bench-memory.ts";
import { benchPagination } from "./pagination/bench-pagination.ts";
import { benchPreview } from "./preview/bench-preview.ts";
import { benchProjects } from "./projects/bench-projects.ts";
import { benchRender } from "./render/bench-render.ts";
import { benchScale } from "./scale/bench-scale.ts";
import { benchSizing } from "./sizing/bench-sizing.ts";

const benchmarks = new Map([
  ["compare", benchCompare],
  ["generate", benchGenerate],
  ["limit", benchLimit],
  ["load", benchLoad],
  ["memory", benchMemory],
  ["pagination", benchPagination],
  ["preview", benchPreview],
  ["projects", benchProjects],
  ["render", benchRender],
  ["scale", benchScale],
  ["sizing", benchSizing],
]);

const name = process.argv[2] ?? "";
const benchmark = benchmarks.get(name);
const say = (line: string) => void process.stdout.write(`${line}\n`);

if (benchmark === undefined) {
  say(`usage: pnpm bench <name>, where <name> is one of: ${[...benchmarks.keys()].join(", ")}`);
  process.exitCode = 2;
} else {
  await benchmark({
    rootFolder: resolve(import.meta.dirname, ".."),
    // oxlint-disable-next-line node/no-process-env -- the one place that reads the environment.
    environment: process.env,
    args: process.argv.slice(3),
    say,
  });
}
