import type { ServerResponse } from "node:http";

/**
 * What a caller has to take an answer in: at least this long, and for a large one as long as it takes at the slowest
 * speed that is served.
 */
type ReadingLimits = { leastMs: number; slowestBytesPerMs: number; lookEveryMs: number };

export const readingLimits: ReadingLimits = { leastMs: 60_000, slowestBytesPerMs: 100, lookEveryMs: 1_000 };

/**
 * Cuts off callers who do not take the answer they asked for: Node waits for them without end, and keeps the answer in
 * memory all that time. `answering` are the responses in progress. Returns what ends the watch.
 */
export function cutSlowReaders(answering: ReadonlySet<ServerResponse>, limits: ReadingLimits): () => void {
  const readyAt = new WeakMap<ServerResponse, number>();
  const look = () => {
    const now = performance.now();
    for (const response of answering) {
      // Until it is ready its deadline holds, not this. One that is sent in pieces begins when it is ready, too.
      if (!response.headersSent) continue;
      const since = readyAt.get(response) ?? now;
      readyAt.set(response, since);
      const atSlowest = Number(response.getHeader("content-length") ?? 0) / limits.slowestBytesPerMs;
      if (now - since >= Math.max(limits.leastMs, atSlowest)) response.req.socket.destroy();
    }
  };
  const timer = setInterval(look, limits.lookEveryMs).unref();
  return () => clearInterval(timer);
}
