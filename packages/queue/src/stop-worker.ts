import type { Worker } from "bullmq";
import pTimeout from "p-timeout";

/** Jobs that were aborted have this long to end. */
const abortedJobsMs = 2_000;

/** Whether `work` ends within `ms`. */
export function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  // p-timeout refuses 0.
  return pTimeout(
    work.then(() => true),
    { milliseconds: Math.max(1, ms), fallback: () => false },
  );
}

/**
 * Stops a worker of BullMQ: it takes no more jobs, and its running jobs may end within `graceMs`. Then it aborts them,
 * after `onGraceOver`. It resolves within four seconds more, whatever Redis and the jobs do: BullMQ waits for both
 * without a limit, and other workers take over the jobs whose locks end.
 */
export async function stopWorker(
  worker: Pick<Worker, "close" | "cancelAllJobs" | "disconnect">,
  { graceMs, onGraceOver }: { graceMs: number; onGraceOver: () => void },
): Promise<void> {
  const closed = worker.close();
  if (await endsWithin(graceMs, closed)) return;
  onGraceOver();
  worker.cancelAllJobs("stopping");
  if (await endsWithin(abortedJobsMs, closed)) return;
  await endsWithin(abortedJobsMs, worker.disconnect());
}
