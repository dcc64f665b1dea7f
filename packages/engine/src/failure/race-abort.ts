import type { RenderStage } from "@platen/contracts";
import { isNamed, RenderError } from "./render-error.ts";

/** What an aborted signal means for a document: its time is up, or nobody wants it any more. */
export function abortedError(signal: AbortSignal, stage: RenderStage): RenderError {
  const code = isNamed(signal.reason, "TimeoutError") ? "render_timeout" : "cancelled";
  return new RenderError(code, { stage, cause: signal.reason });
}

/** Waits for `work` unless the signal aborts first. What then comes too late is given to `onLate`. */
export async function raceAbort<T>(
  work: Promise<T>,
  { signal, stage, onLate }: { signal: AbortSignal; stage: RenderStage; onLate?: (value: T) => void },
): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => {
    reject(abortedError(signal, stage));
    work.then(onLate, () => {
      // Nothing has come, and nobody waits for it.
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
