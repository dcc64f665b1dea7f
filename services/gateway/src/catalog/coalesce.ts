type Entry<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };

/**
 * Makes the function that sends items one by one as its callers see it, and several together where they come close to
 * one another: each waits until `spacingMs` of its own are over since the last call, and then goes with all that have
 * come meanwhile. An item that comes later than that after the last call goes at once. `sendAll` gives one result for
 * each item, in their order; when it throws, all its items fail with that.
 */
export function coalesce<Item, Result>(options: {
  sendAll: (items: readonly Item[]) => Promise<readonly Result[]>;
  maxItems: number;
}): (item: Item, spacingMs: number) => Promise<Result> {
  const { sendAll, maxItems } = options;
  let waiting: Entry<Item, Result>[] = [];
  let dueAt = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
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
      // At once, with those that are being read from their connections in this very moment.
      else setImmediate(sendWaiting);
    }
    return promise;
  };
}
