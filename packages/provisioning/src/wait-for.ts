import { setTimeout as delay } from "node:timers/promises";

export type WaitOptions = {
  timeoutMs?: number;
  intervalMs?: number;
  /** Names the condition, to follow the words "waiting for". */
  describe: string;
  signal?: AbortSignal;
};

type Falsy = false | "" | 0 | null | undefined;

/**
 * Polls `condition` until it returns a truthy value, and returns that. A condition that throws does not hold yet. The
 * error at the deadline has the last thrown value as its cause.
 */
export async function waitFor<T>(condition: () => Falsy | T | Promise<Falsy | T>, options: WaitOptions): Promise<T> {
  const { timeoutMs = 60_000, intervalMs = 25, describe, signal } = options;
  const deadline = performance.now() + timeoutMs;
  let lastFailure: unknown;
  for (;;) {
    signal?.throwIfAborted();
    try {
      const value = await condition();
      if (value) return value;
      lastFailure = undefined;
    } catch (error) {
      lastFailure = error;
    }
    if (performance.now() >= deadline) {
      throw new Error(`gave up after ${timeoutMs} ms waiting for ${describe}`, { cause: lastFailure });
    }
    // After an abort the next iteration throws the signal's reason.
    await delay(intervalMs, undefined, signal && { signal }).catch(() => undefined);
  }
}
