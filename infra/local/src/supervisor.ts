import { setTimeout as delay } from "node:timers/promises";
import { describeExit, recordOf, runProgram, startPart, untilReady } from "@platen/provisioning";
import type { Part, ProgramRecord, RunningProgram } from "@platen/provisioning";

/** Keeps parts running until they are to stop, all of them. */
export type Supervisor = {
  /** Starts a part and waits until it is ready; from then on it is started again whenever it ends. */
  start(part: Part): Promise<void>;
  /** Ends all parts in the reverse order of their start, and starts none any more. */
  stopAll(): Promise<void>;
};

export type SupervisorOptions = {
  say: (line: string) => void;
  /** Told which programs run, each time that changes, so that they can be found should this process be killed. */
  onChange: (records: ProgramRecord[]) => void;
  firstDelayMs?: number;
  maxDelayMs?: number;
  /** A part that ran this long begins with the first delay again. */
  stableAfterMs?: number;
};

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { say, onChange, firstDelayMs = 500, maxDelayMs = 30_000, stableAfterMs = 60_000 } = options;
  const stopping = new AbortController();
  const order: string[] = [];
  const current = new Map<string, { running: RunningProgram; record: ProgramRecord | undefined }>();

  const report = () => onChange(order.flatMap((name) => current.get(name)?.record ?? []));
  const register = (part: Part, running: RunningProgram) => {
    current.set(part.name, { running, record: recordOf(running, part.stopSignal) });
    report();
    void forgetWhenEnded(part.name, running);
  };
  const forgetWhenEnded = async (name: string, running: RunningProgram) => {
    await running.exited;
    if (current.get(name)?.running !== running) return;
    current.delete(name);
    report();
  };

  const keepRunning = async (part: Part, first: RunningProgram) => {
    let running = first;
    let startedAt = performance.now();
    let delayMs = firstDelayMs;
    for (;;) {
      const exit = await running.exited;
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAt > stableAfterMs) delayMs = firstDelayMs;
      say(
        `  ! ${part.name} ended ${describeExit(exit)}; starting it again in ${delayMs / 1000} s (log: ${part.logFile})`,
      );
      await delay(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      delayMs = Math.min(delayMs * 2, maxDelayMs);
      startedAt = performance.now();
      running = runProgram(part);
      register(part, running);
      try {
        await untilReady(part, running, 60_000);
        say(`  ✓ ${part.name} runs again`);
      } catch {
        // The next round says how it ended.
        await running.stop();
      }
    }
  };

  return {
    async start(part) {
      stopping.signal.throwIfAborted();
      order.push(part.name);
      const running = await startPart(part, { onStarted: (started) => register(part, started) });
      void keepRunning(part, running);
    },
    async stopAll() {
      stopping.abort(new Error("stopping"));
      for (const name of order.toReversed()) await current.get(name)?.running.stop();
    },
  };
}
