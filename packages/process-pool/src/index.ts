export { createProcessPool, type ProcessPool, type ProcessPoolOptions } from "./process-pool.ts";
export { isTaskEnded, TaskEndedError, type TaskEnd } from "./task-ended-error.ts";
