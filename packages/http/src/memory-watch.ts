import { totalmem } from "node:os";
import { Problem } from "@platen/contracts";
import { Counter, Gauge, type Registry } from "@platen/telemetry";
import { memoryInUse } from "./memory-in-use.ts";

/** Above this share of its limit a process takes no new large bodies. The processes that it has started count. */
const fullShare = 0.8;
/** So long is a measurement good for. */
const measuredMs = 250;

/** What the watch asks of the process and its machine. */
type Sources = { limitBytes: number | undefined; usedBytes: () => number; now: () => number };

export type MemoryWatch = {
  limitBytes: number | undefined;
  /** The bodies that it has refused. */
  refusals(): number;
  /** Refuses a large body while the memory of the process and of those that it started is nearly used up. */
  refuseWhenFull(): void;
};

/** The limit of the container of this process (cgroup); undefined where it has none. */
function limitOfContainer(): number | undefined {
  const bytes = process.constrainedMemory();
  return bytes > 0 && bytes < totalmem() ? bytes : undefined;
}

/**
 * Creates the watch that keeps the kernel from ending the process for its memory: a caller that is refused tries again,
 * and the requests of all others go on.
 */
export function watchMemory({ limitBytes, usedBytes, now }: Sources): MemoryWatch {
  let used = 0;
  let measuredAt = Number.NEGATIVE_INFINITY;
  let refusals = 0;

  return {
    limitBytes,
    refusals: () => refusals,
    refuseWhenFull() {
      if (limitBytes === undefined) return;
      if (now() - measuredAt >= measuredMs) {
        used = usedBytes();
        measuredAt = now();
      }
      if (used <= fullShare * limitBytes) return;
      refusals += 1;
      throw new Problem("dependency.unavailable", {
        message:
          "Platen has too little memory left for a large body. Wait the seconds in `Retry-After`, then try again.",
        retryAfterSeconds: 5,
      });
    },
  };
}

/** The watch of this process. */
export const memoryOfProcess = watchMemory({
  limitBytes: limitOfContainer(),
  usedBytes: memoryInUse,
  now: () => performance.now(),
});

/** Shows the limit of the process, and what was refused because of it. */
export function createMemoryMetrics(registry: Registry, memory: MemoryWatch = memoryOfProcess): void {
  const registers = [registry];
  const limit: Gauge = new Gauge({
    name: "platen_memory_limit_bytes",
    help: "Memory that the container of this process may use. Missing where it has no limit. Compare platen_memory_used_bytes.",
    registers,
    collect() {
      if (memory.limitBytes === undefined) limit.remove();
      else limit.set(memory.limitBytes);
    },
  });
  const used: Gauge = new Gauge({
    name: "platen_memory_used_bytes",
    help: "Memory that this process and those that it has started use.",
    registers,
    collect() {
      used.set(memoryInUse());
    },
  });
  const refusals: Counter = new Counter({
    name: "platen_memory_refusals_total",
    help: "Large bodies that were refused because more than 80 % of the memory was used.",
    registers,
    collect() {
      refusals.reset();
      refusals.inc(memory.refusals());
    },
  });
}
