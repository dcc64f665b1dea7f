import type { Holder } from "@platen/contracts/holder";
import { abortedError } from "../failure/race-abort.ts";
import { createBackgroundShare } from "./background-share.ts";

/** A caller waits for an interactive document, and no caller for a background one. */
export type Lane = "interactive" | "background";

/** Whose document it is: the project, and for whom that counts. */
export type SlotOwner = { projectId: string; holder: Holder; lane: Lane };

/**
 * A semaphore that is fair between projects. It gives its slots in the order of requests. A long document does not hold
 * up other projects: a project without a slot gets an extra one beside it, until twice as many slots are taken; then an
 * account without a slot gets one, until three times as many are taken.
 *
 * Interactive documents get their slots as if no background ones were at work. A background document gets one when fewer
 * than all slots are taken. On a busy service one more at a time gets one while they have less than their share.
 */
export type ConcurrencyLimiter = {
  /**
   * Resolves when the owner gets a slot, with the function that frees it. Rejects when `signal` aborts while it
   * waits.
   */
  takeSlot(owner: SlotOwner, signal: AbortSignal): Promise<() => void>;
  counts(): { busy: Record<Lane, number>; waiting: number };
};

type Slot = SlotOwner & { takenAt: number };
type Waiting = { owner: SlotOwner; resolve: (freeSlot: () => void) => void };

/** Interactive documents come first. */
const lanes = ["interactive", "background"] as const;

/** Most documents take less. Several documents on one core are slower together than one after the other. */
const slowAfterMs = 250;
const isQuick = ({ takenAt }: Slot, now: number) => now - takenAt < slowAfterMs;

export function createConcurrencyLimiter(maxBusy: number, options: { backgroundShare: number }): ConcurrencyLimiter {
  const taken: Record<Lane, Set<Slot>> = { interactive: new Set(), background: new Set() };
  const waiting: Record<Lane, Waiting[]> = { interactive: [], background: [] };
  const share = createBackgroundShare({ share: options.backgroundShare, slots: maxBusy });
  const maxByShare = Math.ceil(options.backgroundShare * maxBusy);
  let timer: NodeJS.Timeout | undefined;

  // Each request and each timer reads the clock once, for the decision and for the next timer. Between two readings a
  // slot could become slow without a timer to notice it.
  function mayTake(owner: SlotOwner, now: number): boolean {
    return owner.lane === "interactive" ? mayTakeInteractive(owner, now) : mayTakeBackground(now);
  }

  const takenInAll = () => taken.interactive.size + taken.background.size;

  function mayTakeBackground(now: number): boolean {
    return takenInAll() < maxBusy || (taken.background.size < maxByShare && share.isBehind(now));
  }

  function mayTakeInteractive(owner: SlotOwner, now: number): boolean {
    const { interactive } = taken;
    if (interactive.size < maxBusy) return true;
    if (takenInAll() >= 3 * maxBusy) return false;
    const by = interactive.size < 2 * maxBusy ? "projectId" : "holder";
    let quick = 0;
    for (const slot of interactive) {
      if (slot[by] === owner[by]) return false;
      if (isQuick(slot, now)) quick += 1;
    }
    return quick < maxBusy;
  }

  function take(owner: SlotOwner, now: number): () => void {
    const { lane } = owner;
    const slot: Slot = { ...owner, takenAt: now };
    taken[lane].add(slot);
    share.hold(taken.background.size, now);
    return () => {
      if (!taken[lane].delete(slot)) return;
      share.hold(taken.background.size, performance.now());
      giveSlots();
    };
  }

  function giveSlots(): void {
    const now = performance.now();
    for (const lane of lanes) {
      const ofLane = waiting[lane];
      for (let index = 0; index < ofLane.length;) {
        const next = ofLane[index];
        if (next && mayTake(next.owner, now)) {
          ofLane.splice(index, 1);
          next.resolve(take(next.owner, now));
        } else index += 1;
      }
    }
    scheduleNext(now);
  }

  /** Gives slots again when the next of the taken ones becomes slow, or when background documents fall behind. */
  function scheduleNext(now: number): void {
    clearTimeout(timer);
    const delays: number[] = [];
    if (waiting.interactive.length > 0 && takenInAll() < 3 * maxBusy) {
      for (const slot of taken.interactive) if (isQuick(slot, now)) delays.push(slowAfterMs - (now - slot.takenAt));
    }
    if (waiting.background.length > 0 && taken.background.size < maxByShare) {
      const behindInMs = share.behindInMs(now);
      if (behindInMs !== undefined) delays.push(behindInMs);
    }
    if (delays.length > 0) timer = setTimeout(giveSlots, Math.min(...delays) + 1);
  }

  return {
    async takeSlot(owner, signal) {
      if (signal.aborted) throw abortedError(signal, "queue");
      const now = performance.now();
      if (mayTake(owner, now)) return take(owner, now);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const own: Waiting = { owner, resolve };
      const ofLane = waiting[owner.lane];
      const abort = () => {
        const index = ofLane.indexOf(own);
        // The request has its slot already. The holder of the slot sees the signal.
        if (index === -1) return;
        ofLane.splice(index, 1);
        reject(abortedError(signal, "queue"));
      };
      ofLane.push(own);
      scheduleNext(now);
      signal.addEventListener("abort", abort, { once: true });
      try {
        return await promise;
      } finally {
        signal.removeEventListener("abort", abort);
      }
    },
    counts: () => ({
      busy: { interactive: taken.interactive.size, background: taken.background.size },
      waiting: waiting.interactive.length + waiting.background.length,
    }),
  };
}
