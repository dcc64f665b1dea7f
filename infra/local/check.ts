/* oxlint-disable node/no-process-env -- a command is an entry point, as main.ts is. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

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
const isDebugLine = (line: string) => line.startsWith("[debug]");

const typesOf = (name: string, project: string): Gate => ({
  name: `types of ${name} (tsc)`,
  command: ["tsc", "-p", project, "--listFiles"],
  filesLookedAt: (output) =>
    linesOf(output).filter((line) => isSourcePath(line) && !line.includes("/node_modules/")).length,
  isNoise: isSourcePath,
});

const knip = ["knip", "--no-progress", "--reporter", "symbols", "--reporter", "./infra/local/src/knip-file-count.ts"];

const gates: Gate[] = [
  typesOf("what Node.js runs", "tsconfig.json"),
  typesOf("what browsers run", "services/dashboard"),
  typesOf("tests in a browser", "e2e/dashboard"),
  {
    name: "lint (oxlint)",
    command: ["oxlint", "--deny-warnings"],
    filesLookedAt: (output) => numberIn(output, /on (\d+) files/),
  },
  {
    name: "format (prettier)",
    command: ["prettier", "--check", ".", "--log-level", "debug"],
    filesLookedAt: (output) => linesOf(output).filter((line) => line.startsWith("[debug] resolve config from")).length,
    isNoise: isDebugLine,
  },
  {
    name: "unused code and dependencies (knip)",
    command: knip,
    filesLookedAt: (output) => numberIn(output, /^(\d+) files looked at$/m),
    isNoise: (line) => line.endsWith(" files looked at"),
  },
  {
    name: "code that only tests use (knip --production)",
    command: [...knip, "--production", "--workspace", "./packages/*", "--workspace", "./services/*"],
    filesLookedAt: (output) => numberIn(output, /^(\d+) files looked at$/m),
    isNoise: (line) => line.endsWith(" files looked at"),
  },
  {
    name: "names of tests say what they need",
    command: ["node", "infra/local/test-names.ts"],
    filesLookedAt: (output) => numberIn(output, /^(\d+) test files looked at$/m),
  },
  {
    name: "generated documents are current",
    command: ["node", "infra/local/generate.ts", "--check"],
    filesLookedAt: (output) => numberIn(output, /(\d+) generated files looked at/),
  },
  {
    name: "plain English: docs, comments, texts",
    command: ["node", "infra/local/plain-english.ts"],
    filesLookedAt: (output) => numberIn(output, /^(\d+) files looked at/m),
  },
  {
    name: "dependencies: origin, install scripts, licences",
    command: ["node", "infra/local/dependencies.ts"],
    filesLookedAt: (output) => numberIn(output, /^(\d+) packages checked/m),
  },
  {
    name: "Kubernetes manifests: schemas, kube-score, own rules",
    command: ["node", "infra/kubernetes/check.ts"],
    filesLookedAt: (output) => numberIn(output, /^(\d+) manifest files checked/m),
  },
];

const startedAt = performance.now();
const failed: string[] = [];
let skippedCount = 0;
for (const gate of gates) if (!(await passes(gate))) failed.push(gate.name);
const took = secondsSince(startedAt);
process.stdout.write(
  failed.length === 0
    ? `All ${gates.length} checks passed in ${took}${skippedCount > 0 ? `, ${skippedCount} steps skipped` : ""}.\n`
    : `${failed.length} of ${gates.length} checks failed in ${took}: ${failed.join(", ")}.\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

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

function run([command = "", ...args]: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((settle) => {
    const child = spawn(existsSync(join(binFolder, command)) ? join(binFolder, command) : command, args, {
      cwd: rootFolder,
      env: {
        ...process.env,
        PATH: `${binFolder}${delimiter}${process.env["PATH"] ?? ""}`,
        NO_COLOR: "1",
        FORCE_COLOR: "0",
      },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: timeoutMs,
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", (error) => settle({ code: 1, output: error.message }));
    child.once("close", (code) => settle({ code, output }));
  });
}

function linesOf(output: string): string[] {
  return output.split("\n").filter((line) => line.trim() !== "");
}

function numberIn(output: string, pattern: RegExp): number {
  return Number(pattern.exec(output)?.[1] ?? 0);
}

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
