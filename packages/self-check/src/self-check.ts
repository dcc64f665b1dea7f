import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@platen/telemetry";

/** All processes of an installation start together, and this is what one waits for another at most. */
const pauseMs = 250;
/** A process that worked counts as faulty when it was refused so often in a row: one of several servers may be faulty. */
const refusalsToConfirm = 3;

/** How a process finds out whether it can do its work. */
export type SelfCheck = {
  /** Why this process cannot do its work; undefined from the first check that it passed, while no later one has shown a fault of its own. */
  problem(): string | undefined;
  /** Work has failed, and this process may be the cause: checks once more. */
  suspect(): void;
  /** Checks no more. */
  close(): void;
};

/**
 * Checks until this process has done each part of its work once. `check` throws a `Misconfigured` for a fault of the process
 * itself, and another error where a server is away: then a process that has just started waits, and a process that worked
 * goes on.
 */
export function createSelfCheck(options: {
  check: () => Promise<void>;
  logger: Pick<Logger, "info" | "warn">;
  /** Runs when the process may work: after the first check that it passed, and after each fault. */
  onPassed?: () => void;
  /** Runs when a process that worked is at fault: it takes no work from now on. */
  onFault?: () => void;
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}): SelfCheck {
  const { check, logger, onPassed, onFault, pause = pauseUntil } = options;
  const closing = new AbortController();
  let problem: string | undefined = "The process has just started, and has not checked yet whether it can work.";
  let isChecking = false;

  function passed(): void {
    if (problem === undefined) return;
    problem = undefined;
    logger.info("passed the self check");
    onPassed?.();
  }

  function failed(reason: string): void {
    const worked = problem === undefined;
    if (problem !== reason) logger.warn("failed the self check, trying again", { reason });
    problem = reason;
    if (worked) onFault?.();
  }

  async function checkUntilClear(): Promise<void> {
    for (let refusals = 1; !closing.signal.aborted; refusals += 1) {
      const failure = await check().then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      );
      if (closing.signal.aborted) return;
      if (failure === undefined) return passed();
      const hasWorked = problem === undefined;
      // The servers that all processes share are away: that says nothing about this one.
      if (hasWorked && failure.name !== "Misconfigured") return;
      if (hasWorked && refusals < refusalsToConfirm) continue;
      failed(failure.message);
      await pause(pauseMs, closing.signal);
    }
  }

  function run(): void {
    if (isChecking || closing.signal.aborted) return;
    isChecking = true;
    void checkUntilClear().finally(() => (isChecking = false));
  }

  run();
  return {
    problem: () => problem,
    suspect: run,
    close: () => closing.abort(),
  };
}

function pauseUntil(ms: number, signal: AbortSignal): Promise<unknown> {
  return delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
