import { randomUUID } from "node:crypto";
import { linkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isAlive, processIdentity } from "@platen/provisioning";
import { z } from "zod";
import { readJson } from "./private-file.ts";

const holder = z.object({ pid: z.int(), identity: z.string() });

/** The lock that one process at a time holds, or the process that holds it. A holder that was killed holds nothing. */
export function takeStartLock(file: string): { release(): void } | { heldBy: number } {
  const draft = `${file}.${randomUUID()}`;
  const mine = { pid: process.pid, identity: processIdentity(process.pid) ?? "" };
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    for (;;) {
      if (linked(draft, file)) return { release: () => rmSync(file, { force: true }) };
      const other = holder.safeParse(readJson(file)).data;
      if (other !== undefined && isAlive(other.pid, other.identity)) return { heldBy: other.pid };
      removeStale(file, other?.identity);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Two starts may find the same stale lock: the one that comes second must not take away the first one's new lock. */
function removeStale(file: string, staleIdentity: string | undefined): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (holder.safeParse(readJson(aside)).data?.identity !== staleIdentity) linked(aside, file);
  rmSync(aside, { force: true });
}

/** Creates `name` as a complete file, or not at all if there is one. */
function linked(file: string, name: string): boolean {
  try {
    linkSync(file, name);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
