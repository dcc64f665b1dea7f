import { ErrorCode, Worker, type Job } from "bullmq";

function isLockLost(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === ErrorCode.JobLockNotExist;
}

/** BullMQ's worker, which also counts how often it asks for jobs, and removes finished jobs whose lock was lost. */
export class ObservedWorker extends Worker<unknown, void> {
  asked = 0;
  private waitingClient: { status: string } | undefined;

  /** Finds the connection on which BullMQ waits for jobs; BullMQ tells it once the connection has been usable. */
  async findWaitingClient(): Promise<void> {
    this.waitingClient = await this.backend.blockingClient;
  }

  /** Whether the connection on which BullMQ waits for jobs is usable. */
  isWaitingConnected(): boolean {
    return this.waitingClient?.status === "ready";
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
    const job = await super.moveToActive(token, name);
    this.asked += 1;
    return job;
  }
}
