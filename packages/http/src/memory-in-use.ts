import { readFileSync } from "node:fs";

const pageBytes = 4_096;

/** The processes that this one has started, where the system is Linux. */
function childIds(): string[] {
  try {
    return readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").split(" ").filter(Boolean);
  } catch {
    return [];
  }
}

/** The memory of a process without the files that it shares with others, such as its program. */
function ownBytesOf(pid: string): number {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ").map(Number);
    return (resident - shared) * pageBytes;
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}

/** Returns the memory of this process and of those that it has started, in bytes: what counts against their container's limit. */
export function memoryInUse(): number {
  return childIds().reduce((sum, pid) => sum + ownBytesOf(pid), process.memoryUsage.rss());
}
