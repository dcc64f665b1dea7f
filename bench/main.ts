import { resolve } from "node:path";
import { benchGenerate } from "./generate/bench-generate.ts";
import { benchLoad } from "./load/bench-load.ts";
import { benchMemory } from "./memory/bench-memory.ts";
import { benchPagination } from "./pagination/bench-pagination.ts";
import { benchRender } from "./render/bench-render.ts";
import { benchScale } from "./scale/bench-scale.ts";

const benchmarks = new Map([
  ["generate", benchGenerate],
  ["load", benchLoad],
  ["memory", benchMemory],
  ["pagination", benchPagination],
  ["render", benchRender],
  ["scale", benchScale],
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
