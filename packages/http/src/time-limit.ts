import { Script } from "node:vm";
import { threadProcessorMs } from "./thread-processor-ms.ts";

/** The error of work that exceeded its limit of time. */
export class TimeLimitError extends Error {
  override readonly name = "TimeLimitError";
}

/** Work that waits for the processor may take longer than its limit: it then has so many times its limit. */
const wallTimeFactor = 10;

const slot = Symbol.for("platen.work-with-time-limit");
type Slot = { [slot]?: (() => unknown) | undefined };
const script = new Script(`globalThis[Symbol.for("platen.work-with-time-limit")]()`);

function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}

function runFor<T>(timeoutMs: number, work: () => T): T {
  // The script finds its work at the one object that it shares with this module.
  const shared = globalThis as Slot;
  shared[slot] = work;
  try {
    return script.runInThisContext({ timeout: timeoutMs }) as T;
  } finally {
    shared[slot] = undefined;
  }
}

/**
 * Does work on this thread and interrupts it at a limit of processor time, wherever it is: also in a loop or a regular
 * expression. Then it throws a {@link TimeLimitError}. The work must be a pure function without promises: it is left
 * where it is, and is done again if it got too little of the processor. Not nested. Costs a tenth of a millisecond.
 */
export function withTimeLimit<T>(limitMs: number, work: () => T): T {
  const startedAt = threadProcessorMs();
  try {
    return runFor(limitMs, work);
  } catch (error) {
    if (!isTimeout(error)) throw error;
    if (threadProcessorMs() - startedAt >= limitMs / 2) throw tooLong(limitMs);
  }
  return withTimeLimitOnce(limitMs, work);
}

/** The same for work that cannot be done again, such as one step of many. It has ten times the time where it waits. */
export function withTimeLimitOnce<T>(limitMs: number, work: () => T): T {
  try {
    return runFor(limitMs * wallTimeFactor, work);
  } catch (error) {
    throw isTimeout(error) ? tooLong(limitMs) : error;
  }
}

function tooLong(limitMs: number): TimeLimitError {
  return new TimeLimitError(`The work exceeded its limit of ${limitMs} ms of processor time.`);
}
