import { abortedError } from "../failure/race-abort.ts";

/** Whose document it is: the project, and the account for which that counts. */
export type SlotOwner = { projectId: string; accountId: string };

/**
 * A semaphore that is fair between projects. It gives its slots in the order of requests. A long document does not hold
 * up other projects: a project without a slot gets an extra one beside it, until twice as many slots are taken; then an
 * account without a slot gets one, until three times as many are taken.
 */
export type ConcurrencyLimiter = {
  /**
   * Resolves when the owner gets a slot, with the function that frees it. Rejects when `signal` aborts while it
   * waits.
   */
  takeSlot(owner: SlotOwner, signal: AbortSignal): Promise<() => void>;
  counts(): { busy: number; waiting: number };
};

type Slot = SlotOwner & { takenAt: number };
type Waiting = { owner: SlotOwner; resolve: (freeSlot: () => void) => void };

/** Most documents take less. Several documents on one core are slower together than one after the other. */
const slowAfterMs = 250;
const isQuick = ({ takenAt }: Slot, now: number) => now - takenAt < slowAfterMs;

export function createConcurrencyLimiter(maxBusy: number): ConcurrencyLimiter {
  const taken = new Set<Slot>();
  const waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  // Each request and each timer reads the clock once, for the decision and for the next timer. Between two readings a
  // slot could become slow without a timer to notice it.
  function mayTake(owner: SlotOwner, now: number): boolean {
    if (taken.size < maxBusy) return true;
    if (taken.size >= 3 * maxBusy) return false;
    const by = taken.size < 2 * maxBusy ? "projectId" : "accountId";
    let quick = 0;
    for (const slot of taken) {
      if (slot[by] === owner[by]) return false;
      if (isQuick(slot, now)) quick += 1;
    }
    return quick < maxBusy;
  }

  function take({ projectId, accountId }: SlotOwner, now: number): () => void {
    const slot: Slot = { projectId, accountId, takenAt: now };
    taken.add(slot);
    return () => {
      if (taken.delete(slot)) giveSlots();
    };
  }

  function giveSlots(): void {
    const now = performance.now();
    for (let index = 0; index < waiting.length;) {
      const next = waiting[index];
      if (next && mayTake(next.owner, now)) {
        waiting.splice(index, 1);
        next.resolve(take(next.owner, now));
      } else index += 1;
    }
    scheduleNext(now);
  }

  /** Gives slots again when the next of the taken ones becomes slow. */
  function scheduleNext(now: number): void {
    clearTimeout(timer);
    if (waiting.length === 0 || taken.size >= 3 * maxBusy) return;
    const ages = [...taken].filter((slot) => isQuick(slot, now)).map(({ takenAt }) => now - takenAt);
    if (ages.length > 0) timer = setTimeout(giveSlots, slowAfterMs - Math.max(...ages) + 1);
  }

  return {
    async takeSlot(owner, signal) {
      if (signal.aborted) throw abortedError(signal, "queue");
      const now = performance.now();
      if (mayTake(owner, now)) return take(owner, now);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const own: Waiting = { owner, resolve };
      const abort = () => {
        const index = waiting.indexOf(own);
        // The request has its slot already. The holder of the slot sees the signal.
        if (index === -1) return;
        waiting.splice(index, 1);
        reject(abortedError(signal, "queue"));
      };
      waiting.push(own);
      scheduleNext(now);
      signal.addEventListener("abort", abort, { once: true });
      try {
        return await promise;
      } finally {
        signal.removeEventListener("abort", abort);
      }
    },
    counts: () => ({ busy: taken.size, waiting: waiting.length }),
  };
}
