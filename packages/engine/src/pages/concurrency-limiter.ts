import { abortedError } from "../failure/race-abort.ts";

/**
 * Lets so many in at once, the others in the order they came. A document that takes long does not hold up other projects:
 * one of a project that has none at work goes in beside it, until there are twice as many.
 */
export type Turns = {
  /**
   * Resolves when it is the project's turn, with what ends the turn; rejects when `signal` says that nobody waits for it
   * any more.
   */
  enter(projectId: string, signal: AbortSignal): Promise<() => void>;
  counts(): { busy: number; waiting: number };
};

type Turn = { projectId: string; since: number };
type Waiting = { projectId: string; resolve: (leave: () => void) => void };

/** More than most documents take. Several at work on one core are slower together than one after the other. */
const slowAfterMs = 250;
const isQuick = ({ since }: Turn, now: number) => now - since < slowAfterMs;

export function createTurns(maxBusy: number): Turns {
  const atWork = new Set<Turn>();
  const waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  // Whoever may not enter at a moment is looked at again after the same moment: between two readings of the clock one of
  // those at work could become slow, and nobody would look.
  function mayEnter(projectId: string, now: number): boolean {
    if (atWork.size < maxBusy) return true;
    if (atWork.size >= 2 * maxBusy) return false;
    let quick = 0;
    for (const turn of atWork) {
      if (turn.projectId === projectId) return false;
      if (isQuick(turn, now)) quick += 1;
    }
    return quick < maxBusy;
  }

  function begin(projectId: string, now: number): () => void {
    const turn: Turn = { projectId, since: now };
    atWork.add(turn);
    return () => {
      if (atWork.delete(turn)) letIn();
    };
  }

  function letIn(): void {
    const now = performance.now();
    for (let index = 0; index < waiting.length;) {
      const next = waiting[index];
      if (next && mayEnter(next.projectId, now)) {
        waiting.splice(index, 1);
        next.resolve(begin(next.projectId, now));
      } else index += 1;
    }
    lookAgain(now);
  }

  /** Looks again when the next of those at work has taken long. */
  function lookAgain(now: number): void {
    clearTimeout(timer);
    if (waiting.length === 0 || atWork.size >= 2 * maxBusy) return;
    const ages = [...atWork].filter((turn) => isQuick(turn, now)).map(({ since }) => now - since);
    if (ages.length > 0) timer = setTimeout(letIn, slowAfterMs - Math.max(...ages) + 1);
  }

  return {
    async enter(projectId, signal) {
      if (signal.aborted) throw abortedError(signal, "queue");
      const now = performance.now();
      if (mayEnter(projectId, now)) return begin(projectId, now);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const own: Waiting = { projectId, resolve };
      const abort = () => {
        const index = waiting.indexOf(own);
        // Its turn has come already: whoever works then sees the signal.
        if (index === -1) return;
        waiting.splice(index, 1);
        reject(abortedError(signal, "queue"));
      };
      waiting.push(own);
      lookAgain(now);
      signal.addEventListener("abort", abort, { once: true });
      try {
        return await promise;
      } finally {
        signal.removeEventListener("abort", abort);
      }
    },
    counts: () => ({ busy: atWork.size, waiting: waiting.length }),
  };
}
