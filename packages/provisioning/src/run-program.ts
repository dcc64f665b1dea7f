import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { isAlive, processIdentity } from "./process-identity.ts";
import { waitFor } from "./wait-for.ts";
import type { UserIds } from "./unprivileged-user.ts";

/** A program to run as a process group of its own. */
export type Program = {
  name: string;
  command: string;
  args: string[];
  /** The whole environment of the program; nothing is inherited. */
  env: Record<string, string>;
  cwd: string;
  /** The account to run under; absent for our own. */
  user?: UserIds | undefined;
  /** What the program writes is appended here. */
  logFile: string;
  /** The signal that asks it to end. */
  stopSignal: NodeJS.Signals;
  /** How long it may take to end before it is killed. */
  stopTimeoutMs: number;
};

export type Exit = { code: number | null; signal: NodeJS.Signals | null; startFailure?: Error };

export type RunningProgram = {
  readonly name: string;
  readonly pid: number;
  /** Settles when the process has ended and nothing of its group is left; never rejects. */
  readonly exited: Promise<Exit>;
  /** How it ended, once it has. */
  exit(): Exit | undefined;
  /** Asks it to end, and kills it and its group if it does not in time. */
  stop(): Promise<Exit>;
  kill(signal: NodeJS.Signals): void;
};

/**
 * Starts a program in a session and process group of its own: a Ctrl-C at the terminal reaches us and not it, so that
 * we decide the order in which things end.
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
      const impatience = setTimeout(() => signalGroup(pid, "SIGKILL"), program.stopTimeoutMs);
      return exited.finally(() => clearTimeout(impatience));
    },
    kill: (signal) => {
      if (exit === undefined) child.kill(signal);
    },
  };
}

/** What is needed to end a program that outlived the process that started it. */
export type ProgramRecord = { name: string; pid: number; identity: string; stopSignal: NodeJS.Signals };

/** The record of a running program, or undefined if it has already ended. */
export function recordOf(program: RunningProgram, stopSignal: NodeJS.Signals): ProgramRecord | undefined {
  const identity = processIdentity(program.pid);
  return identity === undefined ? undefined : { name: program.name, pid: program.pid, identity, stopSignal };
}

/** Ends a recorded program if it still lives; a process that merely has its id by now is left alone. */
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
  // Group 0 would be our own.
  if (pid <= 0) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody of the group is left.
  }
}
