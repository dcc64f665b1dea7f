import { setTimeout as delay } from "node:timers/promises";
import type { Holder } from "@platen/contracts/holder";
import { threadProcessorMs } from "@platen/http";
import { callerHungUp } from "./caller-hung-up.ts";

/** The pause of a holder after its work, as a multiple of the time that the work took, and the longest. */
const pausePerTime = 3;
const maxPauseMs = 2_000;
/** Work below this costs no pause: it is more than nearly every request takes. */
const freeMs = 5;

type Done<T> = { result: T; tookMs: number };

/** Lets each holder work for a quarter of the time at most. */
export type HolderTurns = {
  /**
   * Does the holder's work after its work before and the pause for that. `work` gives the time that it took. Work whose
   * caller hangs up before its turn is dropped and costs nothing; work under way is finished and costs its time.
   */
  run<T>(holder: Holder, work: () => Promise<Done<T>>, signal?: AbortSignal): Promise<T>;
  /** Does short work at once where the holder owes no pause. Returns its result without a promise then. */
  runShort<T>(holder: Holder, work: () => T): T | Promise<T>;
};

function pauseAfter(tookMs: number): number {
  return tookMs < freeMs ? 0 : Math.min(maxPauseMs, pausePerTime * tookMs);
}

type Outcome<T> = { value: T } | { thrown: unknown };

/** A problem of a request is a result like any other: it costs its time. */
function timed<T>(work: () => T): Done<Outcome<T>> {
  const startedAt = threadProcessorMs();
  let result: Outcome<T>;
  try {
    result = { value: work() };
  } catch (thrown) {
    result = { thrown };
  }
  return { result, tookMs: threadProcessorMs() - startedAt };
}

function resultOf<T>(outcome: Outcome<T>): T {
  if ("value" in outcome) return outcome.value;
  throw outcome.thrown;
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

  async function run<T>(holder: Holder, work: () => Promise<Done<T>>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted === true) throw callerHungUp();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let waiting: typeof work | undefined = work;
    const turn = (turns.get(holder) ?? Promise.resolve()).then(async () => waiting?.());
    noteTurn(
      holder,
      turn.then(
        (done) => done && pause(pauseAfter(done.tookMs)),
        () => pause(maxPauseMs),
      ),
    );
    // The work holds a body, so it must not stay in memory until a turn that it does not need.
    const hangUp = () => {
      waiting = undefined;
      reject(callerHungUp());
    };
    signal?.addEventListener("abort", hangUp, { once: true });
    turn.then((done) => done && resolve(done.result), reject);
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", hangUp);
    }
  }

  return {
    run,
    runShort(holder, work) {
      if (turns.has(holder)) return run(holder, async () => timed(work)).then(resultOf);
      const done = timed(work);
      const pauseMs = pauseAfter(done.tookMs);
      if (pauseMs > 0) noteTurn(holder, pause(pauseMs));
      return resultOf(done.result);
    },
  };
}
