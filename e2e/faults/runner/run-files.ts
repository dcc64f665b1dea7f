import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { jestResults, type FileResult } from "@platen/testing";
import type { Batch } from "./schedule.ts";

const rootFolder = resolve(import.meta.dirname, "../../..");

export type RunFilesOptions = {
  /** The file for jest's results. */
  outputFile: string;
  env: NodeJS.ProcessEnv;
  /** Ends the run. An aborted run starts no files. */
  signal: AbortSignal;
};

/** Runs test files with jest, which writes its messages to the standard error. */
export async function runFiles({ files, concurrency }: Batch, options: RunFilesOptions): Promise<FileResult[]> {
  const { outputFile, env, signal } = options;
  if (signal.aborted) return [];
  const args = [
    "--experimental-vm-modules",
    "--disable-warning=ExperimentalWarning",
    join(rootFolder, "node_modules/jest/bin/jest.js"),
    `--config=${join(import.meta.dirname, "jest.config.js")}`,
    concurrency === 1 ? "--runInBand" : `--maxWorkers=${concurrency}`,
    "--json",
    `--outputFile=${outputFile}`,
    "--runTestsByPath",
    ...files,
  ];
  // The standard output would only name the output file.
  const child = spawn(process.execPath, args, { cwd: rootFolder, env, stdio: ["inherit", "ignore", "inherit"] });
  signal.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });
  await new Promise<void>((settle) => {
    child.once("error", () => settle());
    child.once("exit", () => settle());
  });
  if (!existsSync(outputFile)) return [];
  return jestResults.parse(JSON.parse(await readFile(outputFile, "utf8"))).testResults;
}
