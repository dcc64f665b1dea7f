import { UnrecoverableError, WaitingError, type Job } from "bullmq";
import { type DocumentJobAddress, type DocumentJobData, documentJobAddress, renderDocumentJob } from "./jobs.ts";

export type AttemptContext = {
  /** 1 for the first attempt. */
  attempt: number;
  /**
   * Fires when the caller no longer waits for the document (`withdrawn`) or this process stops (`stopping`), as its reason
   * says.
   */
  signal: AbortSignal;
  /**
   * Whether this process still holds the job. A process that stood still for longer than a lock lasts has lost the job
   * to another worker, and must throw away what it made. Ask before reporting what became of a document.
   */
  isOurs: () => Promise<boolean>;
};

export type DocumentHandler = (data: DocumentJobData, context: AttemptContext) => Promise<void>;

/** The part of BullMQ's job that an attempt uses. */
export type TakenJob = Pick<Job<unknown, void>, "id" | "data" | "attemptsMade" | "processedOn" | "moveToWait"> & {
  opts: Pick<Job["opts"], "attempts">;
};

export type AttemptOptions = {
  handler: DocumentHandler;
  /** Answers those who wait for a document whose job has failed for good; `error` is what the handler threw. */
  onExhausted: (job: DocumentJobAddress, error: unknown) => Promise<void>;
  isWithdrawn: (documentId: string) => boolean;
  /** Whether this process stops, and returns unfinished jobs to the queue. */
  isHandingBack: () => boolean;
  /** The token of the worker that holds a job's lock; null when no worker does. */
  lockToken: (documentId: string) => Promise<string | null>;
  /** Makes an idle worker look for jobs at once rather than seconds later. */
  wakeWorkers: () => Promise<void>;
  /** Milliseconds since the epoch. */
  now: () => number;
};

function isPermanent(error: unknown): boolean {
  return error instanceof Error && error.name === "PermanentFailure";
}

/**
 * Creates the function that BullMQ runs for each job it takes. The function ends in one of four ways: it returns, and
 * the job is done; it throws what the handler threw, and BullMQ tries the job again; it throws `UnrecoverableError`,
 * and BullMQ removes the job; or it throws `WaitingError`, because it has put the job back into the queue.
 */
export function createAttempt(options: AttemptOptions) {
  const { handler, onExhausted, isWithdrawn, isHandingBack, lockToken, wakeWorkers, now } = options;

  async function holdsLock(job: TakenJob, token: string | undefined): Promise<boolean> {
    // No lock ends sooner, so that nearly every job costs no question.
    if (now() - (job.processedOn ?? 0) < renderDocumentJob.lockDurationMs) return true;
    return (await lockToken(job.id ?? "")) === token;
  }

  async function handBack(job: TakenJob, token: string | undefined): Promise<never> {
    await job.moveToWait(token);
    // BullMQ wakes no worker for a job with a priority that comes back.
    await wakeWorkers();
    throw new WaitingError();
  }

  /** Answers those who wait while the job is still held: a worker that dies here leaves the job to another. */
  async function failForGood(job: TakenJob, error: unknown): Promise<never> {
    const address = documentJobAddress.safeParse(job.data);
    if (address.success) await onExhausted(address.data, error);
    throw new UnrecoverableError(error instanceof Error ? error.message : "failed");
  }

  return async function runAttempt(job: TakenJob, token: string | undefined, signal: AbortSignal): Promise<void> {
    const parsed = renderDocumentJob.data.safeParse(job.data);
    if (!parsed.success) return failForGood(job, new Error("This worker does not know the job's shape."));
    const data = parsed.data;
    // A withdrawal may arrive after the queue gave the job to this process and before this process knows that.
    if (isWithdrawn(data.documentId)) throw new UnrecoverableError("withdrawn");
    // A fetch that was under way when the worker was told to stop may bring a job, even the one just put back.
    if (isHandingBack()) return handBack(job, token);
    const attempt = job.attemptsMade + 1;
    // The job's own number: BullMQ ends a job of another release there.
    const isLastAttempt = attempt >= (job.opts.attempts ?? 1);
    try {
      await handler(data, { attempt, signal, isOurs: () => holdsLock(job, token) });
    } catch (error) {
      // Be careful with what throws below: any error of another kind makes BullMQ try the job again.
      if (isWithdrawn(data.documentId)) throw new UnrecoverableError("withdrawn");
      // The worker that holds the job now decides its outcome.
      if (!(await holdsLock(job, token))) throw new UnrecoverableError("another worker has taken the job over");
      if (isHandingBack()) return handBack(job, token);
      if (isPermanent(error) || isLastAttempt) return failForGood(job, error);
      throw error;
    }
  };
}
