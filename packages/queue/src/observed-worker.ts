import { setTimeout as delay } from "node:timers/promises";
import { ErrorCode, Worker, type Job } from "bullmq";

function isLockLost(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === ErrorCode.JobLockNotExist;
}

/** BullMQ's loop asks again at once after an error, thousands of times a second. */
const failurePauseMs = 500;

/**
 * BullMQ's worker, which also counts how often it asks for jobs, removes finished jobs whose lock was lost, and can take
 * single jobs beside those of its loop.
 */
export class ObservedWorker extends Worker<unknown, void> {
  asked = 0;
  private besides = 0;
  private readonly beside = new Set<Promise<void>>();
  private waitingClient: { status: string } | undefined;

  /** Finds the connection on which BullMQ waits for jobs; BullMQ tells it once the connection has been usable. */
  async findWaitingClient(): Promise<void> {
    this.waitingClient = await this.backend.blockingClient;
  }

  /** Whether the connection on which BullMQ waits for jobs is usable. */
  isWaitingConnected(): boolean {
    return this.waitingClient?.status === "ready";
  }

  /** Takes the job at the head of the queue beside those of the loop. Resolves when the job is done. */
  async takeBeside(): Promise<void> {
    const working = this.workBeside().finally(() => this.beside.delete(working));
    this.beside.add(working);
    return working;
  }

  private async workBeside(): Promise<void> {
    this.besides += 1;
    const token = `${this.id}:beside:${this.besides}`;
    const job = await this.getNextJob(token, { block: false });
    // BullMQ's type does not say that there may be no job.
    if ((job as typeof job | undefined) !== undefined) await this.processJob(job, token, () => false);
  }

  /** Waits for the jobs beside the loop too: BullMQ waits for its loop alone. */
  override async close(force?: boolean): Promise<void> {
    if (this.mainLoopRunning && !this.closing) {
      this.mainLoopRunning = Promise.allSettled([this.mainLoopRunning, ...this.beside]).then(() => undefined);
    }
    return super.close(force);
  }

  // While Redis hangs no lock is renewed. Another worker would render again a job that this worker finished by then.
  protected override async handleCompleted(
    ...completed: Parameters<Worker<unknown, void>["handleCompleted"]>
  ): Promise<Job<unknown, void>> {
    try {
      return await super.handleCompleted(...completed);
    } catch (error) {
      const [, job] = completed;
      // BullMQ refuses this when another worker holds the job by now.
      if (isLockLost(error)) await job.remove().catch(() => undefined);
      throw error;
    }
  }

  protected override async moveToActive(token: string, name?: string): Promise<Job<unknown, void>> {
    try {
      const job = await super.moveToActive(token, name);
      this.asked += 1;
      return job;
    } catch (error) {
      await delay(failurePauseMs);
      throw error;
    }
  }
}
