import { setTimeout as delay } from "node:timers/promises";
import { describeExit, recordOf, runProgram, startManagedProcess, waitForReady } from "@platen/provisioning";
import type { ManagedProcess, ProgramRecord, RunningProgram } from "@platen/provisioning";

/** Keeps processes running until all of them are to stop. */
export type Supervisor = {
  /** Starts a process and waits until it is ready. From then on, starts it again whenever it ends. */
  start(managed: ManagedProcess): Promise<void>;
  /** Ends all processes in the reverse order of their start. None starts after that. */
  stopAll(): Promise<void>;
};

export type SupervisorOptions = {
  say: (line: string) => void;
  /** Receives the running programs at each change, so that the next start can end them if this process is killed. */
  onChange: (records: ProgramRecord[]) => void;
  firstDelayMs?: number;
  maxDelayMs?: number;
  /** A process that ran this long restarts with the first delay. */
  stableAfterMs?: number;
};

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { say, onChange, firstDelayMs = 500, maxDelayMs = 30_000, stableAfterMs = 60_000 } = options;
  const stopping = new AbortController();
  const order: string[] = [];
  const current = new Map<string, { running: RunningProgram; record: ProgramRecord | undefined }>();

  const report = () => onChange(order.flatMap((name) => current.get(name)?.record ?? []));
  const register = (managed: ManagedProcess, running: RunningProgram) => {
    current.set(managed.name, { running, record: recordOf(running, managed.stopSignal) });
    report();
    void forgetWhenEnded(managed.name, running);
  };
  const forgetWhenEnded = async (name: string, running: RunningProgram) => {
    await running.exited;
    if (current.get(name)?.running !== running) return;
    current.delete(name);
    report();
  };

  const keepRunning = async (managed: ManagedProcess, first: RunningProgram) => {
    let running = first;
    let startedAt = performance.now();
    let delayMs = firstDelayMs;
    for (;;) {
      const exit = await running.exited;
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAt > stableAfterMs) delayMs = firstDelayMs;
      say(
        `  ! ${managed.name} ended ${describeExit(exit)}; starting it again in ${delayMs / 1000} s (log: ${managed.logFile})`,
      );
      await delay(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      delayMs = Math.min(delayMs * 2, maxDelayMs);
      startedAt = performance.now();
      running = runProgram(managed);
      register(managed, running);
      try {
        await waitForReady(managed, running, 60_000);
        say(`  ✓ ${managed.name} runs again`);
      } catch {
        // The next iteration reports how it ended.
        await running.stop();
      }
    }
  };

  return {
    async start(managed) {
      stopping.signal.throwIfAborted();
      order.push(managed.name);
      const running = await startManagedProcess(managed, { onStarted: (started) => register(managed, started) });
      void keepRunning(managed, running);
    },
    async stopAll() {
      stopping.abort(new Error("stopping"));
      for (const name of order.toReversed()) await current.get(name)?.running.stop();
    },
  };
}
