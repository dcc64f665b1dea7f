import type { CDPSession, Protocol } from "puppeteer";

/** Tracks the requests of the document on a page until they end: answered, refused or cancelled. */
export type PendingRequests = {
  /** Starts watching, with no request pending. Before that, the tracker knows nothing and costs nothing. */
  watch(): Promise<void>;
  /** Stops watching. */
  forget(): void;
  /** How many requests have begun since `watch`. */
  begun(): number;
  /** Resolves when no request is pending. */
  whenNone(): Promise<void>;
};

/**
 * Listens to the page's reports of its requests. The page reports a request before it answers the command that caused
 * it. So after the answer, a request that is not pending has not begun. Tracks the requests of `types`, or all without
 * them.
 */
export function createPendingRequests(
  session: CDPSession,
  types?: ReadonlySet<Protocol.Network.ResourceType>,
): PendingRequests {
  const pending = new Set<string>();
  let waiting: (() => void)[] = [];
  let begun = 0;
  let isWatching = false;

  function release(): void {
    for (const resolve of waiting) resolve();
    waiting = [];
  }
  function end({ requestId }: { requestId: string }): void {
    if (pending.delete(requestId) && pending.size === 0) release();
  }

  session.on("Network.requestWillBeSent", ({ requestId, type }) => {
    if (types && !(type && types.has(type))) return;
    pending.add(requestId);
    begun += 1;
  });
  session.on("Network.loadingFinished", end);
  session.on("Network.loadingFailed", end);

  return {
    async watch() {
      pending.clear();
      begun = 0;
      isWatching = true;
      // Nothing here reads the bodies, so Chromium keeps none.
      await session.send("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0 });
    },
    forget() {
      if (!isWatching) return;
      isWatching = false;
      session.send("Network.disable").catch(() => {
        // The page is closed.
      });
      pending.clear();
      release();
    },
    begun: () => begun,
    async whenNone() {
      if (pending.size > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
