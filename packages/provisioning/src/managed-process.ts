import { readFile } from "node:fs/promises";
import { runProgram } from "./run-program.ts";
import { waitFor } from "./wait-for.ts";
import type { Program, RunningProgram } from "./run-program.ts";

/** A server program, and how to ask whether it is ready. */
export type ManagedProcess = Program & {
  /** Whether it is ready to serve now. May throw while it is not. */
  isReady(): Promise<boolean>;
};

/** Starts a process and waits until it is ready. If it fails to start, the error holds its last log lines. */
export async function startManagedProcess(
  managed: ManagedProcess,
  options: { timeoutMs?: number; onStarted?: (running: RunningProgram) => void } = {},
): Promise<RunningProgram> {
  const running = runProgram(managed);
  options.onStarted?.(running);
  try {
    await waitForReady(managed, running, options.timeoutMs ?? 60_000);
    return running;
  } catch (cause) {
    await running.stop();
    throw new Error(
      `${managed.name} did not start. Its last log lines (${managed.logFile}):\n${await lastLines(managed.logFile)}`,
      { cause },
    );
  }
}

/** Waits until a running process is ready. Throws at once when the process ends instead. */
export async function waitForReady(managed: ManagedProcess, running: RunningProgram, timeoutMs: number): Promise<void> {
  const ended = new AbortController();
  void running.exited.then((exit) => ended.abort(new Error(`${managed.name} ended ${describeExit(exit)}`)));
  await waitFor(() => managed.isReady(), {
    timeoutMs,
    intervalMs: 50,
    describe: `${managed.name} to be ready`,
    signal: ended.signal,
  });
}

/** Says how a program ended, to follow the word "ended". */
export function describeExit(exit: Awaited<RunningProgram["exited"]>): string {
  if (exit.startFailure) return `before it ran: ${exit.startFailure.message}`;
  return exit.signal === null ? `with code ${exit.code}` : `by ${exit.signal}`;
}

async function lastLines(file: string): Promise<string> {
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n").slice(-15);
  return lines.map((line) => `    ${line}`).join("\n");
}
