export type EventLoopLimits = {
  checkIntervalMs: number;
  /** Shorter delays are normal on a busy machine and do not count. */
  minStallMs: number;
  /** One long stall is over by the time it is measured, so it counts for no more than this. */
  maxCountedStallMs: number;
  windowMs: number;
  /** A process blocked for longer than this within the window is unhealthy. */
  allowedMs: number;
};

const defaultLimits: EventLoopLimits = {
  checkIntervalMs: 250,
  minStallMs: 500,
  maxCountedStallMs: 5_000,
  windowMs: 30_000,
  allowedMs: 15_000,
};

export type EventLoopWatch = {
  /** Describes the problem of this process's event loop; undefined while the loop is healthy. */
  problem(): string | undefined;
  close(): void;
};

/**
 * Measures how long the event loop is blocked. A loop that is blocked completely answers no probe, which shows the
 * failure. This watch finds a loop that still answers now and then: memory is nearly full, or other processes take most
 * of the processor. `onCheck` gets the length of the stall that a check finds, or 0.
 */
export function watchEventLoop(
  onCheck: (stallMs: number) => void,
  limits: EventLoopLimits = defaultLimits,
): EventLoopWatch {
  const stalls: { endedAt: number; ms: number }[] = [];
  let expectedAt = performance.now() + limits.checkIntervalMs;

  function forgetOld(now: number): void {
    while (stalls[0] && stalls[0].endedAt < now - limits.windowMs) stalls.shift();
  }

  const timer = setInterval(() => {
    const now = performance.now();
    const lateMs = now - expectedAt;
    expectedAt = now + limits.checkIntervalMs;
    const isStall = lateMs >= limits.minStallMs;
    if (isStall) stalls.push({ endedAt: now, ms: Math.min(lateMs, limits.maxCountedStallMs) });
    forgetOld(now);
    onCheck(isStall ? lateMs : 0);
  }, limits.checkIntervalMs);
  timer.unref();

  return {
    problem() {
      forgetOld(performance.now());
      const blockedMs = stalls.reduce((sum, { ms }) => sum + ms, 0);
      if (blockedMs <= limits.allowedMs) return undefined;
      return (
        `The event loop was blocked for ${Math.round(blockedMs / 1_000)} of the last ${limits.windowMs / 1_000} s. ` +
        "Restart the process. If this happens again, give it more CPU or memory."
      );
    },
    close: () => clearInterval(timer),
  };
}
