/* oxlint-disable node/no-process-env -- a command is an entry point, as main.ts is. */
import { resolve } from "node:path";
import { prepareTests } from "./src/prepare-tests.ts";
import { runJest } from "./src/run-jest.ts";

const rootFolder = resolve(import.meta.dirname, "../..");
const environment = await prepareTests(rootFolder, process.env);
const code = await runJest({ rootFolder, environment, args: process.argv.slice(2) });
// Explicit, because the channel to the parent process would keep this one alive.
process.exit(code);
