// Checks that the name of each test file says what the test needs. Tests in e2e/ need the whole system. Only tests of screens
// are .tsx: they alone load files with JSX, and have a window.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The suffix of a test file's name, which says what the test needs: nothing, servers, or Chromium alone. */
type TestSuffix = "" | ".integration" | ".render";

const importsTesting = /import\s+\{([^}]*)\}\s+from\s+"(?:@platen\/testing|\.\/index\.ts)"/g;
/** The exports of `@platen/testing` that need PostgreSQL or Redis. */
const serverStarters =
  /\b(?:createCatalogDatabase|createTest\w+|start(?:Empty)?Platen|startOwn\w+|test(?:Postgres|Redis))\b/;
/** `npm start` brings servers of its own. */
const startsPlaten = /join\([^)]*"start\.ts"\)/;
const startsChromium = /\btestChromiumPath\b|from\s+"@platen\/engine\/proof"/;

const rootFolder = resolve(import.meta.dirname, "../..");
const files = execFileSync("git", ["ls-files", "*.test.ts", "*.test.tsx"], { cwd: rootFolder, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && !file.startsWith("e2e/"));

let wrong = 0;
for (const file of files) {
  const sources = sourcesOf(file);
  const needed = `${neededSuffix([...sources.values()])}.test.${loadsScreen(sources) ? "tsx" : "ts"}`;
  const ending = /(?:\.(?:integration|render))?\.test\.tsx?$/.exec(file)?.[0] ?? "";
  if (needed === ending) continue;
  wrong += 1;
  process.stdout.write(`${file}: name it *${needed} instead of *${ending}, by what it starts\n`);
}
process.stdout.write(`${files.length} test files looked at\n`);
process.exitCode = wrong === 0 ? 0 : 1;

/** The texts of a test file and of the files that it imports, by their paths. */
function sourcesOf(file: string): Map<string, string> {
  const sources = new Map<string, string>();
  function read(path: string): void {
    if (sources.has(path) || !existsSync(join(rootFolder, path))) return;
    const source = readFileSync(join(rootFolder, path), "utf8");
    sources.set(path, source);
    for (const [, target = ""] of source.matchAll(/(?:from|import)\s+"(\.[^"]+)"/g)) read(join(dirname(path), target));
  }
  read(file);
  return sources;
}

/** Whether a test loads a screen, which is a file with JSX beside the test. */
function loadsScreen(sources: ReadonlyMap<string, string>): boolean {
  return [...sources.keys()].some((path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx"));
}

/** Finds the suffix that a test file has to have, from its imports and from theirs. */
function neededSuffix(all: readonly string[]): TestSuffix {
  const imported = all.flatMap((source) => [...source.matchAll(importsTesting)].map(([, names = ""]) => names));
  if (imported.some((names) => serverStarters.test(names)) || all.some((source) => startsPlaten.test(source)))
    return ".integration";
  return [...imported, ...all].some((text) => startsChromium.test(text)) ? ".render" : "";
}
