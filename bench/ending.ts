export type AtEnd = (stop: () => Promise<unknown>) => void;

/**
 * Runs `work` and then, however it ended, also by Ctrl-C, stops what it has started: the last first. `atEnd` is told how
 * as soon as there is something to stop.
 */
export async function withEnding(work: (atEnd: AtEnd) => Promise<void>): Promise<void> {
  const stops: (() => Promise<unknown>)[] = [];
  const stopAll = async () => {
    for (const stop of stops.toReversed()) {
      // What cannot be stopped must not keep the rest running.
      await stop().catch(() => undefined);
    }
  };
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= stopAll());
  const interrupted = () => void stop().then(() => process.exit(130));
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.once(signal, interrupted);
  try {
    await work((stop) => void stops.push(stop));
  } finally {
    for (const signal of signals) process.off(signal, interrupted);
    await stop();
  }
}
