/* oxlint-disable node/no-process-env -- pnpm gets the terminal's environment. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const manifest = z.object({ packageManager: z.string() });

/** Runs the pinned pnpm in the repository's root, in this terminal; gives its exit code. */
export function runPnpm(rootFolder: string, args: readonly string[]): Promise<number> {
  const { packageManager } = manifest.parse(JSON.parse(readFileSync(join(rootFolder, "package.json"), "utf8")));
  const child = spawn("npx", ["--yes", packageManager, ...args], {
    cwd: rootFolder,
    stdio: "inherit",
    env: process.env,
  });
  return new Promise((settle, fail) => {
    child.once("error", fail);
    child.once("exit", (code) => settle(code ?? 1));
  });
}
