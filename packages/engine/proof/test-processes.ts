import { open, readFile, type FileHandle } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { descendantsOf } from "@platen/testing";

/** The renderer processes of a browser, from the process table. */
export async function rendererPids(browserPid: number | undefined): Promise<number[]> {
  if (browserPid === undefined) return [];
  const all = await descendantsOf(browserPid);
  return all.flatMap(({ pid, command }) => (command.includes("--type=renderer") ? [pid] : []));
}

/** Signals a process, unless it has ended. */
export function kill(pid: number | undefined, signal: NodeJS.Signals = "SIGKILL"): void {
  try {
    if (pid !== undefined) process.kill(pid, signal);
  } catch {
    // The process has ended.
  }
}

/**
 * Finds the texts with this beginning and length in the writable memory of a process. Finds nothing if the process has
 * ended. Some of the texts may be partly overwritten.
 */
export async function findInMemory(pid: number, beginning: string, length: number): Promise<Set<string>> {
  const found = new Set<string>();
  try {
    await using memory = await open(`/proc/${pid}/mem`);
    await using pages = await open(`/proc/${pid}/pagemap`);
    const maps = await readProcess(pid, "maps");
    for (const [, from = "", to = ""] of maps.matchAll(/^(\w+)-(\w+) rw.p .*$/gm)) {
      for (const { start, size } of await presentRuns(pages, Number.parseInt(from, 16), Number.parseInt(to, 16))) {
        const bytes = await readAt(memory, start, size);
        for (let at = bytes.indexOf(beginning); at !== -1; at = bytes.indexOf(beginning, at + 1)) {
          found.add(bytes.toString("latin1", at, at + length));
        }
      }
    }
  } catch (error) {
    if ((await readProcess(pid, "maps")) !== "") throw error;
  }
  return found;
}

const momentMs = 200;

type Run = { start: number; size: number };

const pageSize = 4_096;
const entrySize = 8;

/** The parts of a region that are in memory. Chromium reserves far more than it uses. */
async function presentRuns(pages: FileHandle, start: number, end: number): Promise<Run[]> {
  const count = (end - start) / pageSize;
  const entries = await readAt(pages, (start / pageSize) * entrySize, count * entrySize);
  const runs: Run[] = [];
  let last: Run | undefined;
  for (let page = 0; page < entries.length / entrySize; page++) {
    // The highest bit tells that the page is present.
    const isPresent = (entries.readUInt8(page * entrySize + 7) & 0x80) !== 0;
    if (!isPresent) last = undefined;
    else if (last) last.size += pageSize;
    else runs.push((last = { start: start + page * pageSize, size: pageSize }));
  }
  return runs;
}

async function readAt(file: FileHandle, position: number, size: number): Promise<Buffer> {
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, position);
    return buffer.subarray(0, bytesRead);
  } catch {
    // The process has freed the memory meanwhile.
    return Buffer.alloc(0);
  }
}

async function readProcess(pid: number, file: "maps" | "stat"): Promise<string> {
  try {
    return await readFile(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}

/** How many cores a browser uses, measured over a moment. */
export async function coresUsed(browserPid: number | undefined): Promise<number> {
  const ticks = async () => {
    const processes = await descendantsOf(browserPid ?? 0);
    const times = await processorTime(processes.map(({ pid }) => pid));
    return [...times.values()].reduce((sum, own) => sum + own, 0);
  };
  const before = await ticks();
  await delay(momentMs);
  return ((await ticks()) - before) / (momentMs / 10);
}

/** The processor time of each process, in hundredths of a second. */
export async function processorTime(pids: readonly number[]): Promise<Map<number, number>> {
  const times = new Map<number, number>();
  for (const pid of pids) {
    const stat = await readProcess(pid, "stat");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    times.set(pid, Number(fields[11] ?? 0) + Number(fields[12] ?? 0));
  }
  return times;
}
