import type { Clock } from "./clock.ts";

const checkIntervalMs = 2_500;
/** The connection that waits for jobs may be away for this long while Redis answers on another. */
const disconnectedLimitMs = 30_000;
/** Jobs may wait for this long while this consumer has room and takes none. */
const idleLimitMs = 15_000;
/** A consumer with room asks for jobs every few seconds; it may stop asking for this long. */
const silentLimitMs = 20_000;
/** Replies may be on their way for this long without one that leaves. */
const heldBackLimitMs = 30_000;
/** What hinders a worker is told after this. A reconnect takes less. */
const hindranceLimitMs = 2_000;

/** The observable state of a consumer at one moment. */
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
  /** How many replies are on their way to Redis, and how many have left or failed. */
  replies: { pending: number; ended: number };
};

export type ConsumerWatch = {
  /** Why this consumer should be restarted, in words; undefined while it does what it should. */
  problem(): string | undefined;
  /** Why it does not get documents, or gives none back, at the moment, whether a restart would help or not. */
  hindrance(): string | undefined;
  close(): void;
};

/** Creates a function that is told at intervals whether something holds, and says for how long it has held. */
function createStretch(): (holds: boolean, now: number) => number {
  let since: number | undefined;
  return (holds, now) => {
    since = holds ? (since ?? now) : undefined;
    return since === undefined ? 0 : now - since;
  };
}

function createStretches() {
  return {
    disconnected: createStretch(),
    idle: createStretch(),
    silent: createStretch(),
    heldBack: createStretch(),
  };
}

/**
 * Watches whether a consumer really consumes. BullMQ's own word is not enough: its loop may count as running, and Redis
 * may answer on every other connection, while the loop waits for ever on the connection that brings the jobs.
 * `waitingJobs` throws while Redis is away; then the watch holds nothing against the consumer, as no restart would
 * help.
 */
export function watchConsumer(options: {
  state: () => ConsumerState;
  waitingJobs: () => Promise<number>;
  clock: Clock;
}): ConsumerWatch {
  const { state, waitingJobs, clock } = options;
  let problem: string | undefined;
  let hindrance: string | undefined = "Redis has not been asked for documents yet.";
  let previous: ConsumerState | undefined;
  let checkedAt = clock.monotonicNow();
  let stretches = createStretches();
  const redisAway = createStretch();

  function findProblem(now: number, current: ConsumerState, waiting: number): string | undefined {
    const before = previous;
    previous = current;
    const { hasRoom } = current;
    const disconnectedMs = stretches.disconnected(!current.isWaitingConnected, now);
    const idleMs = stretches.idle(waiting > 0 && hasRoom && current.taken === before?.taken, now);
    const silentMs = stretches.silent(hasRoom && current.asked === before?.asked, now);
    const { pending, ended } = current.replies;
    const heldBackMs = stretches.heldBack(pending > 0 && ended === before?.replies.ended, now);
    hindrance = undefined;
    if (disconnectedMs >= hindranceLimitMs) {
      hindrance = `The connection that waits for documents has been away for ${seconds(disconnectedMs)}.`;
    }
    if (heldBackMs >= hindranceLimitMs) {
      hindrance = `No reply has left for ${seconds(heldBackMs)}, though ${pending} should.`;
    }
    if (!current.isRunning) return "The loop that takes documents has ended: restart the worker; its log says why.";
    if (disconnectedMs >= disconnectedLimitMs) {
      return `The connection that waits for documents has been away for ${seconds(disconnectedMs)}, though Redis answers: restart the worker.`;
    }
    if (idleMs >= idleLimitMs) {
      return `Documents wait (${waiting}), and for ${seconds(idleMs)} this worker has taken none though it has room: restart the worker.`;
    }
    if (heldBackMs >= heldBackLimitMs) {
      return `No reply has left for ${seconds(heldBackMs)}, though ${pending} should and Redis answers: restart the worker.`;
    }
    // Without its connection it cannot ask, and that has a limit of its own.
    if (silentMs >= silentLimitMs && current.isWaitingConnected) {
      return `This worker has not asked for documents for ${seconds(silentMs)}, though Redis answers: restart the worker.`;
    }
    return undefined;
  }

  async function check(): Promise<void> {
    const waiting = await waitingJobs().catch(() => undefined);
    const now = clock.monotonicNow();
    // What held before this process stood still, or before Redis was away, says nothing about now.
    if (waiting === undefined || now - checkedAt > 3 * checkIntervalMs) stretches = createStretches();
    checkedAt = now;
    if (redisAway(waiting === undefined, now) >= hindranceLimitMs) {
      hindrance = "Redis does not answer, so this worker gets no documents.";
    }
    problem = waiting === undefined ? undefined : findProblem(now, state(), waiting);
  }

  let isChecking = false;
  function checkOnce(): void {
    if (isChecking) return;
    isChecking = true;
    void check().finally(() => {
      isChecking = false;
    });
  }
  const stopChecking = clock.every(checkIntervalMs, checkOnce);
  checkOnce();

  return {
    problem: () => problem,
    hindrance: () => hindrance,
    close: stopChecking,
  };
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1_000)} s`;
}
