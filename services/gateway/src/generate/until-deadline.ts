/**
 * Waits for work that comes before the queue, at most until the deadline of the document: then it throws what `onLate`
 * returns, while the work goes on. Other requests may wait for it too.
 */
export async function untilDeadline<Result>(
  work: Promise<Result>,
  deadlineAt: number,
  onLate: () => Error,
): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(onLate()), Math.max(0, deadlineAt - Date.now()));
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
