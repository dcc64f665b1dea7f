/**
 * Runs `work` with a signal that aborts when the given one does, and with a `TimeoutError` once the time left has passed.
 * Unlike `AbortSignal.any` and `AbortSignal.timeout` it leaves no timer and no listener behind when the work is done,
 * which would add up over thousands of documents.
 */
export async function withDeadline<T>(
  leftMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const forward = () => controller.abort(signal.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException("The deadline has passed.", "TimeoutError")),
    Math.max(0, leftMs),
  );
  signal.addEventListener("abort", forward, { once: true });
  if (signal.aborted) forward();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", forward);
  }
}
