import { Problem } from "@platen/contracts";
import { checkRequest, type Check } from "./check-request.ts";
import { TimeLimitError, withTimeLimit, withTimeLimitOnce } from "./time-limit.ts";

/** A hundred times what checking a request of 16 KiB takes, and little beside the delays of a busy machine. */
const usualLimitMs = 250;

/**
 * Work on so few bytes ends by itself: its time grows with their number, and if it grew with the square it would take 20
 * ms. To be able to interrupt it would cost more than the work.
 */
const boundedBytes = 4 * 1024;

/** The problem of a request that exceeds a limit of the work on it. */
export function tooComplex(cause: unknown): Problem {
  return new Problem("request.too_complex", { cause });
}

/** Does the work on so many bytes of a request on this thread, and refuses the request when the work takes too long. */
export function workHere<T>(work: () => T, bytes: number, limitMs = usualLimitMs): T {
  return refusing(() => (bytes <= boundedBytes ? work() : withTimeLimit(limitMs, work)));
}

/** The same for a step of work that goes on where it was, and so cannot be done again. */
export function stepHere<T>(step: () => T): T {
  return refusing(() => withTimeLimitOnce(usualLimitMs, step));
}

function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    // The language gives up on what is nested or repeated too far.
    throw error instanceof TimeLimitError || error instanceof RangeError ? tooComplex(error) : error;
  }
}

/** Creates the check of requests on this thread. */
export function createCheckHere(limitMs = usualLimitMs): Check {
  return (operation, parts) => workHere(() => checkRequest(operation, parts), parts.json?.byteLength ?? 0, limitMs);
}
