// Checks that the name of each test file says what the test needs. Tests in e2e/ need the whole system.
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { neededSuffix, suffixOf } from "./src/test-needs.ts";

const rootFolder = resolve(import.meta.dirname, "../..");
const files = execFileSync("git", ["ls-files", "*.test.ts", "*.test.tsx"], { cwd: rootFolder, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && !file.startsWith("e2e/"));

let wrong = 0;
for (const file of files) {
  const needed = neededSuffix(rootFolder, file);
  const suffix = suffixOf(file);
  if (needed === suffix) continue;
  wrong += 1;
  process.stdout.write(`${file}: name it *${needed}.test.ts instead of *${suffix}.test.ts, by what it starts\n`);
}
process.stdout.write(`${files.length} test files looked at\n`);
process.exitCode = wrong === 0 ? 0 : 1;
