import type { Holder } from "@platen/contracts/holder";

/** Work that waits for a process. */
export type WaitingLine<Work extends { holder: Holder }> = {
  add(work: Work): void;
  remove(work: Work): void;
  /**
   * Takes, of the work that may start, the first of the holder whose last turn is the longest ago: a long line of one
   * holder delays no other.
   */
  takeNext(mayStart: (work: Work) => boolean): Work | undefined;
  /** Takes the work that has waited longest. */
  takeFirst(): Work | undefined;
  takeAll(): Work[];
};

/** Beyond this the line forgets the turns of holders that have no work waiting. */
const maxRemembered = 1_000;

export function createWaitingLine<Work extends { holder: Holder }>(): WaitingLine<Work> {
  const waiting: Work[] = [];
  /** When each holder had its last turn, by the number of turns. */
  const lastTurns = new Map<Holder, number>();
  let turns = 0;

  function noteTurn(holder: Holder): void {
    turns += 1;
    lastTurns.set(holder, turns);
    if (lastTurns.size <= maxRemembered) return;
    const isWaiting = new Set(waiting.map((work) => work.holder));
    for (const known of lastTurns.keys()) if (!isWaiting.has(known)) lastTurns.delete(known);
  }

  function remove(work: Work): void {
    const index = waiting.indexOf(work);
    if (index !== -1) waiting.splice(index, 1);
  }

  return {
    add: (work) => void waiting.push(work),
    remove,
    takeNext(mayStart) {
      const lastTurn = ({ holder }: Work) => lastTurns.get(holder) ?? 0;
      let next: Work | undefined;
      for (const work of waiting) if (mayStart(work) && (!next || lastTurn(work) < lastTurn(next))) next = work;
      if (!next) return undefined;
      remove(next);
      noteTurn(next.holder);
      return next;
    },
    takeFirst: () => waiting.shift(),
    takeAll: () => waiting.splice(0),
  };
}
