import type { DocumentJobData } from "@platen/queue";
import { LRUCache } from "lru-cache";

const maxSources = 500;
const remembered = 5;
/** Who has more than this share of its time left has not waited for long, and is begun whatever others took. */
const shareLeft = 0.2;

/** How long documents took of late: what says whether one that has waited can still be made in time. */
export type RenderTimes = {
  /** Notes that a document of a source took so many milliseconds. */
  add(sourceId: string, ms: number): void;
  /**
   * True for a document that has spent most of its time in the queue, and has less left than the slowest of the last
   * few of its source took. In an overload to begin it, and all behind it that have as little left, would leave no time
   * for any to be made.
   */
  isTooLate(job: Pick<DocumentJobData, "sourceId" | "requestedAt" | "deadlineAt">, now: number): boolean;
};

export function createRenderTimes(): RenderTimes {
  const lately = new LRUCache<string, number[]>({ max: maxSources });
  return {
    add(sourceId, ms) {
      lately.set(sourceId, [ms, ...(lately.get(sourceId) ?? [])].slice(0, remembered));
    },

    isTooLate({ sourceId, requestedAt, deadlineAt }, now) {
      const left = deadlineAt - now;
      if (left <= 0) return true;
      if (left > shareLeft * (deadlineAt - requestedAt)) return false;
      return left < Math.max(0, ...(lately.get(sourceId) ?? []));
    },
  };
}
