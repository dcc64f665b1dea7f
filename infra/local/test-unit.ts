/* oxlint-disable node/no-process-env -- a command is an entry point, as main.ts is. */
import { join, resolve } from "node:path";
import { runJest } from "./src/run-jest.ts";

const rootFolder = resolve(import.meta.dirname, "../..");
const config = join(rootFolder, "jest.unit.config.js");
const args = ["--config", config, ...process.argv.slice(2)];
process.exit(await runJest({ rootFolder, environment: process.env, args }));
