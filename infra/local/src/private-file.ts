import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";

/** Writes JSON that only the owner may read, in one move: a reader, or a crash, never meets half a file. */
export function writePrivateJson(path: string, value: unknown): void {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  renameSync(draft, path);
}

/** The JSON in the file, or undefined if the file is missing or invalid. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
