import { resolve } from "node:path";
import { runPnpm } from "./src/run-pnpm.ts";

// Asks the registry whether a published weakness is known of a package that runs in production. Needs the network, so it
// is no part of `npm run check`. An accepted vulnerability is ignored in pnpm-workspace.yaml, with a waiver that says why.

process.exitCode = await runPnpm(resolve(import.meta.dirname, "../.."), ["audit", "--prod"]);
