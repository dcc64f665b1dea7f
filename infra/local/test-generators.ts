/* oxlint-disable node/no-process-env -- a command is an entry point, as main.ts is. */
// Makes clients by the generators that callers use, as `npm run proof` does too. Needs the package registries.
import { resolve } from "node:path";
import { prepareTests } from "./src/prepare-tests.ts";
import { runJest } from "./src/run-jest.ts";

const rootFolder = resolve(import.meta.dirname, "../..");
const environment = { ...(await prepareTests(rootFolder, process.env)), PLATEN_PROOF: "1" };
process.exit(await runJest({ rootFolder, environment, args: ["e2e/generators.test.ts", ...process.argv.slice(2)] }));
