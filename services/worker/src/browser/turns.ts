import { abortedError } from "../failure/aborted.ts";

/** Lets so many in at once, the others in the order they came. */
export type Turns = {
  /** Resolves when it is one's turn; rejects when `signal` says that nobody waits for it any more. */
  enter(signal: AbortSignal): Promise<void>;
  leave(): void;
  counts(): { busy: number; waiting: number };
};

export function createTurns(maxBusy: number): Turns {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return {
    async enter(signal) {
      if (signal.aborted) throw abortedError(signal, "queue");
      if (busy < maxBusy) {
        busy += 1;
        return;
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const abort = () => {
        const index = waiting.indexOf(resolve);
        // Its turn has come already: whoever works then sees the signal.
        if (index === -1) return;
        waiting.splice(index, 1);
        reject(abortedError(signal, "queue"));
      };
      waiting.push(resolve);
      signal.addEventListener("abort", abort, { once: true });
      try {
        await promise;
      } finally {
        signal.removeEventListener("abort", abort);
      }
    },
    leave() {
      const next = waiting.shift();
      // The place passes on without becoming free in between.
      if (next) next();
      else busy -= 1;
    },
    counts: () => ({ busy, waiting: waiting.length }),
  };
}
