import { readFile } from "node:fs/promises";

/**
 * The memory of a process in bytes, of what it shares with others its part; 0 when it has ended. Nothing where the
 * system does not tell, as elsewhere than on Linux.
 */
export async function readMemory(pid: number): Promise<number | undefined> {
  if (process.platform !== "linux") return undefined;
  return (await readKilobytes(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m)) ?? readOwnMemory(pid);
}

// A container may forbid looking into another user's process. What it shares with nobody is shown all the same.
async function readOwnMemory(pid: number): Promise<number> {
  return (await readKilobytes(`/proc/${pid}/status`, /^RssAnon:\s+(\d+)/m)) ?? 0;
}

async function readKilobytes(path: string, pattern: RegExp): Promise<number | undefined> {
  try {
    const match = pattern.exec(await readFile(path, "utf8"));
    return match ? Number(match[1]) * 1024 : undefined;
  } catch {
    return undefined;
  }
}
