import { fork, type ChildProcess } from "node:child_process";
import { setPriority } from "node:os";
import type { Holder } from "@platen/contracts/holder";
import { childRights, type ChildRights } from "./child-rights.ts";
import { readProcessorMs as readFromSystem } from "./process-times.ts";
import type { ProcessMessage } from "./serve-tasks.ts";
import { TaskEndedError, type TaskEnd } from "./task-ended-error.ts";
import { createWaitingLine } from "./waiting-line.ts";

export type ProcessPoolOptions = {
  /** The module that each process runs. It calls `serveTasks`. */
  module: URL;
  /** Plain values for the module. */
  settings?: unknown;
  /** With several processes, a slow task does not delay the others. One of them is always for another holder. */
  processes: number;
  /** Limit of the processor time of a task, where the system tells it. */
  timeoutMs: number;
  /** Limit of the wall time of a task, whatever processor time it got. The default is ten times `timeoutMs`. */
  maxWallMs?: number;
  /** Limit of the JavaScript heap of each process. */
  maxHeapBytes: number;
  /** How far the processes stand back where the processor is scarce, from 0, the default, to 19. */
  niceness?: number;
  /** Reads how much processor time a process has used since its start. */
  readProcessorMs?: (pid: number) => Promise<number | undefined>;
};

export type ProcessPool<Task, Result> = {
  /**
   * Runs a task in one of the processes, of which its holder never holds all. Rejects with a TaskEndedError when the task
   * exceeds a limit, and with the reason of the signal when it aborts.
   */
  run(task: Task, options: { holder: Holder; signal?: AbortSignal }): Promise<Result>;
  close(): Promise<void>;
};

type Work<Task, Result> = {
  task: Task;
  holder: Holder;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

type Member<Task, Result> = {
  child: ChildProcess;
  hasEnded: Promise<void>;
  /** Whether it has started. Before that it gets no work, because the start would use up the time of the work. */
  isReady: boolean;
  work: Work<Task, Result> | undefined;
  /** Whose task it has. While it starts, whose task has cost the process before it. */
  holder: Holder | undefined;
  /** Processor time that it had used at its last message. */
  usedMs: number;
  /** The next check of its processor time, and the end of its wall time. */
  timeCheck: NodeJS.Timeout | undefined;
  end: NodeJS.Timeout | undefined;
};

const shortestWaitMs = 10;
const startTimeoutMs = 30_000;
const restartDelayMs = 1_000;

/** Signals that end a process without memory: of V8, and of the system. */
const memorySignals: ReadonlySet<string | null> = new Set(["SIGABRT", "SIGTRAP", "SIGILL", "SIGKILL"]);

/**
 * Runs tasks in processes of their own. A task that takes too much time or memory costs its process, which is killed and
 * replaced, and never the process of the pool: a thread that reaches its memory limit can end the process around it,
 * and some functions of the language cannot be interrupted.
 */
export function createProcessPool<Task, Result>(options: ProcessPoolOptions): ProcessPool<Task, Result> {
  const { timeoutMs, maxWallMs = 10 * timeoutMs, readProcessorMs = readFromSystem } = options;
  const members = new Set<Member<Task, Result>>();
  const line = createWaitingLine<Work<Task, Result>>();
  const maxPerHolder = Math.max(1, options.processes - 1);
  const rights = childRights(options.module);
  let isClosed = false;
  for (let count = 0; count < options.processes; count++) startProcess();

  function startProcess(holder?: Holder): void {
    const child = forkProcess(options, rights);
    if (options.niceness !== undefined && child.pid !== undefined) setPriority(child.pid, options.niceness);
    const { promise: hasEnded, resolve: onEnd } = Promise.withResolvers<void>();
    const member: Member<Task, Result> = {
      child,
      hasEnded,
      isReady: false,
      work: undefined,
      holder,
      usedMs: 0,
      timeCheck: undefined,
      end: setTimeout(() => replace(member, "crash", "The process did not start in time."), startTimeoutMs),
    };
    members.add(member);
    child.on("message", (message) => {
      // Each process runs `serveTasks`, which sends nothing else.
      const { reply, processorMs } = message as ProcessMessage;
      member.usedMs = processorMs;
      const work = release(member);
      member.isReady = true;
      // The module answers with results of the pool's type.
      if (reply) work?.resolve(reply.result as Result);
      startNext();
    });
    child.on("error", (error) => {
      onEnd();
      replace(member, "crash", error.message);
    });
    child.on("exit", (code, signal) => {
      onEnd();
      if (memorySignals.has(signal)) replace(member, "memory", "The task exceeded its limit of memory.");
      else replace(member, "crash", `The process of the task ended with ${signal ?? `code ${code}`}.`);
    });
  }

  function release(member: Member<Task, Result>): Work<Task, Result> | undefined {
    const { work } = member;
    clearTimeout(member.timeCheck);
    clearTimeout(member.end);
    member.work = undefined;
    member.holder = undefined;
    return work;
  }

  function mayStart({ holder }: Work<Task, Result>): boolean {
    return [...members].filter((member) => member.holder === holder).length < maxPerHolder;
  }

  function replace(member: Member<Task, Result>, reason: TaskEnd, message: string): void {
    if (!members.delete(member)) return;
    const { holder } = member;
    const released = release(member);
    // If a process cannot start, a task that waits for one gets the error.
    const work = member.isReady ? released : line.takeFirst();
    work?.reject(new TaskEndedError(reason, message));
    member.child.kill("SIGKILL");
    if (isClosed) return;
    if (member.isReady) startProcess(holder);
    else setTimeout(() => isClosed || startProcess(holder), restartDelayMs).unref();
    startNext();
  }

  function startNext(): void {
    for (const member of members) {
      if (member.work || !member.isReady) continue;
      const work = line.takeNext(mayStart);
      if (!work) return;
      member.work = work;
      member.holder = work.holder;
      member.end = setTimeout(() => {
        endLate(member, `${maxWallMs} ms`);
      }, maxWallMs);
      scheduleTimeCheck(member, timeoutMs);
      member.child.send({ task: work.task }, (error) => {
        if (error) replace(member, "crash", error.message);
      });
    }
  }

  /**
   * Ends a process when its work has used up its processor time. Processor time passes no faster than wall time, but for
   * the threads of V8. So the check comes only when the limit may be reached, and most work is done before. A process
   * that waits for the processor keeps its time.
   */
  function scheduleTimeCheck(member: Member<Task, Result>, waitMs: number): void {
    const { work } = member;
    const check = async () => {
      try {
        const total = await readProcessorMs(member.child.pid ?? 0);
        if (member.work !== work || total === undefined) return;
        const usedMs = total - member.usedMs;
        if (usedMs >= timeoutMs) endLate(member, `${timeoutMs} ms of processor time`);
        else scheduleTimeCheck(member, Math.max(shortestWaitMs, timeoutMs - usedMs));
      } catch {
        // The process has ended meanwhile.
      }
    };
    member.timeCheck = setTimeout(() => void check(), waitMs);
  }

  function endLate(member: Member<Task, Result>, time: string): void {
    replace(member, "time", `The task exceeded the limit of ${time}.`);
  }

  return {
    async run(task, { holder, signal }) {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const work: Work<Task, Result> = { task, holder, resolve, reject };
      const abort = () => {
        line.remove(work);
        // A process that is at the task continues until it is done or exceeds a limit: a new process would cost more.
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", abort, { once: true });
      line.add(work);
      startNext();
      try {
        return await promise;
      } finally {
        signal?.removeEventListener("abort", abort);
      }
    },
    async close() {
      isClosed = true;
      for (const work of line.takeAll()) work.reject(new TaskEndedError("closed", "The pool is closed."));
      const ending = [...members];
      for (const member of ending) replace(member, "closed", "The pool is closed.");
      await Promise.all(ending.map(({ hasEnded }) => hasEnded));
    },
  };
}

/** Starts a process that knows nothing of the environment but the folder of compiled code. */
function forkProcess(
  { module, settings, maxHeapBytes }: ProcessPoolOptions,
  { launcher, codeFolder }: ChildRights,
): ChildProcess {
  const nodeArguments = [`--max-old-space-size=${Math.ceil(maxHeapBytes / 1_048_576)}`, "--v8-pool-size=1"];
  const [program = process.execPath, ...programArguments] = launcher;
  return fork(module, [JSON.stringify(settings ?? null)], {
    serialization: "advanced",
    env: codeFolder === undefined ? {} : { NODE_COMPILE_CACHE: codeFolder },
    // A crash of V8 would write to the standard error, between the lines of the log.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    execPath: program,
    execArgv: [...(launcher.length === 0 ? [] : [...programArguments, process.execPath]), ...nodeArguments],
  });
}
