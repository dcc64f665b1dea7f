import type { CDPSession, Protocol } from "puppeteer";

/** Knows which requests of the document on a page have not ended, in whatever way: given, refused or called off. */
export type PendingRequests = {
  /** Begins to watch, with no request pending. Until then nothing is known, and nothing is spent. */
  watch(): Promise<void>;
  /** Ends the watching. */
  forget(): void;
  /** How many requests have begun since the watching did. */
  begun(): number;
  /** Resolves as soon as none is pending. */
  whenNone(): Promise<void>;
};

/**
 * Listens to the page's own report of its requests. The page reports a request before it answers the command that made
 * it begin: after such an answer, a request that is not pending has not begun. Only `types` are of interest; without them, all are.
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
      // Bodies are of no interest here, so none is kept.
      await session.send("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0 });
    },
    forget() {
      if (!isWatching) return;
      isWatching = false;
      session.send("Network.disable").catch(() => {
        // The page has gone.
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
