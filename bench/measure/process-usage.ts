import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";

/**
 * Processes of a competitor: `self` is one process, `tree` also all processes below it, `below` only these. Of these,
 * `Node.js below` are the ones that it started with Node.js, and `others below` the rest.
 */
export type ProcessPart = {
  part: string;
  pid: number;
  scope: "self" | "below" | "Node.js below" | "others below" | "tree";
};

type Scope = Omit<ProcessPart, "part">;
type ProcessTimes = { parent: number; isNode: boolean; ownTicks: number; reapedTicks: number };

/** The processor time of all processes of the machine so far. */
export type UsageSnapshot = { processes: ReadonlyMap<number, ProcessTimes>; busyTicks: number; atMs: number };

// The clock tick of Linux on all machines that Node.js supports.
const msPerTick = 10;

export function takeSnapshot(): UsageSnapshot {
  const processes = new Map<number, ProcessTimes>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readOrNothing(`/proc/${name}/stat`);
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [parent = 0, user = 0, system = 0, reapedUser = 0, reapedSystem = 0] = [1, 11, 12, 13, 14].map((index) =>
      Number(fields[index] ?? 0),
    );
    processes.set(Number(name), {
      parent,
      isNode: isNode(name),
      ownTicks: user + system,
      reapedTicks: reapedUser + reapedSystem,
    });
  }
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] =
    readFileSync("/proc/stat", "utf8").split("\n", 1)[0]?.trim().split(/\s+/).slice(1).map(Number) ?? [];
  return { processes, busyTicks: user + nice + system + irq + softIrq, atMs: performance.now() };
}

/** Processor time of a part in milliseconds, processes that have ended included. */
export function cpuMs(snapshot: UsageSnapshot, { pid, scope }: Scope): number {
  const { processes } = snapshot;
  if (scope === "self") return (processes.get(pid)?.ownTicks ?? 0) * msPerTick;
  // Nothing tells what the ended processes of a process were. Processes of Node.js live long.
  let ticks = scope === "below" || scope === "others below" ? (processes.get(pid)?.reapedTicks ?? 0) : 0;
  for (const member of membersOf(snapshot, { pid, scope })) {
    const times = processes.get(member);
    ticks += (times?.ownTicks ?? 0) + (times?.reapedTicks ?? 0);
  }
  return ticks * msPerTick;
}

/** Cores that processes outside the trees of `pids` kept busy between two snapshots. */
export function foreignCores(before: UsageSnapshot, after: UsageSnapshot, pids: ReadonlySet<number>): number {
  const busyMs = (after.busyTicks - before.busyTicks) * msPerTick;
  let ownMs = 0;
  for (const pid of topmost(after, pids)) {
    ownMs += cpuMs(after, { pid, scope: "tree" }) - cpuMs(before, { pid, scope: "tree" });
  }
  return Math.max(0, (busyMs - ownMs) / (after.atMs - before.atMs));
}

/** The processes that are below none of the others, so that no tree counts twice. */
function topmost({ processes }: UsageSnapshot, pids: ReadonlySet<number>): number[] {
  const isBelow = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent;
    return parent !== undefined && (pids.has(parent) || isBelow(parent));
  };
  return [...pids].filter((pid) => !isBelow(pid));
}

/** Memory of a part, as the proportional set size: each process counts its share of a shared page. */
export function memoryBytes(snapshot: UsageSnapshot, scope: Scope): number {
  let kilobytes = 0;
  for (const member of membersOf(snapshot, scope)) {
    kilobytes += Number(/^Pss:\s+(\d+) kB$/m.exec(readOrNothing(`/proc/${member}/smaps_rollup`))?.[1] ?? 0);
  }
  return kilobytes * 1_024;
}

function membersOf({ processes }: UsageSnapshot, { pid, scope }: Scope): number[] {
  if (scope === "self") return [pid];
  const children = Map.groupBy(processes.keys(), (id) => processes.get(id)?.parent);
  const below = (children.get(pid) ?? []).filter((id) => {
    if (scope === "Node.js below") return processes.get(id)?.isNode;
    return scope !== "others below" || !processes.get(id)?.isNode;
  });
  const found = scope === "tree" ? [pid, ...below] : below;
  for (const member of found) if (member !== pid) found.push(...(children.get(member) ?? []));
  return found;
}

function isNode(pid: string): boolean {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`)) === "node";
  } catch {
    // The process has ended, or is another user's.
    return false;
  }
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process has ended.
    return "";
  }
}
