import type { FeederLock } from "@platen/queue";
import type { Logger } from "@platen/telemetry";
import type { Metrics } from "./metrics.ts";

/** How often the lock is renewed, or asked for. */
export const lockIntervalMs = 2_000;

/** The lease of the lock: another courier feeds at most so long after the last one died, and one interval. */
export const lockLeaseMs = 7_000;

export type HoldsLockDependencies = {
  lock: Pick<FeederLock, "hold">;
  metrics: Pick<Metrics, "setFeeding">;
  /** Whether this process can do its work. */
  isSound: () => boolean;
  log: Pick<Logger, "info">;
  monotonicNow: () => number;
};

/** Creates the function that tells whether this courier, of all, feeds now. It asks for the lock at intervals. */
export function createHoldsLock({ lock, metrics, isSound, log, monotonicNow }: HoldsLockDependencies) {
  let lockedUntil = -Infinity;
  let askedAt = -Infinity;

  return async function holdsLock(): Promise<boolean> {
    if (!isSound()) {
      // Not renewed, the lock soon goes to a courier that can feed.
      lockedUntil = -Infinity;
      metrics.setFeeding(false);
      return false;
    }
    const at = monotonicNow();
    if (at - askedAt >= lockIntervalMs) {
      askedAt = at;
      const isHeld = await lock.hold();
      if (isHeld && lockedUntil < at) log.info("feeds background documents");
      lockedUntil = isHeld ? at + lockLeaseMs : -Infinity;
    }
    const isHeld = monotonicNow() < lockedUntil;
    metrics.setFeeding(isHeld);
    return isHeld;
  };
}
