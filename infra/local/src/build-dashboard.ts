import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Builds the dashboard where its sources have changed since the last time, and says in a line what it did. */
export async function buildDashboard(rootFolder: string): Promise<string> {
  try {
    const { stdout } = await run(process.execPath, [join(rootFolder, "services/dashboard/build.ts")], {
      cwd: rootFolder,
      timeout: 120_000,
    });
    return stdout.trim();
  } catch (error) {
    // The message of execFile's own error repeats the command only.
    const output = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new Error(`services/dashboard/build.ts failed:\n${output}`, { cause: error });
  }
}
