import { bringForwardCommand } from "./bring-forward-command.ts";
import type { Clock } from "./clock.ts";
import type { ObservedWorker } from "./observed-worker.ts";
import type { Places } from "./places.ts";
import type { ProducerConnection } from "./redis-connections.ts";
import type { redisKeys } from "./redis-keys.ts";

/** How often a worker whose places are all taken looks for a job to take beside them. */
const besideIntervalMs = 100;

export type TakeBesideOptions = {
  worker: Pick<ObservedWorker, "takeBeside">;
  places: Places;
  observer: ProducerConnection;
  keys: ReturnType<typeof redisKeys>;
  clock: Clock;
  onFailed: (error: unknown) => void;
};

/**
 * Takes jobs, one after another, that need not wait for the slow documents that hold the regular places. Goes on until the
 * function that it returns is called.
 */
export function startTakingBeside({ worker, places, observer, keys, clock, onFailed }: TakeBesideOptions): () => void {
  observer.defineCommand("bringForward", bringForwardCommand);
  let isLooking = false;

  async function takeBeside(): Promise<void> {
    for (;;) {
      const open = places.openBeside();
      if (!open || isLooking) return;
      isLooking = true;
      const isFound = await observer
        .bringForward(keys.prioritizedJobs, keys.jobs, open.for, ...open.except)
        // Redis is away.
        .catch(() => 0)
        .finally(() => (isLooking = false));
      if (isFound === 0) return;
      const leave = places.takeBeside();
      await worker.takeBeside().finally(leave);
    }
  }

  return clock.every(besideIntervalMs, () => void takeBeside().catch(onFailed));
}
