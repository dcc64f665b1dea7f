import { CheckedJson, Problem } from "@platen/contracts";
import type { Holder } from "@platen/contracts/holder";
import { tooComplex, workHere, type Check, type CheckedRequest } from "@platen/http";
import { createProcessPool, isTaskEnded, type ProcessPool } from "@platen/process-pool";
import {
  doBodyTask,
  doorOf,
  errorOf,
  type BodyReply,
  type BodyTask,
  type BodyTasks,
  type ResultOf,
} from "./body-tasks.ts";
import { createHolderTurns } from "./holder-turns.ts";
import { isPassedOn } from "./prepare-body.ts";

/** Smaller inputs are worked on here, where the work takes a millisecond; larger ones in a process that can be killed. */
const hereBytes = 16 * 1024;
const usualLimits = {
  processes: 2,
  /** Processor time of the work on one request: several times what a body of the largest size takes. */
  timeoutMs: 1_500,
  maxWallMs: 10_000,
  /** The values of the largest body take a third of this. */
  maxHeapBytes: 160 * 1024 * 1024,
};

export type BodyWork = {
  /** Checks requests, and prepares large bodies for their handlers. */
  check: Check;
  /** Does a task on about so many bytes, which its holder pays for. Throws `request.too_complex` at a limit. */
  run<Name extends keyof BodyTasks>(
    name: Name,
    input: Parameters<BodyTasks[Name]>[0],
    about: { bytes: number; holder: Holder; signal?: AbortSignal },
  ): Promise<ResultOf<Name>>;
  close(): Promise<void>;
};

/** The error of a task that its process did not end by itself. */
function refusalOf(error: unknown): unknown {
  if (!isTaskEnded(error)) return error;
  if (error.reason === "time" || error.reason === "memory") return tooComplex(error);
  return new Problem("dependency.unavailable", { retryAfterSeconds: 1, cause: error });
}

/**
 * Creates the one place where the gateway works on what callers sent. Small requests are worked on here under a watchdog, others
 * in processes with limits of time and memory. The first large body starts the processes. A holder has one task at a
 * time in them, and pays for its work by a pause.
 */
export function createBodyWork(limits: Partial<typeof usualLimits> = {}): BodyWork {
  const turns = createHolderTurns();
  let pool: ProcessPool<BodyTask, BodyReply> | undefined;

  async function inProcess<Name extends keyof BodyTasks>(
    task: BodyTask,
    { holder, signal }: { holder: Holder; signal?: AbortSignal },
  ): Promise<ResultOf<Name>> {
    pool ??= createProcessPool<BodyTask, BodyReply>({
      module: new URL("./body-process.ts", import.meta.url),
      ...usualLimits,
      ...limits,
      niceness: 5,
    });
    const running = pool;
    const work = async () => {
      const result = await running.run(task, { holder }).catch((error: unknown) => {
        throw refusalOf(error);
      });
      return { result, tookMs: result.tookMs };
    };
    const reply = await turns.run(holder, work, signal);
    // A task gives the result of its name.
    if ("result" in reply) return reply.result as ResultOf<Name>;
    throw reply.thrown.kind === "complex" ? tooComplex(undefined) : errorOf(reply.thrown);
  }

  function here<Name extends keyof BodyTasks>(
    task: BodyTask,
    { bytes, holder }: { bytes: number; holder: Holder },
  ): ResultOf<Name> | Promise<ResultOf<Name>> {
    // As above.
    return turns.runShort(holder, () => workHere(() => doBodyTask(task) as ResultOf<Name>, bytes));
  }

  return {
    check(operation, parts, about) {
      const task: BodyTask = { name: "check", input: { door: doorOf(operation), parts } };
      const bytes = parts.json?.byteLength ?? 0;
      const { holder } = about;
      const checked = bytes <= hereBytes ? here<"check">(task, { bytes, holder }) : inProcess<"check">(task, about);
      return isPassedOn(operation) ? passedOn(checked) : checked;
    },
    async run(name, input, { bytes, ...about }) {
      // The input is that of the name.
      const task = { name, input } as BodyTask;
      return bytes <= hereBytes ? here(task, { bytes, holder: about.holder }) : inProcess(task, about);
    },
    close: async () => pool?.close(),
  };
}

async function passedOn(checked: CheckedRequest | Promise<CheckedRequest>): Promise<CheckedRequest> {
  const { body, ...parts } = await checked;
  return { ...parts, body: typeof body === "string" ? new CheckedJson(body) : body };
}
