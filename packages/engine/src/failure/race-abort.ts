import type { RenderStage } from "@platen/contracts";
import { isNamed, RenderError } from "./render-error.ts";

/** The error of a document whose signal was aborted: its time is up, or its caller has withdrawn it. */
export function abortedError(signal: AbortSignal, stage: RenderStage): RenderError {
  const code = isNamed(signal.reason, "TimeoutError") ? "render_timeout" : "cancelled";
  return new RenderError(code, { stage, cause: signal.reason });
}

/** Waits for `work` until the signal aborts. A result that comes later goes to `onLate`. */
export async function raceAbort<T>(
  work: Promise<T>,
  { signal, stage, onLate }: { signal: AbortSignal; stage: RenderStage; onLate?: (value: T) => void },
): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => {
    reject(abortedError(signal, stage));
    work.then(onLate, () => {
      // The work failed after the abort, so no caller waits for it.
    });
  };
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
