import { flushCompileCache } from "node:module";

/** A message to the pool. The first one, after the start, has no reply. */
export type ProcessMessage = {
  reply?: { result: unknown };
  /** Processor time that the process has used since its start, in milliseconds. */
  processorMs: number;
};

/**
 * Makes this process one of a pool: it answers each task of the pool with the result of `work`. An error of `work` ends
 * the process. Gives the settings of the pool.
 */
export function serveTasks(prepare: (settings: never) => (task: never) => unknown): void {
  // The pool wrote this argument, for this module.
  const work = prepare(JSON.parse(process.argv[2] ?? "null") as never);
  // A terminal sends its signals to all processes. The service decides when its tasks end.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
  process.on("disconnect", () => process.exit());
  // The pool kills its processes, and Node.js by itself keeps compiled code only when a process exits.
  flushCompileCache();
  // The pool sends the tasks of its own type.
  process.on("message", ({ task }: { task: never }) => post({ result: work(task) }));
  post();
}

function post(reply?: ProcessMessage["reply"]): void {
  const { user, system } = process.cpuUsage();
  const message: ProcessMessage = { ...(reply && { reply }), processorMs: (user + system) / 1_000 };
  process.send?.(message);
}
