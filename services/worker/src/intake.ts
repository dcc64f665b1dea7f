/** What takes jobs: the consumers of a worker's lanes. */
export type Taker = {
  /** Takes no more jobs. Jobs that are still running after the grace go back into the queue. */
  close(graceMs: number): Promise<void>;
};

/** A worker's intake of jobs, which is shut until it is opened. */
export type Intake<T extends Taker> = {
  /** What takes jobs now; undefined while it is shut. */
  current(): T | undefined;
  open(): void;
  /** Takes no more jobs, until it is opened again. */
  shut(): void;
  /** Shuts it for good. */
  close(graceMs: number): Promise<void>;
};

/** Creates the intake. `start` begins to take jobs; `graceMs` is for running jobs when it is shut. */
export function createIntake<T extends Taker>({ start, graceMs }: { start: () => T; graceMs: number }): Intake<T> {
  let current: T | undefined;
  let shutting = Promise.resolve();
  let isClosed = false;

  function shut(grace: number): void {
    const taker = current;
    current = undefined;
    if (taker) shutting = Promise.all([shutting, taker.close(grace)]).then(() => undefined);
  }

  return {
    current: () => current,
    open(): void {
      if (!isClosed) current ??= start();
    },
    shut: () => shut(graceMs),
    async close(grace): Promise<void> {
      isClosed = true;
      shut(grace);
      await shutting;
    },
  };
}
