import { readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { descendantsOf } from "@platen/testing";

/** The memory of all descendants of a process; shared memory counts once. */
export async function memoryBelow(pid: number): Promise<number> {
  const below = await descendantsOf(pid);
  // A process that has ended takes no memory.
  const read = below.map((process) => readFile(`/proc/${process.pid}/smaps_rollup`, "utf8").catch(() => ""));
  const kilobytes = (await Promise.all(read)).map((text) => Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0));
  return kilobytes.reduce((sum, count) => sum + count, 0) * 1_024;
}

/** The number of open files and sockets of a process, without its connections to a server of this machine. */
export async function openFilesOf(pid: number, serverUrl: string): Promise<number> {
  const names = await readdir(`/proc/${pid}/fd`);
  // A file that was closed meanwhile has no link.
  const links = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => "")));
  const port = Number(new URL(serverUrl).port).toString(16).toUpperCase().padStart(4, "0");
  const lines = (await readFile(`/proc/${pid}/net/tcp`, "utf8")).trim().split("\n").slice(1);
  // "sl local_address rem_address st tx:rx tr:when retrnsmt uid timeout inode", proc(5).
  const toServer = lines.map((line) => line.trim().split(/\s+/)).filter(([, , to = ""]) => to.endsWith(`:${port}`));
  const sockets = new Set(toServer.map((fields) => `socket:[${fields[9]}]`));
  return links.filter((link) => !sockets.has(link)).length;
}

/** The number of zombies among the descendants of a process. */
export async function zombiesBelow(pid: number): Promise<number> {
  const below = await descendantsOf(pid);
  const read = below.map((process) => readFile(`/proc/${process.pid}/status`, "utf8").catch(() => ""));
  return (await Promise.all(read)).filter((text) => /^State:\s+Z/m.test(text)).length;
}

/** Forgets the largest resident memory that a process has had, proc_pid_clear_refs(5). */
export function forgetPeakMemory(pid: number): Promise<void> {
  return writeFile(`/proc/${pid}/clear_refs`, "5");
}

/** The largest resident memory of a process since then, in megabytes. */
export async function peakMemory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(text)?.[1]) / 1_000;
}

/** The resident memory of a process in megabytes; 0 for one that has ended. */
export async function residentMemory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1_000;
}

/** The part of some milliseconds in which a process works, in percent. */
export async function workOf(pid: number, ms: number): Promise<number> {
  const before = await processorMs(pid);
  await delay(ms);
  return (100 * ((await processorMs(pid)) - before)) / ms;
}

/** The processor time of a process so far in milliseconds, proc_pid_stat(5); 0 for one that has ended. */
async function processorMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  // A tick is 10 ms.
  return 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0));
}
