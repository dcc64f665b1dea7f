import { readFile } from "node:fs/promises";

/**
 * Reads the memory of a process in bytes, with its share of the memory that processes share. The result is 0 when the
 * process has ended, and undefined where the system does not tell, which is everywhere but on Linux.
 */
export async function readMemory(pid: number): Promise<number | undefined> {
  if (process.platform !== "linux") return undefined;
  return (await readKilobytes(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m)) ?? readOwnMemory(pid);
}

// A container may forbid reading the shares of another user's process. Its private memory is readable all the same.
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
