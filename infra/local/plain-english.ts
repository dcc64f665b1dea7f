import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { findOddEnglish } from "./src/plain-english/find-odd-english.ts";

// Checks the writing rules of CONTRIBUTING.md in Markdown files, comments and string literals.

const rootFolder = resolve(import.meta.dirname, "../..");
/** Paths that quote the forbidden phrases, or that name the user `nobody`. */
const isExempt = (path: string) =>
  path.startsWith("infra/local/src/plain-english/") || path === "packages/provisioning/src/unprivileged-user.ts";

const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: rootFolder, encoding: "utf8" }).split("\0");
let fileCount = 0;
let findingCount = 0;
for (const path of tracked) {
  // A tracked file may be deleted in the working tree.
  if (path === "" || isExempt(path) || !existsSync(join(rootFolder, path))) continue;
  const findings = findOddEnglish(path, readFileSync(join(rootFolder, path), "utf8"));
  if (findings === undefined) continue;
  fileCount += 1;
  findingCount += findings.length;
  for (const { line, phrase, advice } of findings) process.stdout.write(`${path}:${line} “${phrase}”: ${advice}\n`);
}
process.stdout.write(`${fileCount} files looked at, ${findingCount} findings\n`);
process.exitCode = findingCount === 0 && fileCount > 0 ? 0 : 1;
