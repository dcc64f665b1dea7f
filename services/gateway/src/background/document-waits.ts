/** Requests that wait for documents, at this gateway and of one project. Each costs memory and a read at the end. */
const mostWaits = { total: 2_000, perProject: 200 };

type Wake = () => void;
const doNothing: Wake = () => undefined;

/**
 * Creates the place where requests wait for documents of the background lane. `note` wakes those of one document. Notes
 * may be lost, so `noteAll` wakes all of them when notes begin to arrive again, and each record is read at the end.
 */
export function createDocumentWaits(limits = mostWaits) {
  const waits = new Map<string, Set<Wake>>();
  const perProject = new Map<string, number>();
  let total = 0;
  let isClosed = false;

  function enter(projectId: string): boolean {
    const ofProject = perProject.get(projectId) ?? 0;
    if (isClosed || total >= limits.total || ofProject >= limits.perProject) return false;
    total += 1;
    perProject.set(projectId, ofProject + 1);
    return true;
  }

  function leave(projectId: string): void {
    total -= 1;
    const rest = (perProject.get(projectId) ?? 1) - 1;
    if (rest > 0) perProject.set(projectId, rest);
    else perProject.delete(projectId);
  }

  function add(documentId: string, wake: Wake): () => void {
    const ofDocument = waits.get(documentId) ?? new Set();
    waits.set(documentId, ofDocument.add(wake));
    return () => {
      ofDocument.delete(wake);
      if (ofDocument.size === 0) waits.delete(documentId);
    };
  }

  function noteAll(): void {
    for (const ofDocument of waits.values()) for (const wake of ofDocument) wake();
  }

  return {
    /**
     * Reads a record until it is final or the time is over, and returns what was read last. Reads it once, without
     * waiting, when too many wait already.
     */
    async untilFinal<Found>(
      read: () => Promise<Found>,
      about: {
        documentId: string;
        projectId: string;
        waitMs: number;
        signal: AbortSignal;
        isPending: (found: Found) => boolean;
        /** Reads again at this interval too, where no note tells of the end. */
        pollMs?: number;
      },
    ): Promise<Found> {
      const { documentId, projectId, waitMs, signal, isPending, pollMs } = about;
      if (waitMs === 0 || !enter(projectId)) return read();
      let isNoted = false;
      let isOver = signal.aborted;
      let wake: Wake = doNothing;
      // Before the first read: a document that is done in between is noted.
      const note = () => {
        isNoted = true;
        wake();
      };
      const stopListening = add(documentId, note);
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
          const wasOver = isOver || isClosed;
          const found = await read();
          if (wasOver || !isPending(found)) return found;
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (isNoted || isOver || isClosed) resolve();
          });
        }
      } finally {
        clearTimeout(timer);
        clearInterval(polling);
        signal.removeEventListener("abort", end);
        stopListening();
        leave(projectId);
      }
    },

    note(documentId: string): void {
      for (const wake of waits.get(documentId) ?? []) wake();
    },
    noteAll,

    /** How many requests wait. */
    count: (): number => total,

    /** Lets all that wait be answered at once, and all that come. */
    close(): void {
      isClosed = true;
      noteAll();
    },
  };
}
