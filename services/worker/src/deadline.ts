/**
 * Runs `work` with a signal that fires when the given one does, and with a `TimeoutError` at the deadline (milliseconds
 * since the epoch). Unlike `AbortSignal.any` and `timeout` it leaves nothing behind when the work is done, which for
 * thousands of documents is timers and errors for each of them.
 */
export async function withDeadline<T>(
  deadlineAt: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const forward = () => controller.abort(signal.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException("The deadline has passed.", "TimeoutError")),
    Math.max(0, deadlineAt - Date.now()),
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
