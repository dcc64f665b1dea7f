import { readdir, readFile, readlink } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { descendantsOf } from "@platen/testing";

const bytesOf = (text: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0) * 1_024;

/** The resident memory of one process. */
export async function memoryOf(pid: number): Promise<number> {
  return bytesOf(await readFile(`/proc/${pid}/status`, "utf8"), "VmRSS");
}

/** The memory of all descendants of a process; shared memory counts once. */
export async function memoryBelow(pid: number): Promise<number> {
  const below = await descendantsOf(pid);
  // A process that has ended takes no memory.
  const read = below.map((process) => readFile(`/proc/${process.pid}/smaps_rollup`, "utf8").catch(() => ""));
  return (await Promise.all(read)).reduce((sum, text) => sum + bytesOf(text, "Pss"), 0);
}

/** The number of open files and sockets of a process. */
export async function openFilesOf(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

/** The number of connections that a process has opened to a port of this machine. */
export async function connectionsTo(port: string, pid: number): Promise<number> {
  const names = await readdir(`/proc/${pid}/fd`);
  // A file that was closed meanwhile has no link.
  const links = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => "")));
  const sockets = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  const hexPort = Number(port).toString(16).toUpperCase().padStart(4, "0");
  const lines = (await readFile(`/proc/${pid}/net/tcp`, "utf8")).trim().split("\n").slice(1);
  // "sl local_address rem_address st tx:rx tr:when retrnsmt uid timeout inode", proc(5).
  const remote = lines.map((line) => line.trim().split(/\s+/));
  return remote.filter(([, , to = "", , , , , , , inode = ""]) => to.endsWith(`:${hexPort}`) && sockets.has(inode))
    .length;
}

/** The number of zombies among the descendants of a process. */
export async function zombiesBelow(pid: number): Promise<number> {
  const below = await descendantsOf(pid);
  const read = below.map((process) => readFile(`/proc/${process.pid}/status`, "utf8").catch(() => ""));
  return (await Promise.all(read)).filter((text) => /^State:\s+Z/m.test(text)).length;
}

/** Samples a value while `work` runs, and returns the highest sample and the result of `work`. */
export async function peakWhile<T>(
  read: () => Promise<number>,
  work: () => Promise<T>,
): Promise<{ peak: number; result: T }> {
  let peak = await read();
  const over = new AbortController();
  const look = async () => {
    while (!over.signal.aborted) {
      peak = Math.max(peak, await read());
      await delay(10);
    }
  };
  const looking = look();
  try {
    const result = await work();
    return { peak, result };
  } finally {
    over.abort();
    await looking;
  }
}
