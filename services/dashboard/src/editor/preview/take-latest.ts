export type NewestWinsOptions<Request, Answer> = {
  ask: (request: Request, signal: AbortSignal) => Promise<Answer>;
  onAnswer: (request: Request, answer: Answer) => void;
  onError: (request: Request, error: unknown) => void;
  /** A request is asked when none newer has come for so long. */
  pauseMs: number;
  /** However fast requests come, one is asked, and answered, this long after the last answer. */
  patienceMs: number;
};

/**
 * Asks for the newest of many requests, one at a time: a newer one takes the place of one that is waiting, and ends
 * one that is being asked. Where requests keep coming, now and then one is let to its end.
 */
export function newestWins<Request, Answer>(options: NewestWinsOptions<Request, Answer>) {
  const { ask, onAnswer, onError, pauseMs, patienceMs } = options;
  let waiting: { request: Request } | undefined;
  let asking: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When what was asked last, or not yet, became older than what is wanted. */
  let behindSince: number | undefined;

  async function begin(): Promise<void> {
    if (!waiting) return;
    if (asking) {
      // Its end begins the next.
      if (performance.now() - (behindSince ?? 0) >= patienceMs) return;
      asking.abort();
    }
    const { request } = waiting;
    waiting = undefined;
    const leaving = new AbortController();
    asking = leaving;
    const end = (tell: () => void) => {
      if (leaving.signal.aborted) return;
      asking = undefined;
      behindSince = waiting && performance.now();
      tell();
      if (timer === undefined) void begin();
    };
    await ask(request, leaving.signal).then(
      (answer) => end(() => onAnswer(request, answer)),
      (error: unknown) => end(() => onError(request, error)),
    );
  }

  return {
    /** Wants this request answered and none before it; `isUrgent` where nobody is typing. */
    want(request: Request, { isUrgent = false }: { isUrgent?: boolean } = {}): void {
      const now = performance.now();
      waiting = { request };
      behindSince ??= now;
      clearTimeout(timer);
      const delayMs = Math.min(pauseMs, Math.max(0, behindSince + patienceMs - now));
      timer = setTimeout(
        () => {
          timer = undefined;
          void begin();
        },
        isUrgent ? 0 : delayMs,
      );
    },
    /** Ends everything; nobody is told of anything any more. */
    close(): void {
      clearTimeout(timer);
      waiting = undefined;
      asking?.abort();
    },
  };
}
