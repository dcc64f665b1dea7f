import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jestResults } from "@platen/testing";
import { z } from "zod";

const resultsSchema = jestResults.extend({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numRuntimeErrorTestSuites: z.int(),
});

/**
 * Runs jest and prints "N passed, N failed" as its last line. Returns the exit code. A run without a passed test fails. It
 * has three workers for two processors, because tests wait for servers and browsers for a third of their time.
 */
export async function runJest(options: {
  rootFolder: string;
  environment: NodeJS.ProcessEnv;
  args: readonly string[];
}): Promise<number> {
  const outputFolder = await mkdtemp(join(tmpdir(), "platen-jest-"));
  const outputFile = join(outputFolder, "results.json");
  const code = await spawnJest(options, outputFile);
  const results = resultsSchema.safeParse(await readResults(outputFile)).data;
  await rm(outputFolder, { recursive: true });

  const passed = results?.numPassedTests ?? 0;
  // A file that cannot be loaded counts as a failure: jest counts none of its tests.
  const failed = (results?.numFailedTests ?? 0) + (results?.numRuntimeErrorTestSuites ?? 0);
  if (results === undefined) process.stdout.write("jest ended without results\n");
  else if (passed + failed === 0) process.stdout.write("no tests were run\n");
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return passed > 0 && failed === 0 ? code : Math.max(code, 1);
}

function spawnJest(
  { rootFolder, environment, args }: Parameters<typeof runJest>[0],
  outputFile: string,
): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      join(rootFolder, "node_modules/jest/bin/jest.js"),
      "--maxWorkers=3",
      "--json",
      `--outputFile=${outputFile}`,
      ...args,
    ],
    {
      cwd: rootFolder,
      // For the processes that an engine under test starts.
      env: { NODE_COMPILE_CACHE: join(rootFolder, "node_modules/.cache/node"), ...environment },
      // Jest prints on standard error; its standard output names the file of the results.
      stdio: ["inherit", "ignore", "inherit"],
    },
  );
  // At Ctrl-C the terminal tells jest as well. This process waits for its end.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  process.on("disconnect", () => child.kill("SIGTERM"));
  return new Promise((settle) => {
    child.once("error", () => settle(1));
    child.once("exit", (exitCode) => settle(exitCode ?? 1));
  });
}

async function readResults(outputFile: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(outputFile, "utf8"));
  } catch {
    return undefined;
  }
}
