import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { isAlive, processIdentity } from "./process-identity.ts";
import { waitFor } from "./wait-for.ts";
import type { UserIds } from "./unprivileged-user.ts";

/** A program to run in a new process group. */
export type Program = {
  name: string;
  command: string;
  args: string[];
  /** The whole environment of the program. It inherits nothing. */
  env: Record<string, string>;
  cwd: string;
  /** The account that runs it. By default the account of this process. */
  user?: UserIds | undefined;
  /** The program's output is appended here. */
  logFile: string;
  /** The signal that asks it to end. */
  stopSignal: NodeJS.Signals;
  /** Time between the stop signal and SIGKILL. */
  stopTimeoutMs: number;
};

export type Exit = { code: number | null; signal: NodeJS.Signals | null; startFailure?: Error };

export type RunningProgram = {
  readonly name: string;
  readonly pid: number;
  /** Resolves when the process has ended and its group is empty. Never rejects. */
  readonly exited: Promise<Exit>;
  /** How it ended, or undefined while it runs. */
  exit(): Exit | undefined;
  /** Asks it to end. Kills it and its group if it is late. */
  stop(): Promise<Exit>;
  kill(signal: NodeJS.Signals): void;
};

/**
 * Starts a program in a new session and process group. A Ctrl-C at the terminal then reaches only this process, which
 * ends programs in the right order.
 */
export function runProgram(program: Program): RunningProgram {
  const log = openSync(program.logFile, "a", 0o600);
  const child = spawn(program.command, program.args, {
    cwd: program.cwd,
    env: program.env,
    stdio: ["ignore", log, log],
    detached: true,
    ...program.user,
  });
  closeSync(log);

  const pid = child.pid ?? 0;
  let exit: Exit | undefined;
  const exited = new Promise<Exit>((resolve) => {
    const settle = (how: Exit) => {
      exit ??= how;
      resolve(exit);
    };
    child.once("error", (startFailure) => settle({ code: null, signal: null, startFailure }));
    child.once("exit", (code, signal) => {
      signalGroup(pid, "SIGKILL");
      settle({ code, signal });
    });
  });

  return {
    name: program.name,
    pid,
    exited,
    exit: () => exit,
    async stop() {
      if (exit !== undefined) return exit;
      child.kill(program.stopSignal);
      const killTimer = setTimeout(() => signalGroup(pid, "SIGKILL"), program.stopTimeoutMs);
      return exited.finally(() => clearTimeout(killTimer));
    },
    kill: (signal) => {
      if (exit === undefined) child.kill(signal);
    },
  };
}

/** Enough about a program to end it after the process that started it has died. */
export type ProgramRecord = { name: string; pid: number; identity: string; stopSignal: NodeJS.Signals };

/** Returns the record of a running program, or undefined if it has ended. */
export function recordOf(program: RunningProgram, stopSignal: NodeJS.Signals): ProgramRecord | undefined {
  const identity = processIdentity(program.pid);
  return identity === undefined ? undefined : { name: program.name, pid: program.pid, identity, stopSignal };
}

/** Ends a recorded program if it still runs, and says whether it did. Another process with the same id stays. */
export async function stopRecorded(record: ProgramRecord, timeoutMs = 5_000): Promise<boolean> {
  const lives = () => isAlive(record.pid, record.identity);
  if (!lives()) return false;
  process.kill(record.pid, record.stopSignal);
  const gone = { describe: `${record.name} (process ${record.pid}) to end` };
  await waitFor(() => !lives(), { ...gone, timeoutMs }).catch(async () => {
    signalGroup(record.pid, "SIGKILL");
    await waitFor(() => !lives(), { ...gone, timeoutMs: 5_000 });
  });
  signalGroup(record.pid, "SIGKILL");
  return true;
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  // Group 0 is the group of this process.
  if (pid <= 0) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is empty.
  }
}
