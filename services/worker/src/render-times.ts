import type { DocumentJobData } from "@platen/queue";
import { LRUCache } from "lru-cache";

const maxSources = 500;
const recentPerSource = 5;
/**
 * A document with more than this share of its time left has not waited long. It is rendered, however long others took.
 */
const shareLeft = 0.2;

/** Remembers how long recent documents took, and tells from that whether a document can still be made in time. */
export type RenderTimes = {
  /** Records how long a document of a source took. */
  add(sourceId: string, ms: number): void;
  /**
   * True for a document that has spent most of its time in the queue, if the slowest of the last few documents of its
   * source took longer than its rest. In an overload, starting such documents would leave no time to finish any
   * document.
   */
  isTooLate(job: Pick<DocumentJobData, "sourceId" | "requestedAt" | "deadlineAt">, now: number): boolean;
};

export function createRenderTimes(): RenderTimes {
  const recent = new LRUCache<string, number[]>({ max: maxSources });
  return {
    add(sourceId, ms) {
      recent.set(sourceId, [ms, ...(recent.get(sourceId) ?? [])].slice(0, recentPerSource));
    },

    isTooLate({ sourceId, requestedAt, deadlineAt }, now) {
      const left = deadlineAt - now;
      if (left <= 0) return true;
      if (left > shareLeft * (deadlineAt - requestedAt)) return false;
      return left < Math.max(0, ...(recent.get(sourceId) ?? []));
    },
  };
}
