export type TakeLatestOptions<Request, Answer> = {
  send: (request: Request, signal: AbortSignal) => Promise<Answer>;
  onAnswer: (request: Request, answer: Answer) => void;
  onError: (request: Request, error: unknown) => void;
  /** A request is sent after this long without a newer one. */
  debounceMs: number;
  /** While requests keep coming, one is sent and answered at least this long after the last answer. */
  maxWaitMs: number;
  /** After how long a request that failed so many times in a row is sent again by itself; undefined for never. */
  retryAfterMs?: (error: unknown, failures: number) => number | undefined;
};

/**
 * Sends only the latest of many requests, one at a time. A newer request replaces the waiting one and aborts the one in
 * flight, unless answers have been missing for too long: then the one in flight is let finish.
 */
export function takeLatest<Request, Answer>(options: TakeLatestOptions<Request, Answer>) {
  const { send, onAnswer, onError, debounceMs, maxWaitMs, retryAfterMs } = options;
  let waiting: { request: Request } | undefined;
  let inFlight: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  /** The time since which the last answer has been outdated. */
  let outdatedSince: number | undefined;

  async function start(): Promise<void> {
    if (!waiting) return;
    if (inFlight) {
      // The next request starts when this one ends.
      if (performance.now() - (outdatedSince ?? 0) >= maxWaitMs) return;
      inFlight.abort();
    }
    const { request } = waiting;
    waiting = undefined;
    const controller = new AbortController();
    inFlight = controller;
    const end = (report: () => void) => {
      if (controller.signal.aborted) return;
      inFlight = undefined;
      outdatedSince = waiting && performance.now();
      report();
      if (timer === undefined) void start();
    };
    await send(request, controller.signal).then(
      (answer) =>
        end(() => {
          failures = 0;
          onAnswer(request, answer);
        }),
      (error: unknown) =>
        end(() => {
          failures += 1;
          onError(request, error);
          const delayMs = waiting ? undefined : retryAfterMs?.(error, failures);
          if (delayMs === undefined) return;
          waiting = { request };
          startAfter(delayMs);
        }),
    );
  }

  function startAfter(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      void start();
    }, delayMs);
  }

  return {
    /** Replaces all earlier requests. An urgent request is sent without debouncing. */
    request(request: Request, { isUrgent = false }: { isUrgent?: boolean } = {}): void {
      const now = performance.now();
      waiting = { request };
      outdatedSince ??= now;
      const delayMs = Math.min(debounceMs, Math.max(0, outdatedSince + maxWaitMs - now));
      startAfter(isUrgent ? 0 : delayMs);
    },
    /** Aborts everything; no callback is called any more. */
    close(): void {
      clearTimeout(timer);
      waiting = undefined;
      inFlight?.abort();
    },
  };
}
