type Entry<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };

/**
 * Makes the function that sends items one by one as its callers see it, and several together where they come close to
 * one another: `sendAll` is called at most once in `spacingMs`, with what has come meanwhile. An item that comes later
 * than that after the last call goes at once. `sendAll` gives one result for each item, in their order; when it throws,
 * all its items fail with that.
 */
export function coalesce<Item, Result>(options: {
  sendAll: (items: readonly Item[]) => Promise<readonly Result[]>;
  spacingMs: () => number;
  maxItems: number;
}): (item: Item) => Promise<Result> {
  const { sendAll, spacingMs, maxItems } = options;
  let waiting: Entry<Item, Result>[] = [];
  let isDue = false;
  let lastSentAt = Number.NEGATIVE_INFINITY;

  async function send(entries: readonly Entry<Item, Result>[]): Promise<void> {
    try {
      const results = await sendAll(entries.map(({ item }) => item));
      if (results.length !== entries.length) throw new Error("not as many results as items");
      // There are as many, as was just seen.
      for (const [index, { resolve }] of entries.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of entries) reject(error);
    }
  }

  function sendWaiting(): void {
    isDue = false;
    lastSentAt = performance.now();
    const entries = waiting;
    waiting = [];
    for (let start = 0; start < entries.length; start += maxItems) void send(entries.slice(start, start + maxItems));
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    if (!isDue) {
      isDue = true;
      const restMs = lastSentAt + spacingMs() - performance.now();
      if (restMs > 0) setTimeout(sendWaiting, restMs);
      // At once, with those that are being read from their connections in this very moment.
      else setImmediate(sendWaiting);
    }
    return promise;
  };
}
