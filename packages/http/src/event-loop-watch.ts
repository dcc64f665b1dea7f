export type EventLoopLimits = {
  everyMs: number;
  /** Shorter delays are those of a busy machine and do not count. */
  hitchMs: number;
  /** A single long standstill is over when it is seen, so it counts no more than this. */
  mostPerHitchMs: number;
  windowMs: number;
  /** Held up for longer than this within the window, the process is of no use any more. */
  allowedMs: number;
};

const usualLimits: EventLoopLimits = {
  everyMs: 250,
  hitchMs: 500,
  mostPerHitchMs: 5_000,
  windowMs: 30_000,
  allowedMs: 15_000,
};

export type EventLoopWatch = {
  /** What is wrong with this process's event loop, in words; undefined while it turns as it should. */
  problem(): string | undefined;
  close(): void;
};

/**
 * Measures how long the event loop is held up. One that stands still answers nobody, which says enough; this tells of
 * one that still answers now and then, as when memory is nearly full or the processor is somebody else's most of the time.
 */
export function watchEventLoop(limits: EventLoopLimits = usualLimits): EventLoopWatch {
  const hitches: { endedAt: number; ms: number }[] = [];
  let expectedAt = performance.now() + limits.everyMs;

  function forgetOld(now: number): void {
    while (hitches[0] && hitches[0].endedAt < now - limits.windowMs) hitches.shift();
  }

  const timer = setInterval(() => {
    const now = performance.now();
    const lateMs = now - expectedAt;
    expectedAt = now + limits.everyMs;
    if (lateMs >= limits.hitchMs) hitches.push({ endedAt: now, ms: Math.min(lateMs, limits.mostPerHitchMs) });
    forgetOld(now);
  }, limits.everyMs);
  timer.unref();

  return {
    problem() {
      forgetOld(performance.now());
      const heldUpMs = hitches.reduce((sum, { ms }) => sum + ms, 0);
      if (heldUpMs <= limits.allowedMs) return undefined;
      return (
        `The event loop was held up for ${Math.round(heldUpMs / 1_000)} of the last ${limits.windowMs / 1_000} s: ` +
        "restart the process, and give it more CPU or memory if this comes back."
      );
    },
    close: () => clearInterval(timer),
  };
}
