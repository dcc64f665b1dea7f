/**
 * Makes a function that runs work, never more than `limit` pieces of it at once; the others wait their turn. Work whose
 * signal fires while it waits is never begun.
 */
export function fewAtOnce(limit: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const next = waiting.shift();
      // Its place goes on to the next.
      if (next) next();
      else running -= 1;
    }
  };
}
