export type OnCleanup = (stop: () => Promise<unknown>) => void;

/**
 * Runs `work` and then stops what it has started, the last first, even after an error or Ctrl-C. `work` registers each
 * stop with `onCleanup` as soon as there is something to stop.
 */
export async function withCleanup<T>(work: (onCleanup: OnCleanup) => Promise<T>): Promise<T> {
  const stops: (() => Promise<unknown>)[] = [];
  let stopped: Promise<void> | undefined;
  const stopAll = async () => {
    // One by one from the end, so that a stop registered meanwhile runs too.
    for (let stop = stops.pop(); stop; stop = stops.pop()) {
      // A stop that fails must not keep the others from running.
      await stop().catch(() => undefined);
    }
  };
  const stop = () => (stopped ??= stopAll());
  const interrupted = () => void stop().then(() => process.exit(130));
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  // Ctrl-C arrives twice, from the terminal and from the parent script; the second must not interrupt the cleanup.
  for (const signal of signals) process.on(signal, interrupted);
  try {
    return await work((stop) => void stops.push(stop));
  } finally {
    await stop();
    for (const signal of signals) process.off(signal, interrupted);
  }
}
