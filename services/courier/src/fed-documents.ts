import type { LeasedDocument } from "@platen/contracts/internal";
import type { Metrics } from "./metrics.ts";
import { createServed, firstMeanMs, weightOfNewest } from "./served.ts";

/** The catalog leases a document for so long. A document that is not done by then is leased again, by this courier or another. */
const leaseMs = 60_000;

type Fed = { projectId: string; flow: string; inputBytes: number; endsAt: number };

type FedDocumentsDependencies = {
  metrics: Pick<Metrics, "setDocumentSeconds" | "countFed">;
  monotonicNow: () => number;
};

/** Remembers which documents this courier has put into the queue, and how much time those before them took. */
export function createFedDocuments({ metrics, monotonicNow }: FedDocumentsDependencies) {
  const served = createServed({ now: monotonicNow });
  const servedFlows = createServed({ now: monotonicNow });
  const fed = new Map<string, Fed>();
  /** What a document takes of a slot: the mean of the last ones. */
  let meanMs: number | undefined;

  /** A document has left the queue after this time of a slot; undefined if it is not known. */
  function leave(documentId: string, slotMs: number | undefined): void {
    const known = fed.get(documentId);
    if (!known) return;
    fed.delete(documentId);
    if (slotMs !== undefined) {
      meanMs = meanMs === undefined ? slotMs : meanMs + weightOfNewest * (slotMs - meanMs);
      metrics.setDocumentSeconds(meanMs / 1_000);
    }
    served.done(known.projectId, slotMs);
    servedFlows.done(known.flow, slotMs);
  }

  return {
    enter({ documentId, projectId, inputBytes, row }: LeasedDocument): void {
      // A document whose last lease ended may be fed again.
      leave(documentId, undefined);
      const flow = row?.batchId ?? projectId;
      fed.set(documentId, { projectId, flow, inputBytes, endsAt: monotonicNow() + leaseMs });
      served.fed(projectId);
      servedFlows.fed(flow);
      metrics.countFed();
    },
    leave,
    isEmpty: (): boolean => fed.size === 0,
    meanMs: (): number => meanMs ?? firstMeanMs,
    /** The bytes of the data of the documents whose leases have not ended. */
    inputBytes(): number {
      for (const [documentId, { endsAt }] of fed) if (endsAt <= monotonicNow()) leave(documentId, undefined);
      return [...fed.values()].reduce((sum, one) => sum + one.inputBytes, 0);
    },
    /** For how long each project and each flow was served lately, as the catalog wants to know it. */
    servedLately: () => ({
      served: served.list().map(({ id, ...time }) => ({ projectId: id, ...time })),
      servedFlows: servedFlows.list().map(({ id, ...time }) => ({ flow: id, ...time })),
    }),
  };
}

export type FedDocuments = ReturnType<typeof createFedDocuments>;
