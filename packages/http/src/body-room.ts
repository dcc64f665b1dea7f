import { setTimeout as delay } from "node:timers/promises";
import { Problem } from "@platen/contracts";

/** A body takes room from when the server reads on until it is parsed. */
export type BodyRoom = {
  /** Resolves to the function that frees the room. Throws a problem if there is no room in time. */
  take(holder: string, bytes: number, signal: AbortSignal): Promise<() => void>;
};

type Wanted = { holder: string; bytes: number };

/** Bodies that may wait for room. A further one is refused at once: a wait this long would end in a refusal as well. */
const maxWaiting = 1_000;

/**
 * Creates the memory in which the server holds large bodies while it reads them: `bytes` for all callers, and a share for
 * each holder, so that no holder keeps the others out. Bodies wait for it in their order, those whose holder has used up
 * its share aside.
 */
export function createBodyRoom(limits: { bytes: number; bytesPerHolder: number; maxWaitMs: number }): BodyRoom {
  const heldBy = new Map<string, number>();
  const waiting = new Map<Wanted, () => void>();
  let free = limits.bytes;

  const isWithinShare = ({ holder, bytes }: Wanted) => (heldBy.get(holder) ?? 0) + bytes <= limits.bytesPerHolder;

  function hold({ holder, bytes }: Wanted): void {
    free -= bytes;
    heldBy.set(holder, (heldBy.get(holder) ?? 0) + bytes);
  }

  function release({ holder, bytes }: Wanted): void {
    free += bytes;
    const rest = (heldBy.get(holder) ?? 0) - bytes;
    if (rest > 0) heldBy.set(holder, rest);
    else heldBy.delete(holder);
    letIn();
  }

  function letIn(): void {
    for (const [wanted, enter] of waiting) {
      if (!isWithinShare(wanted)) continue;
      if (wanted.bytes > free) return;
      waiting.delete(wanted);
      hold(wanted);
      enter();
    }
  }

  /** The holder's own bodies are in the way, or those of all callers together. */
  function refusal(wanted: Wanted): Problem {
    const isOwnFault = !isWithinShare(wanted);
    const message = isOwnFault
      ? "The caller sends too many large bodies at once. Wait the seconds in `Retry-After`, then send fewer at a time."
      : "Platen receives too many large bodies at once. Wait the seconds in `Retry-After`, then try again.";
    return new Problem(isOwnFault ? "rate.limited" : "dependency.unavailable", { message, retryAfterSeconds: 1 });
  }

  return {
    async take(holder, bytes, signal) {
      const wanted = { holder, bytes: Math.min(bytes, limits.bytesPerHolder) };
      const entered = Promise.withResolvers<"entered">();
      waiting.set(wanted, () => entered.resolve("entered"));
      letIn();
      if (waiting.has(wanted)) {
        const given = new AbortController();
        const tooLate = delay(waiting.size > maxWaiting ? 0 : limits.maxWaitMs, undefined, {
          signal: AbortSignal.any([given.signal, signal]),
        }).catch(() => undefined);
        await Promise.race([entered.promise, tooLate]);
        given.abort();
        if (waiting.delete(wanted)) {
          letIn();
          throw refusal(wanted);
        }
      }
      return () => release(wanted);
    },
  };
}
