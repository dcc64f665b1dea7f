/* oxlint-disable node/no-process-env -- a command is an entry point, as main.ts is. */
import { execFile } from "node:child_process";
import { delimiter, join, resolve } from "node:path";
import { runJest } from "./src/run-jest.ts";

/** A static check of the whole repository. */
type Gate = {
  name: string;
  command: string[];
  /** Reads from the output how many files the gate checked. Zero fails, unless the output says what it skipped. */
  filesLookedAt: (output: string) => number;
  /** Lines that serve only for counting. */
  isNoise?: (line: string) => boolean;
};

const rootFolder = resolve(import.meta.dirname, "../..");
const binFolder = join(rootFolder, "node_modules/.bin");
// The first run builds tools for the Kubernetes manifests.
const timeoutMs = 900_000;

const isSourcePath = (line: string) => line.startsWith("/") && !line.includes("(");

const typesOf = (name: string, project: string): Gate => ({
  name: `types of ${name} (tsc)`,
  command: ["tsc", "-p", project, "--listFiles", "--checkers", "1"],
  filesLookedAt: (output) =>
    linesOf(output).filter((line) => isSourcePath(line) && !line.includes("/node_modules/")).length,
  isNoise: isSourcePath,
});

const knipGate = (name: string, options: string[]): Gate => ({
  name,
  command: [
    "knip",
    "--no-progress",
    "--reporter",
    "symbols",
    "--reporter",
    "./infra/local/src/knip-file-count.ts",
    ...options,
  ],
  filesLookedAt: numberIn(/^(\d+) files looked at$/m),
  isNoise: (line) => line.endsWith(" files looked at"),
});

/**
 * Two gates run beside each other, on a processor each. With several threads, tsc and oxlint look into the same types in
 * each and take twice the processor time. They end before a collection of garbage is worth its time.
 */
const oneProcessor = { GOMAXPROCS: "1", GOGC: "400" };

// The slowest gates come first, so that both lanes end together.
const gates: Gate[] = [
  {
    name: "Kubernetes manifests: schemas, kube-score",
    command: ["node", "infra/kubernetes/check.ts"],
    filesLookedAt: numberIn(/^(\d+) manifest files checked/m),
  },
  { name: "lint (oxlint)", command: ["oxlint", "--deny-warnings"], filesLookedAt: numberIn(/on (\d+) files/) },
  { name: "format (oxfmt)", command: ["oxfmt", "--check"], filesLookedAt: numberIn(/on (\d+) files/) },
  typesOf("what Node.js runs", "tsconfig.json"),
  typesOf("what browsers run", "services/dashboard"),
  typesOf("tests in a browser", "e2e/dashboard"),
  knipGate("unused code and dependencies (knip)", []),
  knipGate("code that only tests use (knip --production)", [
    "--production",
    "--workspace",
    "./packages/*",
    "--workspace",
    "./services/*",
  ]),
  {
    name: "dependencies: origin, install scripts, licences",
    command: ["node", "infra/local/dependencies.ts"],
    filesLookedAt: numberIn(/^(\d+) packages checked/m),
  },
  {
    name: "generated documents are current",
    command: ["node", "infra/local/generate.ts", "--check"],
    filesLookedAt: numberIn(/(\d+) generated files looked at/),
  },
  {
    name: "plain English: docs, comments, texts",
    command: ["node", "infra/local/plain-english.ts"],
    filesLookedAt: numberIn(/^(\d+) files looked at/m),
  },
  {
    name: "names of tests say what they need",
    command: ["node", "infra/local/test-names.ts"],
    filesLookedAt: numberIn(/^(\d+) test files looked at$/m),
  },
];

const startedAt = performance.now();
const [ownOverlay] = process.argv.slice(2);
if (ownOverlay !== undefined) process.exit(await checkOverlay(resolve(ownOverlay)));
const failed: string[] = [];
let skippedCount = 0;
const waiting = [...gates];
await Promise.all([runGates(), runGates()]);
const took = secondsSince(startedAt);
process.stdout.write(
  failed.length === 0
    ? `All ${gates.length} checks passed in ${took}${skippedCount > 0 ? `, ${skippedCount} steps skipped` : ""}.\n`
    : `${failed.length} of ${gates.length} checks failed in ${took}: ${failed.join(", ")}.\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Checks an operator's Kubernetes overlay, a copy of k8s/overlays/production, and nothing else. */
async function checkOverlay(folder: string): Promise<number> {
  const { code, output } = await run(["node", "infra/kubernetes/check.ts", folder]);
  process.stdout.write(output);
  const environment = { ...process.env, PLATEN_OVERLAY: folder };
  const rules = "infra/kubernetes/src/(configuration|metrics|network|pods)";
  const args = ["--config", "jest.unit.config.js", rules];
  return Math.max(code, await runJest({ rootFolder, environment, args }));
}

async function runGates(): Promise<void> {
  for (let gate = waiting.shift(); gate; gate = waiting.shift()) if (!(await passes(gate))) failed.push(gate.name);
}

async function passes(gate: Gate): Promise<boolean> {
  const gateStartedAt = performance.now();
  const { code, output } = await run(gate.command);
  const files = gate.filesLookedAt(output);
  const skipped = linesOf(output).filter((line) => line.startsWith("skipped: "));
  const isGood = code === 0 && (files > 0 || skipped.length > 0);
  const mark = files > 0 ? "✓" : "–";
  process.stdout.write(`${isGood ? mark : "✗"} ${gate.name}: ${files} files, ${secondsSince(gateStartedAt)}\n`);
  if (isGood) {
    for (const line of skipped) process.stdout.write(`    ${line}\n`);
    skippedCount += skipped.length;
    return true;
  }
  const lines = linesOf(output).filter((line) => !gate.isNoise?.(line));
  process.stdout.write(`${lines.map((line) => `    ${line}`.trimEnd()).join("\n")}\n`);
  if (code === 0) process.stdout.write("    The gate checked no files.\n");
  return false;
}

function run([command = "", ...args]: string[]): Promise<{ code: number; output: string }> {
  const path = `${binFolder}${delimiter}${process.env["PATH"] ?? ""}`;
  return new Promise((settle) => {
    execFile(
      command,
      args,
      {
        cwd: rootFolder,
        env: { ...process.env, ...oneProcessor, PATH: path, NO_COLOR: "1", FORCE_COLOR: "0" },
        timeout: timeoutMs,
        maxBuffer: 64 * 1024 * 1024,
      },
      (error, stdout, stderr) =>
        settle({ code: error === null ? 0 : 1, output: stdout + stderr || (error?.message ?? "") }),
    );
  });
}

function linesOf(output: string): string[] {
  return output.split("\n").filter((line) => line.trim() !== "");
}

function numberIn(pattern: RegExp): (output: string) => number {
  return (output) => Number(pattern.exec(output)?.[1] ?? 0);
}

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
