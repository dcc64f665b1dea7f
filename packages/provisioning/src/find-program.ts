import { constants } from "node:fs";
import { access, glob } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Finds the first of `names` on the search path, as a full path. */
export async function findOnPath(names: string[], environment: Environment): Promise<string | undefined> {
  const folders = (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  for (const name of names) {
    for (const folder of [...folders, "/opt/homebrew/bin", "/usr/local/bin"]) {
      const path = join(folder, name);
      if (await isExecutable(path)) return path;
    }
  }
  return undefined;
}

/** Finds executable files by patterns, in the order of the patterns. The highest version of each comes first. */
export async function findByPattern(patterns: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const pattern of patterns) {
    const matches: string[] = [];
    for await (const path of glob(pattern)) if (await isExecutable(path)) matches.push(path);
    found.push(...matches.toSorted((a, b) => b.localeCompare(a, "en", { numeric: true })));
  }
  return found;
}

/** Whether `path` is a file that this process may execute. */
export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
