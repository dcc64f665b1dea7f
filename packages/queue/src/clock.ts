/** The time by which code waits. A test passes a clock that stands still until the test moves it. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Milliseconds since some moment. Unlike `now` it never jumps when the machine's time is set. */
  monotonicNow: () => number;
  /** Runs `work` once, after `ms`. The function it returns cancels that. */
  after: (ms: number, work: () => void) => () => void;
  /** Runs `work` every `ms`, until the function it returns is called. */
  every: (ms: number, work: () => void) => () => void;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicNow: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  every(ms, work) {
    const timer = setInterval(work, ms);
    return () => clearInterval(timer);
  },
};
