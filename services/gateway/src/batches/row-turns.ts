import { setTimeout as delay } from "node:timers/promises";
import { stepHere } from "@platen/http";

/** How long one turn works on rows, beyond a single row. */
const turnMs = 5;
/** A pause costs a timer of a millisecond at least, so short turns share one. */
const leastPauseMs = turnMs;

/** Turns in which a gateway works on rows. */
export type RowTurns = {
  /**
   * Runs `work` when the work of other requests before it is done. It works until `isOver`, and does not wait. Work that goes on
   * far beyond is ended.
   */
  run<T>(work: (isOver: () => boolean) => T): Promise<T>;
};

/**
 * Creates the turns of all requests with rows. They come one after the other, a few milliseconds each, and leave at least
 * half of the time to other requests. The time of the work itself counts, whatever it is spent on: bytes, lines or values.
 */
export function createRowTurns({
  now = () => performance.now(),
  pause = (ms) => delay(ms),
}: {
  now?: () => number;
  pause?: (ms: number) => Promise<unknown>;
} = {}): RowTurns {
  let last: Promise<unknown> = Promise.resolve();
  let owedMs = 0;

  return {
    run(work) {
      const done = last.then(async () => {
        if (owedMs >= leastPauseMs) {
          await pause(owedMs);
          owedMs = 0;
        }
        const startedAt = now();
        try {
          return stepHere(() => work(() => now() - startedAt >= turnMs));
        } finally {
          owedMs += now() - startedAt;
        }
      });
      last = done.catch(() => undefined);
      return done;
    },
  };
}
