/* oxlint-disable node/no-process-env -- a command is an entry point, as main.ts is. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findOrInstallPrograms, openStateFolder } from "@platen/provisioning";
import { isDockerAnswering, jestResults } from "@platen/testing";
import { z } from "zod";
import { buildDashboard } from "./src/build-dashboard.ts";

const rootFolder = resolve(import.meta.dirname, "../..");
const dataFolder = join(rootFolder, ".data");

const resultsSchema = jestResults.extend({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numRuntimeErrorTestSuites: z.int(),
});

const programs = await findOrInstallPrograms({
  environment: process.env,
  rootFolder,
  stateFolder: await openStateFolder(dataFolder),
  logFolder: join(dataFolder, "logs"),
  needed: (await isDockerAnswering()) ? ["Chromium"] : ["PostgreSQL", "Redis", "Chromium"],
  say: (line) => process.stdout.write(`${line}\n`),
});

process.stdout.write(`${await buildDashboard(rootFolder)}\n`);

const outputFolder = await mkdtemp(join(tmpdir(), "platen-jest-"));
const outputFile = join(outputFolder, "results.json");
const args = process.argv.slice(2);
const code = await runJest();
const results = resultsSchema.safeParse(await readResults()).data;
await rm(outputFolder, { recursive: true });

const passed = results?.numPassedTests ?? 0;
// A file that cannot even be loaded counts as a failure: its tests are missing from the other number.
const failed = (results?.numFailedTests ?? 0) + (results?.numRuntimeErrorTestSuites ?? 0);
if (results === undefined) process.stdout.write("jest ended without results\n");
else if (passed + failed === 0) process.stdout.write("no tests were run\n");
process.stdout.write(`${passed} passed, ${failed} failed\n`);
// Said outright, because the channel to the parent process would keep this one alive.
process.exit(passed > 0 && failed === 0 ? code : Math.max(code, 1));

function runJest(): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      "--experimental-vm-modules",
      "--disable-warning=ExperimentalWarning",
      join(rootFolder, "node_modules/jest/bin/jest.js"),
      "--maxWorkers=2",
      "--json",
      `--outputFile=${outputFile}`,
      ...args,
    ],
    {
      cwd: rootFolder,
      env: { ...process.env, PUPPETEER_EXECUTABLE_PATH: programs.chromiumPath },
      // Its standard output would only say where the results are.
      stdio: ["inherit", "ignore", "inherit"],
    },
  );
  // At Ctrl-C the terminal tells jest as well; what is left to do here is to wait for its end.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  process.on("disconnect", () => child.kill("SIGTERM"));
  return new Promise((settle) => {
    child.once("error", () => settle(1));
    child.once("exit", (exitCode) => settle(exitCode ?? 1));
  });
}

async function readResults(): Promise<unknown> {
  try {
    return JSON.parse(await readFile(outputFile, "utf8"));
  } catch {
    return undefined;
  }
}
