import { setImmediate as nextTurn } from "node:timers/promises";

/** A clock for code that takes its clock as a parameter. It stands still until the test moves it. */
export function createFakeClock(startMs = Date.UTC(2030, 0)) {
  type Timer = { at: number; everyMs: number | undefined; work: () => void };
  const timers = new Set<Timer>();
  let time = startMs;

  function add(timer: Timer): () => void {
    timers.add(timer);
    return () => void timers.delete(timer);
  }

  /** Runs a timer, and what follows from it without waiting for a server or another timer. */
  async function run(timer: Timer): Promise<void> {
    if (timer.everyMs === undefined) timers.delete(timer);
    else timer.at = time + timer.everyMs;
    timer.work();
    await nextTurn();
  }

  const due = (until: number) => [...timers].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);

  return {
    now: () => time,
    monotonicNow: () => time,
    after: (ms: number, work: () => void) => add({ at: time + ms, everyMs: undefined, work }),
    every: (ms: number, work: () => void) => add({ at: time + ms, everyMs: ms, work }),

    /** Lets `ms` pass: runs each timer when it is due. */
    async advance(ms: number): Promise<void> {
      const end = time + ms;
      for (let [next] = due(end); next; [next] = due(end)) {
        time = next.at;
        await run(next);
      }
      time = end;
    },

    /** Lets `ms` pass as in a process that stands still: runs the timers due by then afterwards, each once. */
    async standStill(ms: number): Promise<void> {
      time += ms;
      for (const timer of due(time)) await run(timer);
    },
  };
}
