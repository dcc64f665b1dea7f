import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Returns the start time of a process, which tells it apart from a later one with the same id. Undefined if there is no
 * such process.
 */
export function processIdentity(pid: number): string | undefined {
  return process.platform === "linux" ? linuxIdentity(pid) : posixIdentity(pid);
}

/** Whether the process with this identity still runs. */
export function isAlive(pid: number, identity: string): boolean {
  return processIdentity(pid) === identity;
}

function linuxIdentity(pid: number): string | undefined {
  try {
    // The command name in field 2 may hold spaces and brackets; the state and the start time (fields 3 and 22) follow it.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z") return undefined;
    // Start times count from boot, so another boot could repeat them.
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

function posixIdentity(pid: number): string | undefined {
  const result = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", timeout: 5_000 });
  const started = result.stdout?.trim();
  return result.status === 0 && started !== "" ? started : undefined;
}
