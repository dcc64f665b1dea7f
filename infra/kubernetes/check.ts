import { findings } from "./src/findings.ts";

const { faults, fileCount } = findings();
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(`${fileCount} manifest files looked at\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
