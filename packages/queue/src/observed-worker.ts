import { ErrorCode, Worker, type Job } from "bullmq";

function isLockLost(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === ErrorCode.JobLockNotExist;
}

/** BullMQ's worker, which counts how often it asks for jobs, and ends jobs that were done though their lock was lost. */
export class ObservedWorker extends Worker<unknown, void> {
  asked = 0;
  private waitingClient: { status: string } | undefined;

  /** Learns of the connection on which it waits for jobs; BullMQ makes it known once it has been usable. */
  async findWaitingClient(): Promise<void> {
    this.waitingClient = await this.backend.blockingClient;
  }

  /** Whether the connection on which it waits for jobs is usable. */
  isWaitingConnected(): boolean {
    return this.waitingClient?.status === "ready";
  }

  // While Redis hangs no lock is renewed. A job that was done by then would be done once more, by whoever finds it.
  protected override async handleCompleted(
    ...completed: Parameters<Worker<unknown, void>["handleCompleted"]>
  ): Promise<Job<unknown, void>> {
    try {
      return await super.handleCompleted(...completed);
    } catch (error) {
      const [, job] = completed;
      // Refused when another worker holds it by now.
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
