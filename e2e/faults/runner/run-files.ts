import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { jestResults, type FileResult } from "@platen/testing";
import type { Batch } from "./schedule.ts";

const rootFolder = resolve(import.meta.dirname, "../../..");

export type RunFilesOptions = {
  /** Where jest writes its results. */
  outputFile: string;
  env: NodeJS.ProcessEnv;
  /** Ends the run; nothing is run once it is aborted. */
  signal: AbortSignal;
};

/** Runs test files with jest; what they write goes to the standard error. */
export async function runFiles({ files, atOnce, tests }: Batch, options: RunFilesOptions): Promise<FileResult[]> {
  const { outputFile, env, signal } = options;
  if (signal.aborted) return [];
  const args = [
    "--experimental-vm-modules",
    "--disable-warning=ExperimentalWarning",
    join(rootFolder, "node_modules/jest/bin/jest.js"),
    `--config=${join(import.meta.dirname, "jest.config.js")}`,
    atOnce === 1 ? "--runInBand" : `--maxWorkers=${atOnce}`,
    ...(tests === undefined ? [] : [`--testNamePattern=${tests}`]),
    "--json",
    `--outputFile=${outputFile}`,
    "--runTestsByPath",
    ...files,
  ];
  // Its standard output would only say where the results are.
  const child = spawn(process.execPath, args, { cwd: rootFolder, env, stdio: ["inherit", "ignore", "inherit"] });
  signal.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });
  await new Promise<void>((settle) => {
    child.once("error", () => settle());
    child.once("exit", () => settle());
  });
  if (!existsSync(outputFile)) return [];
  return jestResults.parse(JSON.parse(await readFile(outputFile, "utf8"))).testResults;
}
