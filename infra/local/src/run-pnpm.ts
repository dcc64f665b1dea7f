/* oxlint-disable node/no-process-env -- pnpm gets the terminal's environment. */
import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

const manifest = z.object({ packageManager: z.string() });

/** Runs the pinned pnpm in the repository's root, in this terminal. Returns its exit code. */
export function runPnpm(rootFolder: string, args: readonly string[]): Promise<number> {
  const child = spawn("npx", ["--yes", pinnedPnpm(rootFolder), ...args], {
    cwd: rootFolder,
    stdio: "inherit",
    env: process.env,
  });
  return new Promise((settle, fail) => {
    child.once("error", fail);
    child.once("exit", (code) => settle(code ?? 1));
  });
}

/** Runs the pinned pnpm in the repository's root. Returns its output, and throws if it fails. */
export async function pnpmOutput(rootFolder: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("npx", ["--yes", pinnedPnpm(rootFolder), ...args], {
    cwd: rootFolder,
    maxBuffer: 64 * 1024 * 1024,
    timeout: 120_000,
  });
  return stdout;
}

function pinnedPnpm(rootFolder: string): string {
  return manifest.parse(JSON.parse(readFileSync(join(rootFolder, "package.json"), "utf8"))).packageManager;
}
