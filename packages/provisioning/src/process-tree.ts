import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A running process. */
type ProcessEntry = { pid: number; parentPid: number; command: string };

function allProcesses(): Promise<ProcessEntry[]> {
  return process.platform === "linux" ? processesFromProc() : processesFromPs();
}

// A bare Linux has no `ps`, but every Linux has /proc.
async function processesFromProc(): Promise<ProcessEntry[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const entries = pids.map(async (pid): Promise<ProcessEntry[]> => {
    try {
      const [stat, commandLine] = await Promise.all([
        readFile(`/proc/${pid}/stat`, "utf8"),
        readFile(`/proc/${pid}/cmdline`, "utf8"),
      ]);
      // The name in brackets may hold any text. The state and the parent follow it.
      const parentPid = Number(
        stat
          .slice(stat.lastIndexOf(")") + 1)
          .trim()
          .split(" ")[1],
      );
      return [{ pid: Number(pid), parentPid, command: commandLine.replaceAll("\0", " ").trim() }];
    } catch {
      // The process has ended.
      return [];
    }
  });
  return (await Promise.all(entries)).flat();
}

async function processesFromPs(): Promise<ProcessEntry[]> {
  const { stdout } = await run("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="], {
    timeout: 10_000,
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout.split("\n").flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
    return match ? [{ pid: Number(match[1]), parentPid: Number(match[2]), command: match[3] ?? "" }] : [];
  });
}

/** Returns all descendants of a process, the nearest first. */
export async function descendantsOf(pid: number): Promise<ProcessEntry[]> {
  const all = await allProcesses();
  const found: ProcessEntry[] = [];
  let generation = [pid];
  while (generation.length > 0) {
    const parents = new Set(generation);
    const children = all.filter(({ parentPid }) => parents.has(parentPid));
    found.push(...children);
    generation = children.map((child) => child.pid);
  }
  return found;
}

/** The processes of one Chromium: the browser and its renderers. */
export type Chromium = { browser: ProcessEntry[]; renderers: ProcessEntry[] };

/** Returns the processes of the Chromium that a worker has started. */
export async function chromiumOf(workerPid: number): Promise<Chromium> {
  const below = await descendantsOf(workerPid);
  return {
    browser: below.filter(({ command }) => command.includes("--remote-debugging-pipe") && !command.includes("--type=")),
    renderers: below.filter(({ command }) => command.includes("--type=renderer")),
  };
}

/** Whether a process exists. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
