import { setTimeout as delay } from "node:timers/promises";
import type { Holder } from "@platen/contracts/holder";

/** The pause of a holder after its work, as a multiple of the time that the work took, and the longest. */
const pausePerTime = 3;
const maxPauseMs = 2_000;
/** Work below this costs no pause: it is what nearly every request takes. */
const freeMs = 2;

/** Lets each holder work for a quarter of the time at most. */
export type HolderTurns = {
  /** Does the holder's work after its work before and the pause for that. `work` gives the time that it took. */
  run<T>(holder: Holder, work: () => Promise<{ result: T; tookMs: number }>): Promise<T>;
  /** Does short work at once where the holder owes no pause. Returns its result without a promise then. */
  runShort<T>(holder: Holder, work: () => T): T | Promise<T>;
};

function pauseAfter(tookMs: number): number {
  return tookMs < freeMs ? 0 : Math.min(maxPauseMs, pausePerTime * tookMs);
}

function timed<T>(work: () => T): { result: T; tookMs: number } {
  const startedAt = performance.now();
  const result = work();
  return { result, tookMs: performance.now() - startedAt };
}

/** Creates the turns of work on what callers sent. Each holder pays for its own work by a pause. */
export function createHolderTurns(
  pause: (ms: number) => Promise<unknown> = (ms) => delay(ms, undefined, { ref: false }),
): HolderTurns {
  /** The end of the last turn, with its pause, of each holder that has one. */
  const turns = new Map<Holder, Promise<unknown>>();

  function noteTurn(holder: Holder, turn: Promise<unknown>): void {
    turns.set(holder, turn);
    void turn.then(() => turns.get(holder) === turn && turns.delete(holder));
  }

  async function inTurn<T>(holder: Holder, work: () => Promise<{ result: T; tookMs: number }>): Promise<T> {
    const done = (turns.get(holder) ?? Promise.resolve()).then(work);
    noteTurn(
      holder,
      done.then(
        ({ tookMs }) => pause(pauseAfter(tookMs)),
        () => pause(maxPauseMs),
      ),
    );
    return (await done).result;
  }

  return {
    run: inTurn,
    runShort(holder, work) {
      if (turns.has(holder)) return inTurn(holder, async () => timed(work));
      const startedAt = performance.now();
      try {
        return work();
      } finally {
        const pauseMs = pauseAfter(performance.now() - startedAt);
        if (pauseMs > 0) noteTurn(holder, pause(pauseMs));
      }
    },
  };
}
