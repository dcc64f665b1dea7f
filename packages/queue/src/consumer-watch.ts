export type WatchLimits = {
  lookEveryMs: number;
  /** The connection that waits for jobs may be away for this long while Redis can be reached otherwise. */
  disconnectedMs: number;
  /** Jobs may wait for this long while this consumer has room and takes none. */
  idleMs: number;
  /** With room, it asks for jobs every few seconds; it may fail to for this long. */
  silentMs: number;
};

const usualLimits: WatchLimits = { lookEveryMs: 2_500, disconnectedMs: 30_000, idleMs: 15_000, silentMs: 20_000 };

/** What can be seen of a consumer at one moment. */
export type ConsumerState = {
  /** Its loop runs. */
  isRunning: boolean;
  /** It works on fewer jobs than it may. */
  hasRoom: boolean;
  /** The connection on which it waits for jobs is usable. */
  isWaitingConnected: boolean;
  /** How often it has asked for a job and been answered, and how many jobs it has taken. */
  asked: number;
  taken: number;
};

export type ConsumerWatch = {
  /** Why this consumer had better be started anew, in words; undefined while it does what it should. */
  problem(): string | undefined;
  close(): void;
};

/** Tells how long something has been so, by looks at it. */
function createStretch(): (holds: boolean, now: number) => number {
  let since: number | undefined;
  return (holds, now) => {
    since = holds ? (since ?? now) : undefined;
    return since === undefined ? 0 : now - since;
  };
}

function createStretches() {
  return { disconnected: createStretch(), idle: createStretch(), silent: createStretch() };
}

/**
 * Watches whether a consumer really consumes. Its own word for it is not enough: its loop may count as running, and
 * Redis answer on every other connection, while it waits for ever on the one that brings the jobs. `waitingJobs`
 * throws while Redis cannot be reached; then nothing is held against the consumer, as no new start could help.
 */
export function watchConsumer(options: {
  state: () => ConsumerState;
  waitingJobs: () => Promise<number>;
  limits?: WatchLimits;
}): ConsumerWatch {
  const { state, waitingJobs, limits = usualLimits } = options;
  let problem: string | undefined;
  let seen: ConsumerState | undefined;
  let lookedAt = performance.now();
  let stretches = createStretches();

  function judge(now: number, current: ConsumerState, waiting: number): string | undefined {
    const previous = seen;
    seen = current;
    const { hasRoom } = current;
    const disconnectedMs = stretches.disconnected(!current.isWaitingConnected, now);
    const idleMs = stretches.idle(waiting > 0 && hasRoom && current.taken === previous?.taken, now);
    const silentMs = stretches.silent(hasRoom && current.asked === previous?.asked, now);
    if (!current.isRunning) return "The loop that takes documents has ended: restart the worker; its log says why.";
    if (disconnectedMs >= limits.disconnectedMs) {
      return `The connection that waits for documents has been away for ${seconds(disconnectedMs)}, though Redis answers: restart the worker.`;
    }
    if (idleMs >= limits.idleMs) {
      return `Documents wait (${waiting}), and for ${seconds(idleMs)} this worker has taken none though it has room: restart the worker.`;
    }
    // Without its connection it cannot ask, and that has a limit of its own.
    if (silentMs >= limits.silentMs && current.isWaitingConnected) {
      return `This worker has not asked for documents for ${seconds(silentMs)}, though Redis answers: restart the worker.`;
    }
    return undefined;
  }

  async function look(): Promise<void> {
    const waiting = await waitingJobs().catch(() => undefined);
    const now = performance.now();
    // What was so before this process stood still, or Redis was away, says nothing about now.
    if (waiting === undefined || now - lookedAt > 3 * limits.lookEveryMs) stretches = createStretches();
    lookedAt = now;
    problem = waiting === undefined ? undefined : judge(now, state(), waiting);
  }

  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => {
      isLooking = false;
    });
  }, limits.lookEveryMs);

  return {
    problem: () => problem,
    close: () => clearInterval(timer),
  };
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1_000)} s`;
}
