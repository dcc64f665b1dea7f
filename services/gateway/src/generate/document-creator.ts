import { createId, Problem } from "@platen/contracts";
import {
  maxOpenings,
  openDocuments,
  type OpenedDocument,
  type Opening,
  type OpeningRequest,
} from "@platen/contracts/internal";
import { tracing, type TraceCarrier } from "@platen/telemetry";
import type { Catalog } from "../catalog/catalog.ts";
import { coalesce } from "../catalog/coalesce.ts";

/**
 * Opens a document; its id is made here unless the caller has one. It may wait as long for others as those take that are
 * rendered before it, where it is known how many they are.
 */
export type OpenDocument = (
  request: Omit<OpeningRequest, "documentId"> & { documentId?: string },
  documentsAhead: number | undefined,
) => Promise<OpenedDocument>;

/**
 * Makes the function that opens documents. Those asked for close to one another go to the catalog in one call, where
 * each stands for itself: its own key, its own template, its own answer.
 */
export function createOpenDocument(options: {
  catalog: Pick<Catalog, "call">;
  spacingMs: (documentsAhead: number | undefined) => number;
}): OpenDocument {
  const open = coalesce<{ request: OpeningRequest; carrier: TraceCarrier | undefined }, Opening>({
    maxItems: maxOpenings,
    async sendAll(openings) {
      const documents = openings.map(({ request }) => request);
      const [first, ...others] = openings;
      const requestId = first?.request.requestId ?? createId("request");
      const answer = await options.catalog.call(
        openDocuments,
        { body: { documents } },
        { requestId },
        // The ids are ours, so asking again opens nothing twice.
        { isRepeatable: true, alsoFor: others.map(({ carrier }) => carrier) },
      );
      return answer.documents;
    },
  });

  return async (request, documentsAhead) => {
    const documentId = request.documentId ?? createId("document");
    const opening = await tracing.span({ name: "open document" }, () =>
      open({ request: { ...request, documentId }, carrier: tracing.carrier() }, options.spacingMs(documentsAhead)),
    );
    if (opening.documentId !== documentId) {
      throw new Problem("internal", { cause: new Error("the catalog answered for another document") });
    }
    if (opening.outcome === "opened") return opening;
    throw new Problem(opening.code, opening.message === undefined ? {} : { message: opening.message });
  };
}
