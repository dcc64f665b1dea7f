import type { Holder } from "@platen/contracts/holder";

/** Requests that wait for documents and batches, at this gateway and of one account. Each costs memory and reads. */
const maxWaits = { total: 2_000, perAccount: 200 };

type Wake = () => void;
const doNothing: Wake = () => undefined;

/**
 * Creates the place where requests wait for documents of the background lane, and for batches. `note` wakes those of one
 * document. Notes may be lost, so `noteAll` wakes all of them when notes begin to arrive again, and each record is read at
 * the end.
 */
export function createRecordWaits(limits = maxWaits) {
  const waits = new Map<string, Set<Wake>>();
  const held = new Map<Holder, number>();
  let total = 0;
  const closing = new AbortController();

  function enter(holder: Holder): boolean {
    const ofHolder = held.get(holder) ?? 0;
    if (closing.signal.aborted || total >= limits.total || ofHolder >= limits.perAccount) return false;
    total += 1;
    held.set(holder, ofHolder + 1);
    return true;
  }

  function leave(holder: Holder): void {
    total -= 1;
    const rest = (held.get(holder) ?? 1) - 1;
    if (rest > 0) held.set(holder, rest);
    else held.delete(holder);
  }

  function add(subjectId: string, wake: Wake): () => void {
    const ofSubject = waits.get(subjectId) ?? new Set();
    waits.set(subjectId, ofSubject.add(wake));
    return () => {
      ofSubject.delete(wake);
      if (ofSubject.size === 0) waits.delete(subjectId);
    };
  }

  function noteAll(): void {
    for (const ofSubject of waits.values()) for (const wake of ofSubject) wake();
  }

  return {
    /**
     * Reads a record until it is final or the time is over, and returns what was read last. Reads it once, without
     * waiting, when too many wait already. After the first time it reads by `readAgain`, if that is given.
     */
    async untilFinal<Found>(
      read: () => Promise<Found>,
      about: {
        subjectId: string;
        holder: Holder;
        waitMs: number;
        signal: AbortSignal;
        isPending: (found: Found) => boolean;
        /** Reads again at this interval too, where no note tells of the end. */
        pollMs?: number;
        readAgain?: () => Promise<Found>;
      },
    ): Promise<Found> {
      const { subjectId, holder, waitMs, signal, isPending, pollMs, readAgain = read } = about;
      if (waitMs === 0 || !enter(holder)) return read();
      let isNoted = false;
      let isOver = signal.aborted;
      let readNext = read;
      let wake: Wake = doNothing;
      // Before the first read: a document that is done in between is noted.
      const note = () => {
        isNoted = true;
        wake();
      };
      const stopListening = add(subjectId, note);
      const polling = pollMs === undefined ? undefined : setInterval(note, pollMs);
      const end = () => {
        isOver = true;
        wake();
      };
      const timer = setTimeout(end, waitMs);
      signal.addEventListener("abort", end);
      try {
        for (;;) {
          isNoted = false;
          const wasOver = isOver || closing.signal.aborted;
          const found = await readNext();
          readNext = readAgain;
          if (wasOver || !isPending(found)) return found;
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (isNoted || isOver || closing.signal.aborted) resolve();
          });
        }
      } finally {
        clearTimeout(timer);
        clearInterval(polling);
        signal.removeEventListener("abort", end);
        stopListening();
        leave(holder);
      }
    },

    note(documentId: string): void {
      for (const wake of waits.get(documentId) ?? []) wake();
    },
    noteAll,

    /** Takes a place for a request that tells of a record while it waits; undefined when too many wait. */
    enter(holder: Holder): (() => void) | undefined {
      return enter(holder) ? () => leave(holder) : undefined;
    },

    /** Fires when requests must wait no longer. */
    closing: closing.signal,

    /** How many requests wait. */
    count: (): number => total,

    /** Lets all that wait be answered at once, and all that come. */
    close(): void {
      closing.abort();
      noteAll();
    },
  };
}

export type RecordWaits = ReturnType<typeof createRecordWaits>;
