import { Session } from "node:inspector";
import { threadProcessorMs } from "./thread-processor-ms.ts";

/** The error of work that exceeded its limit of time. */
export class TimeLimitError extends Error {
  override readonly name = "TimeLimitError";
}

/** Work that waits for the processor may take longer than its limit: it then has so many times its limit. */
const wallTimeFactor = 10;

const slot = Symbol.for("platen.work-with-time-limit");
type Slot = { [slot]?: (() => void) | undefined };
const expression = `globalThis[Symbol.for("platen.work-with-time-limit")]()`;

let opened: Session | undefined;

/**
 * V8 interrupts an evaluation of its inspector at a limit of time, by a timer that a thread of its own keeps. The limit of
 * `node:vm` starts a thread for each call, and costs five to forty times as much.
 */
function inspector(): Session {
  if (opened) return opened;
  opened = new Session();
  opened.connect();
  return opened;
}

const interrupted = Symbol("interrupted");

function runFor<T>(timeout: number, work: () => T): T | typeof interrupted {
  let outcome: { value: T } | { thrown: unknown } | undefined;
  // The expression finds its work at the one object that it shares with this module.
  const shared = globalThis as Slot;
  shared[slot] = () => {
    try {
      outcome = { value: work() };
    } catch (thrown) {
      outcome = { thrown };
    }
  };
  let failure: Error | null = null;
  // The inspector of the own thread answers before `post` returns.
  inspector().post("Runtime.evaluate", { expression, timeout, silent: true }, (error) => {
    failure = error;
  });
  shared[slot] = undefined;
  if (outcome === undefined) return interruptedBy(failure);
  if ("thrown" in outcome) throw outcome.thrown;
  return outcome.value;
}

function interruptedBy(failure: Error | null): typeof interrupted {
  if (failure?.message.includes("Execution was terminated") === true) return interrupted;
  throw new Error("The inspector did not do the work.", { cause: failure });
}

/**
 * Does work on this thread and interrupts it at a limit of processor time, wherever it is: also in a loop or a regular
 * expression. Then it throws a {@link TimeLimitError}. The work must be a pure function without promises: it is left
 * where it is, and is done again if it got too little of the processor. Not nested. Costs twenty microseconds.
 */
export function withTimeLimit<T>(limitMs: number, work: () => T): T {
  const startedAt = threadProcessorMs();
  const result = runFor(limitMs, work);
  if (result !== interrupted) return result;
  if (threadProcessorMs() - startedAt >= limitMs / 2) throw tooLong(limitMs);
  return withTimeLimitOnce(limitMs, work);
}

/** The same for work that cannot be done again, such as one step of many. It has ten times the time where it waits. */
export function withTimeLimitOnce<T>(limitMs: number, work: () => T): T {
  const result = runFor(limitMs * wallTimeFactor, work);
  if (result === interrupted) throw tooLong(limitMs);
  return result;
}

function tooLong(limitMs: number): TimeLimitError {
  return new TimeLimitError(`The work exceeded its limit of ${limitMs} ms of processor time.`);
}
