import { open } from "node:fs/promises";
import { runProgram } from "./run-program.ts";
import { waitFor } from "./wait-for.ts";
import type { Program, RunningProgram } from "./run-program.ts";

/** A program that serves something, and how to ask whether it does. */
export type Part = Program & {
  /** Whether it is ready to serve now; may throw while it is not. */
  isReady(): Promise<boolean>;
};

/** Starts a part and waits until it is ready. The error of one that does not get there ends with its last log lines. */
export async function startPart(
  part: Part,
  options: { timeoutMs?: number; onStarted?: (running: RunningProgram) => void } = {},
): Promise<RunningProgram> {
  const running = runProgram(part);
  options.onStarted?.(running);
  try {
    await untilReady(part, running, options.timeoutMs ?? 60_000);
    return running;
  } catch (cause) {
    await running.stop();
    throw new Error(
      `${part.name} did not start. Its last log lines (${part.logFile}):\n${await lastLines(part.logFile)}`,
      {
        cause,
      },
    );
  }
}

/** Waits until a running part is ready; throws at once when it ends instead. */
export async function untilReady(part: Part, running: RunningProgram, timeoutMs: number): Promise<void> {
  const ended = new AbortController();
  void running.exited.then((exit) => ended.abort(new Error(`${part.name} ended ${describeExit(exit)}`)));
  await waitFor(() => part.isReady(), {
    timeoutMs,
    intervalMs: 50,
    describe: `${part.name} to be ready`,
    signal: ended.signal,
  });
}

/** How a program ended, as it reads after "ended". */
export function describeExit(exit: Awaited<RunningProgram["exited"]>): string {
  if (exit.startFailure) return `before it ran: ${exit.startFailure.message}`;
  return exit.signal === null ? `with code ${exit.code}` : `by ${exit.signal}`;
}

async function lastLines(file: string, count = 15): Promise<string> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(8_192),
      position: Math.max(0, size - 8_192),
    });
    const lines = buffer.toString("utf8", 0, bytesRead).trimEnd().split("\n");
    return lines
      .slice(-count)
      .map((line) => `    ${line}`)
      .join("\n");
  } finally {
    await handle.close();
  }
}
