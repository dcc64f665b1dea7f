import type { EndCause, StartCause } from "./browser-instance.ts";

/** How the browser is, and what has become of those before it. */
export type SupervisorHealth = {
  /** False after launching failed several times in a row, until a launch succeeds. */
  isAvailable: boolean;
  isSandboxed: boolean;
  version: string;
  launches: number;
  /** Browsers that have started, by why, and starts that came to nothing. */
  starts: Readonly<Record<StartCause, number>>;
  failedStarts: number;
  /** Browsers that have ended, by why. "crash" and "stuck" are faults; the others had served their time. */
  ends: Readonly<Record<EndCause, number>>;
  busyPages: number;
  waiting: number;
  /** Pages kept for the next document of their project. */
  idlePages: number;
  /** Of the browser when it was last looked at; 0 until then, and where the system does not tell. */
  memoryBytes: number;
  pid: number | undefined;
  /** How long the browser has not answered when asked, also while nothing is printed; a few seconds are usual. */
  silentMs: number;
};
