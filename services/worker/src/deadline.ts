/**
 * Runs `work` with a signal that aborts when `signal` does, and with a `TimeoutError` after `leftMs`. `AbortSignal.any`
 * and `AbortSignal.timeout` would leave a timer and a listener behind, which add up over thousands of documents.
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
