/** Why a task ended without a result: a limit of time, the limit of memory, a crash, or the end of its pool. */
export type TaskEnd = "time" | "memory" | "crash" | "closed";

/** The error of a task whose process was ended, or ended by itself. Another attempt at the task would end alike. */
export class TaskEndedError extends Error {
  override readonly name = "TaskEndedError";
  readonly reason: TaskEnd;

  constructor(reason: TaskEnd, message: string) {
    super(message);
    this.reason = reason;
  }
}

export function isTaskEnded(error: unknown): error is TaskEndedError {
  return error instanceof TaskEndedError;
}
