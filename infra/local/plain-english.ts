import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isChecked, isClean } from "./src/plain-english/clean-folders.ts";
import { findOddEnglish, type Finding } from "./src/plain-english/find-odd-english.ts";

// Checks the writing rules of CONTRIBUTING.md in Markdown files, comments and string literals. With `--all` it prints the
// findings in the folders that are not clean yet, too, and their number for each folder.

const rootFolder = resolve(import.meta.dirname, "../..");
const printsAll = process.argv.includes("--all");

const listed = spawnSync("git", ["ls-files", "-z"], { cwd: rootFolder, encoding: "utf8" });
if (listed.status !== 0) throw new Error("`git ls-files` failed", { cause: listed.error ?? listed.stderr });
const findingsOf = new Map<string, Finding[]>();
for (const path of listed.stdout.split("\0").filter(isChecked)) {
  // A tracked file may be deleted in the working tree.
  if (path === "" || !existsSync(join(rootFolder, path))) continue;
  const findings = findOddEnglish(path, readFileSync(join(rootFolder, path), "utf8"));
  if (findings) findingsOf.set(path, findings);
}

const findings = [...findingsOf.values()].flat();
const failing = findings.filter(({ path }) => isClean(path));
for (const { path, line, phrase, advice } of printsAll ? findings : failing) {
  process.stdout.write(`${path}:${line} “${phrase}”: ${advice}\n`);
}
if (printsAll) {
  const byFolder = Map.groupBy(findings, ({ path }) => path.split("/").slice(0, 2).join("/"));
  for (const [folder, { length }] of byFolder) process.stdout.write(`${length} findings in ${folder}\n`);
}
const cleanFiles = [...findingsOf.keys()].filter(isClean);
process.stdout.write(`${cleanFiles.length} files looked at, ${failing.length} findings\n`);
process.exitCode = failing.length === 0 && cleanFiles.length > 0 ? 0 : 1;
