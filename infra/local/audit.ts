import { resolve } from "node:path";
import { auditPackages } from "./src/audit-packages.ts";

// Asks the registry whether a published weakness is known of a package that runs in production. Needs the network, so it
// is no part of `npm run check`. An accepted vulnerability is ignored in pnpm-workspace.yaml, with a waiver that says why.
// With `--if-reachable`, a registry that does not answer the question is named and fails nothing.

const timeoutMs = 60_000;

const mayBeAway = process.argv.includes("--if-reachable");
const { outcome, output } = await auditPackages(resolve(import.meta.dirname, "../.."), { timeoutMs });
process.stdout.write(`${output.trim()}\n`);
if (outcome === "unreachable")
  process.stdout.write("! The packages were not compared with published weaknesses: the registry did not answer.\n");
process.exitCode = outcome === "found" || (outcome === "unreachable" && !mayBeAway) ? 1 : 0;
