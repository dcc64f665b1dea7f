/** How fast what was served is forgotten: by halves in a minute. */
const halfLifeMs = 60_000;
/** How much a new time counts in a mean. */
export const weightOfNewest = 0.2;
/** The assumed time of a document, before the first one is made. */
export const firstMeanMs = 500;
/** Below this, it counts as never served. */
const negligibleMs = 1;
/** The courier names at most so many. The others were served least, and count as never served. */
const maxTold = 500;

type Entry = { servedMs: number; at: number; meanMs: number; fed: number };

/** The time that a project or batch was served lately, with its documents under way, by which the catalog chooses. */
export type ServedEntry = { id: string; servedMs: number; meanMs: number };

/**
 * Remembers for how long each project or batch was served. By time and not by count: a table of fifty pages costs as much
 * as many invoices. A document under way counts as the mean of its project or batch.
 */
export function createServed({ now }: { now: () => number }) {
  const entries = new Map<string, Entry>();

  function entryOf(id: string): Entry {
    const at = now();
    const known = entries.get(id) ?? { servedMs: 0, at, meanMs: firstMeanMs, fed: 0 };
    known.servedMs *= 0.5 ** ((at - known.at) / halfLifeMs);
    known.at = at;
    entries.set(id, known);
    return known;
  }

  return {
    /** A document was put into the queue. */
    fed(id: string): void {
      entryOf(id).fed += 1;
    },

    /** A document has left the queue after this time of a slot; undefined if it is not known. */
    done(id: string, slotMs: number | undefined): void {
      const entry = entryOf(id);
      entry.fed = Math.max(0, entry.fed - 1);
      if (slotMs === undefined) return;
      entry.servedMs += slotMs;
      entry.meanMs += weightOfNewest * (slotMs - entry.meanMs);
    },

    list(): ServedEntry[] {
      for (const id of entries.keys()) {
        const { servedMs, fed } = entryOf(id);
        if (servedMs < negligibleMs && fed === 0) entries.delete(id);
      }
      const told = [...entries].map(([id, { servedMs, meanMs, fed }]) => ({
        id,
        servedMs: servedMs + fed * meanMs,
        meanMs,
      }));
      return told.length <= maxTold ? told : told.toSorted((a, b) => b.servedMs - a.servedMs).slice(0, maxTold);
    },
  };
}
