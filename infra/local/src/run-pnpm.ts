/* oxlint-disable node/no-process-env -- pnpm gets the terminal's environment. */
import { execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** Runs the pinned pnpm in the repository's root, in this terminal. Returns its exit code. */
export function runPnpm(rootFolder: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [pinnedPnpm(rootFolder), ...args], {
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
  const { stdout } = await promisify(execFile)(process.execPath, [pinnedPnpm(rootFolder), ...args], {
    cwd: rootFolder,
    maxBuffer: 64 * 1024 * 1024,
    timeout: 120_000,
  });
  return stdout;
}

/** The script that runs the pinned pnpm. */
export function pinnedPnpm(rootFolder: string): string {
  return join(rootFolder, "infra/local/pinned-pnpm.mjs");
}
