import { describeError, type Logger } from "@platen/telemetry";

export type Housekeeping = {
  /** Stops the timer and waits for running work. */
  close(): Promise<void>;
};

/**
 * Runs a piece of work on the database at once and then regularly, never twice at the same time. Logs a failure as
 * "could not <what>" and tries again the next time. `signal` fires when the work should stop.
 */
export function startHousekeeping(options: {
  what: string;
  everyMs: number;
  work: (signal: AbortSignal) => Promise<unknown>;
  logger: Pick<Logger, "warn">;
}): Housekeeping & {
  /** Runs the work now, unless it is running. */
  wake(): void;
} {
  const { what, everyMs, work, logger } = options;
  const closing = new AbortController();
  let working: Promise<void> | undefined;

  async function start(): Promise<void> {
    try {
      await work(closing.signal);
    } catch (error) {
      logger.warn(`could not ${what}`, describeError(error));
    } finally {
      working = undefined;
    }
  }

  const startUnlessRunning = () => void (working ??= start());
  const timer = setInterval(startUnlessRunning, everyMs);
  timer.unref();
  startUnlessRunning();

  return {
    wake: startUnlessRunning,
    async close() {
      clearInterval(timer);
      closing.abort();
      await working;
    },
  };
}
