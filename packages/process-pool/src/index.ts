export { createProcessPool, type ProcessPool, type ProcessPoolOptions } from "./process-pool.ts";
export { isTaskEnded } from "./task-ended-error.ts";
