/* oxlint-disable node/no-process-env -- a command is an entry point, as main.ts is. */
// The long proofs: tests that repeat themselves as often as a claim needs, then the whole fault table.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { prepareTests } from "./src/prepare-tests.ts";
import { runJest } from "./src/run-jest.ts";

const rootFolder = resolve(import.meta.dirname, "../..");
/** The tests that ask how often to repeat themselves, and those that run here alone. */
const pattern = String.raw`\b(proofOr|inProofLane|isProof)\b`;
const found = execFileSync("git", ["grep", "-lE", pattern, "--", "*.test.ts"], { cwd: rootFolder, encoding: "utf8" });
const files = ["/proof/", ...found.trim().split("\n")];
const environment = { ...(await prepareTests(rootFolder, process.env)), PLATEN_PROOF: "1" };
const testCode = await runJest({ rootFolder, environment, args: files });
const faults = spawn(process.execPath, [join(rootFolder, "e2e/faults/runner/main.ts")], {
  cwd: rootFolder,
  env: environment,
  stdio: "inherit",
});
const [faultsCode] = await once(faults, "exit");
process.exit(testCode === 0 && faultsCode === 0 ? 0 : 1);
