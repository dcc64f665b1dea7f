/* oxlint-disable node/no-process-env -- a command is an entry point, as main.ts is. */
// The long proofs: tests that repeat themselves as often as a claim needs, then the whole fault table.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { prepareTests } from "./src/prepare-tests.ts";
import { runJest } from "./src/run-jest.ts";

/** The folders and files whose tests ask `proofOr` how often to repeat themselves. */
const files = [
  "infra/local/src/growth",
  "packages/engine/proof",
  "packages/engine/src/fonts",
  "packages/mustache/src",
  "packages/storage/proof",
  "services/worker/proof",
  "e2e/conformance",
  "e2e/rendering",
  "e2e/dashboard/attacks-canvas",
  "e2e/dashboard/firefox",
  "e2e/dashboard/scenes",
  "e2e/dashboard/walk",
];

const rootFolder = resolve(import.meta.dirname, "../..");
const environment = { ...(await prepareTests(rootFolder, process.env)), PLATEN_PROOF: "1" };
const testCode = await runJest({ rootFolder, environment, args: files });
const faults = spawn(process.execPath, [join(rootFolder, "e2e/faults/runner/main.ts")], {
  cwd: rootFolder,
  env: environment,
  stdio: "inherit",
});
const [faultsCode] = await once(faults, "exit");
process.exit(testCode === 0 && faultsCode === 0 ? 0 : 1);
