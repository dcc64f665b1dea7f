import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The suffix of a test file's name, which says what the test needs: nothing, servers, or Chromium alone. */
export type TestSuffix = "" | ".integration" | ".render";

/** What `@platen/testing` exports that needs PostgreSQL or Redis. */
const serverStarters = [
  "createCatalogDatabase",
  "createTestDatabase",
  "createTestRedis",
  "createTestRedisDatabase",
  "startEmptyPlaten",
  "startOwnPostgres",
  "startOwnRedis",
  "startPlaten",
  "testPostgres",
  "testRedis",
];
const chromiumStarters = ["testChromiumPath"];

const importsOfTesting = /import\s+\{([^}]*)\}\s+from\s+"(?:@platen\/testing|\.\/index\.ts)"/g;
const importsTestEngine = /from\s+"@platen\/engine\/proof"/;
const startsPlaten = /join\([^)]*"start\.ts"\)/;
const importsOfFiles = /(?:from|import)\s+"(\.[^"]+)"/g;

/** Finds the suffix that a test file has to have, from its imports and from theirs. The path is relative to `root`. */
export function neededSuffix(root: string, file: string): TestSuffix {
  const reached = new Set<string>();
  const imported = new Set<string>();
  function read(path: string): void {
    if (reached.has(path) || !existsSync(join(root, path))) return;
    reached.add(path);
    const source = readFileSync(join(root, path), "utf8");
    for (const [, names = ""] of source.matchAll(importsOfTesting)) {
      for (const name of names.split(",")) imported.add(name.trim());
    }
    if (importsTestEngine.test(source)) imported.add("testChromiumPath");
    // `npm start` brings servers of its own.
    if (startsPlaten.test(source)) imported.add("startPlaten");
    for (const [, target = ""] of source.matchAll(importsOfFiles)) read(join(dirname(path), target));
  }
  read(file);
  if (serverStarters.some((name) => imported.has(name))) return ".integration";
  return chromiumStarters.some((name) => imported.has(name)) ? ".render" : "";
}

/** Reads the suffix of a test file's name. */
export function suffixOf(file: string): TestSuffix {
  if (file.includes(".integration.test.")) return ".integration";
  return file.includes(".render.test.") ? ".render" : "";
}
