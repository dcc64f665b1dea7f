export type OnCleanup = (stop: () => Promise<unknown>) => void;

/**
 * Runs `work` and then, however it ended, also by Ctrl-C, stops what it has started: the last first. `onCleanup` is told how
 * as soon as there is something to stop.
 */
export async function withCleanup(work: (onCleanup: OnCleanup) => Promise<void>): Promise<void> {
  const stops: (() => Promise<unknown>)[] = [];
  let stopped: Promise<void> | undefined;
  const stopAll = async () => {
    // Taken one by one: what is started meanwhile is stopped too.
    for (let stop = stops.pop(); stop; stop = stops.pop()) {
      // What cannot be stopped must not keep the rest running.
      await stop().catch(() => undefined);
    }
  };
  const stop = () => (stopped ??= stopAll());
  const interrupted = () => void stop().then(() => process.exit(130));
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  // A terminal's Ctrl-C comes twice, from it and from the script above us; the second must not end us half-way.
  for (const signal of signals) process.on(signal, interrupted);
  try {
    await work((stop) => void stops.push(stop));
  } finally {
    await stop();
    for (const signal of signals) process.off(signal, interrupted);
  }
}
