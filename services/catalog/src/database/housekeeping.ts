import { describeError, type Logger } from "@platen/telemetry";

export type Housekeeping = {
  /** Does it no more, and waits for what is under way. */
  close(): Promise<void>;
};

/**
 * Does a piece of work on the database at once and then again and again, never twice at the same time. One that fails is
 * logged as "could not <what>", and left to the next time. `signal` fires when it is to stop.
 */
export function startHousekeeping(options: {
  what: string;
  everyMs: number;
  work: (signal: AbortSignal) => Promise<unknown>;
  logger: Logger;
}): Housekeeping {
  const { what, everyMs, work, logger } = options;
  const closing = new AbortController();
  let working: Promise<void> | undefined;

  async function begin(): Promise<void> {
    try {
      await work(closing.signal);
    } catch (error) {
      logger.warn(`could not ${what}`, describeError(error));
    } finally {
      working = undefined;
    }
  }

  const beginUnlessBusy = () => void (working ??= begin());
  const timer = setInterval(beginUnlessBusy, everyMs);
  timer.unref();
  beginUnlessBusy();

  return {
    async close() {
      clearInterval(timer);
      closing.abort();
      await working;
    },
  };
}
