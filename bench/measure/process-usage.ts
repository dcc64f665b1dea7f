import { readdirSync, readFileSync } from "node:fs";

/** Processes of a competitor: `self` is one process, `tree` also all processes below it, `below` only these. */
export type ProcessPart = { part: string; pid: number; scope: "self" | "below" | "tree" };

type ProcessTimes = { parent: number; ownTicks: number; reapedTicks: number };

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
    processes.set(Number(name), { parent, ownTicks: user + system, reapedTicks: reapedUser + reapedSystem });
  }
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] =
    readFileSync("/proc/stat", "utf8").split("\n", 1)[0]?.trim().split(/\s+/).slice(1).map(Number) ?? [];
  return { processes, busyTicks: user + nice + system + irq + softIrq, atMs: performance.now() };
}

/** Processor time of a part in milliseconds, processes that have ended included. */
export function cpuMs(snapshot: UsageSnapshot, { pid, scope }: Omit<ProcessPart, "part">): number {
  let ticks = 0;
  const root = snapshot.processes.get(pid);
  if (scope === "self") return (root?.ownTicks ?? 0) * msPerTick;
  for (const member of treeOf(snapshot, pid)) {
    const times = snapshot.processes.get(member);
    ticks += (times?.ownTicks ?? 0) + (times?.reapedTicks ?? 0);
  }
  return (ticks - (scope === "below" ? (root?.ownTicks ?? 0) : 0)) * msPerTick;
}

/** Cores that processes outside the tree of `pid` kept busy between two snapshots. */
export function foreignCores(before: UsageSnapshot, after: UsageSnapshot, pid: number): number {
  const busyMs = (after.busyTicks - before.busyTicks) * msPerTick;
  const ownMs = cpuMs(after, { pid, scope: "tree" }) - cpuMs(before, { pid, scope: "tree" });
  return Math.max(0, (busyMs - ownMs) / (after.atMs - before.atMs));
}

/** Memory of a part, as the proportional set size: each process counts its share of a shared page. */
export function memoryBytes(snapshot: UsageSnapshot, { pid, scope }: Omit<ProcessPart, "part">): number {
  const members = scope === "self" ? [pid] : treeOf(snapshot, pid).filter((id) => scope === "tree" || id !== pid);
  let kilobytes = 0;
  for (const member of members) {
    kilobytes += Number(/^Pss:\s+(\d+) kB$/m.exec(readOrNothing(`/proc/${member}/smaps_rollup`))?.[1] ?? 0);
  }
  return kilobytes * 1_024;
}

/** A process and all processes below it, the nearest first. */
function treeOf({ processes }: UsageSnapshot, pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const [id, { parent }] of processes) children.set(parent, [...(children.get(parent) ?? []), id]);
  const found = [pid];
  for (const member of found) found.push(...(children.get(member) ?? []));
  return found;
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process has ended.
    return "";
  }
}
