import { setTimeout as delay } from "node:timers/promises";
import { describeError, type Logger } from "@platen/telemetry";

/** How often it looks whether a storage that is away has come back. */
const lookEveryMs = 2_000;
/** A storage that takes longer to answer counts as away for the caller who asks. */
const longestWaitMs = 1_000;

/**
 * Creates the watch that tells a storage that is away from one object that could not be kept. It looks when a call has
 * failed, and then until the storage works again. Until the first look ends, the storage counts as away.
 */
export function createStorageWatch(options: {
  /** Rejects if the storage does not work. */
  check: () => Promise<void>;
  logger: Pick<Logger, "info" | "warn">;
  everyMs?: number;
  waitMs?: number;
}) {
  const { check, logger, everyMs = lookEveryMs, waitMs = longestWaitMs } = options;
  const closing = new AbortController();
  let firstLook: Promise<unknown> | undefined;

  async function findFailure(): Promise<unknown> {
    return check().then(
      () => undefined,
      (error: unknown) => error,
    );
  }

  async function lookUntilItWorks(first: Promise<unknown>): Promise<void> {
    let failure = await first;
    const wasAway = failure !== undefined;
    if (wasAway) logger.warn("the storage of kept PDFs is away, so background documents wait", describeError(failure));
    while (failure !== undefined && !closing.signal.aborted) {
      await delay(everyMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      failure = await findFailure();
    }
    firstLook = undefined;
    if (wasAway && failure === undefined) logger.info("the storage of kept PDFs works again");
  }

  /** A call has failed: looks whether the storage works. */
  function suspect(): void {
    if (firstLook) return;
    firstLook = findFailure();
    void lookUntilItWorks(firstLook);
  }

  return {
    suspect,

    isAway: (): boolean => firstLook !== undefined,

    /** Tells after a failure whether the storage is away. */
    async isAwayAfterFailure(): Promise<boolean> {
      suspect();
      const waited = new AbortController();
      await Promise.race([firstLook, delay(waitMs, undefined, { signal: waited.signal }).catch(() => undefined)]);
      waited.abort();
      return firstLook !== undefined;
    },

    /** Looks no more. */
    close: (): void => closing.abort(),
  };
}

export type StorageWatch = ReturnType<typeof createStorageWatch>;
