import { join } from "node:path";
import { findOrInstallPrograms, openStateFolder } from "@platen/provisioning";
import { isDockerAnswering } from "@platen/testing";
import { buildDashboard } from "./build-dashboard.ts";

/** Installs the servers, the browser and the reader of PDFs that tests need, builds the dashboard, and returns the environment of the tests. */
export async function prepareTests(rootFolder: string, environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const dataFolder = join(rootFolder, ".data");
  const programs = await findOrInstallPrograms({
    environment,
    rootFolder,
    stateFolder: await openStateFolder(dataFolder),
    logFolder: join(dataFolder, "logs"),
    needed: ["Chromium", "Poppler", ...((await isDockerAnswering()) ? [] : (["PostgreSQL", "Redis"] as const))],
    say: (line) => process.stdout.write(`${line}\n`),
  });
  process.stdout.write(`${await buildDashboard(rootFolder)}\n`);
  return { ...environment, PUPPETEER_EXECUTABLE_PATH: programs.chromiumPath };
}
