import type { Lane } from "../pages/concurrency-limiter.ts";
import type { EndCause, StartCause } from "./browser-instance.ts";

/** The state of the browser, and counts of the browsers before it. */
export type SupervisorHealth = {
  /** False after launching failed several times in a row, until a launch succeeds. */
  isAvailable: boolean;
  isSandboxed: boolean;
  /** Whether documents are laid out once. False while there is no browser, or where it would print them differently. */
  isSingleLayout: boolean;
  version: string;
  launches: number;
  /** Browsers that have started, by cause, and attempts that failed. */
  starts: Readonly<Record<StartCause, number>>;
  failedStarts: number;
  /** Browsers that have ended, by cause. "crash" and "stuck" are faults; the other causes are limits. */
  ends: Readonly<Record<EndCause, number>>;
  busyPages: Record<Lane, number>;
  waiting: number;
  /** Pages kept for the next document of their project. */
  idlePages: number;
  /** Memory of the browser at the last check; 0 before it, and where the system does not tell. */
  memoryBytes: number;
  pid: number | undefined;
  /** How long the browser has not answered the heartbeat. A few seconds are usual. */
  silentMs: number;
};
