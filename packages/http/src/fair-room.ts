import { setTimeout as delay } from "node:timers/promises";
import type { Problem } from "@platen/contracts";
import type { Holder } from "@platen/contracts/holder";

/** Room that many callers share: memory for large bodies, or turns of requests. */
export type FairRoom = {
  /** Resolves to the function that frees the room. Throws the refusal if there is no room in time. */
  take(holder: Holder, amount: number, signal: AbortSignal): Promise<() => void>;
};

export type FairRoomLimits = {
  /** For all callers together, and the share of each holder. */
  total: number;
  perHolder: number;
  maxWaitMs: number;
  /** Requests of one holder that may wait. A further one is refused at once: a wait this long would end in a refusal as well. */
  maxWaiting: number;
  /** The holder's own requests are in the way, or those of all callers together. */
  refusal: (isOwnFault: boolean) => Problem;
};

type Wanted = { holder: Holder; amount: number };

/**
 * Creates room that callers take and free. No holder takes more than its share, so that no holder keeps the others out.
 * Requests wait for room in their order, those whose holder has used up its share aside.
 */
export function createFairRoom(limits: FairRoomLimits): FairRoom {
  const { total, perHolder, maxWaitMs, maxWaiting, refusal } = limits;
  const heldBy = new Map<Holder, number>();
  const waitingBy = new Map<Holder, number>();
  const waiting = new Map<Wanted, () => void>();
  let free = total;

  const isWithinShare = ({ holder, amount }: Wanted) => (heldBy.get(holder) ?? 0) + amount <= perHolder;

  function hold({ holder, amount }: Wanted): void {
    free -= amount;
    add(heldBy, holder, amount);
  }

  function release({ holder, amount }: Wanted): void {
    free += amount;
    add(heldBy, holder, -amount);
    letIn();
  }

  function letIn(): void {
    for (const [wanted, enter] of waiting) {
      if (!isWithinShare(wanted)) continue;
      if (wanted.amount > free) return;
      leave(wanted);
      hold(wanted);
      enter();
    }
  }

  /** Tells whether it was waiting. */
  function leave(wanted: Wanted): boolean {
    if (!waiting.delete(wanted)) return false;
    add(waitingBy, wanted.holder, -1);
    return true;
  }

  return {
    async take(holder, amount, signal) {
      const wanted = { holder, amount: Math.min(amount, perHolder) };
      if ((waitingBy.get(holder) ?? 0) >= maxWaiting) throw refusal(!isWithinShare(wanted));
      const entered = Promise.withResolvers<"entered">();
      waiting.set(wanted, () => entered.resolve("entered"));
      add(waitingBy, holder, 1);
      letIn();
      if (waiting.has(wanted)) {
        const given = new AbortController();
        const tooLate = delay(maxWaitMs, undefined, {
          // The connection of the request keeps the process running; its timer does not.
          ref: false,
          signal: AbortSignal.any([given.signal, signal]),
        }).catch(() => undefined);
        await Promise.race([entered.promise, tooLate]);
        given.abort();
        if (leave(wanted)) {
          const isOwnFault = !isWithinShare(wanted);
          letIn();
          throw refusal(isOwnFault);
        }
      }
      return () => release(wanted);
    },
  };
}

function add(counts: Map<Holder, number>, key: Holder, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
