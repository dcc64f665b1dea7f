/**
 * The time a caller has to read an answer: `minMs`, or for a large answer the time that reading takes at
 * `minBytesPerMs`.
 */
type ReadingLimits = { minMs: number; minBytesPerMs: number; checkIntervalMs: number };

/** What the checks use of a `ServerResponse`. */
export type ReadAnswer = {
  readonly headersSent: boolean;
  getHeader(name: "content-length"): unknown;
  readonly req: { readonly socket: { destroy(): unknown } };
};

export const readingLimits: ReadingLimits = { minMs: 60_000, minBytesPerMs: 100, checkIntervalMs: 1_000 };

/**
 * Disconnects callers who do not read their answer: Node would wait for them without limit and keep the answer in memory.
 * `answering` holds the responses in progress. Returns a function that stops the checks.
 */
export function cutSlowReaders(answering: ReadonlySet<ReadAnswer>, limits: ReadingLimits): () => void {
  const readyAt = new WeakMap<ReadAnswer, number>();
  const check = () => {
    const now = performance.now();
    for (const response of answering) {
      // Before the headers are sent, the request's deadline applies instead. Answers in pieces are ready then, too.
      if (!response.headersSent) continue;
      const since = readyAt.get(response) ?? now;
      readyAt.set(response, since);
      const slowestMs = Number(response.getHeader("content-length") ?? 0) / limits.minBytesPerMs;
      if (now - since >= Math.max(limits.minMs, slowestMs)) response.req.socket.destroy();
    }
  };
  const timer = setInterval(check, limits.checkIntervalMs).unref();
  return () => clearInterval(timer);
}
