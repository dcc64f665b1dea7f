import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export const resultsFolder = join(import.meta.dirname, "../results");

/** Writes what a run found to `bench/results/<name>.json`, with its date and its commit, and returns the file's path. */
export async function recordResult(name: string, result: Record<string, unknown>): Promise<string> {
  const { stdout } = await run("git", ["describe", "--always", "--dirty", "--exclude=*"], {
    cwd: resultsFolder,
    timeout: 10_000,
  });
  const path = join(resultsFolder, `${name}.json`);
  const date = new Date().toISOString().slice(0, 10);
  await writeFile(path, oneLineEach({ date, commit: stdout.trim(), ...result }));
  return path;
}

/** JSON with each innermost list and object on one line, so that a row of a table is a line of the file. */
export function oneLineEach(value: unknown): string {
  const innermost = /[[{]\n\s*((?:"(?:[^"\\]|\\.)*"|[^[\]{}"])*?)\n\s*[\]}]/g;
  const json = JSON.stringify(value, null, 2).replaceAll(innermost, (text) => text.replaceAll(/\n\s*/g, " "));
  return `${json}\n`;
}
