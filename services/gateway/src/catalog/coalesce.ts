type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };

/**
 * Creates a function that sends items in batches while each caller gets its own result. An item waits until its
 * `spacingMs` have passed since the last batch, then leaves with all items that came meanwhile. If they have passed
 * already, it leaves at once. `sendAll` returns one result per item, in their order. If it throws, all its items fail.
 */
export function coalesce<Item, Result>(options: {
  sendAll: (items: readonly Item[]) => Promise<readonly Result[]>;
  maxItems: number;
}): (item: Item, spacingMs: number) => Promise<Result> {
  const { sendAll, maxItems } = options;
  let waiting: Waiting<Item, Result>[] = [];
  let dueAt = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let lastSentAt = Number.NEGATIVE_INFINITY;

  async function send(entries: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await sendAll(entries.map(({ item }) => item));
      if (results.length !== entries.length) throw new Error(`${entries.length} items got ${results.length} results`);
      // The lengths are equal.
      for (const [index, { resolve }] of entries.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of entries) reject(error);
    }
  }

  function sendWaiting(): void {
    clearTimeout(timer);
    dueAt = Number.POSITIVE_INFINITY;
    lastSentAt = performance.now();
    const entries = waiting;
    waiting = [];
    for (let start = 0; start < entries.length; start += maxItems) void send(entries.slice(start, start + maxItems));
  }

  return (item, spacingMs) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    const ownDueAt = Math.max(performance.now(), lastSentAt + spacingMs);
    if (ownDueAt < dueAt) {
      clearTimeout(timer);
      dueAt = ownDueAt;
      const restMs = ownDueAt - performance.now();
      if (restMs > 0) timer = setTimeout(sendWaiting, restMs);
      // At once, together with the requests that are read from their connections in this tick.
      else setImmediate(sendWaiting);
    }
    return promise;
  };
}
