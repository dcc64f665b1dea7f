import { createId, Problem } from "@platen/contracts";
import {
  maxDocumentsPerCall,
  openDocuments,
  type CreatedDocument,
  type DocumentCreation,
  type DocumentRequest,
} from "@platen/contracts/internal";
import { tracing, type TraceCarrier } from "@platen/telemetry";
import type { Catalog, CatalogContext } from "../catalog/catalog.ts";
import { coalesce } from "../catalog/coalesce.ts";
import type { OutcomeReporter } from "./outcome-reporter.ts";
import { failed, timedOut } from "./outcomes.ts";

/** Printing a document takes several times as long, so a document that waits behind it loses little. */
const spacingPerDocumentAheadMs = 1.5;
const maxSpacingMs = 100;

/**
 * The time between two calls that create documents, in which more of them gather for one call. A document that is next
 * in the queue does not wait; for a document far back the wait makes no difference.
 */
export function creationSpacingMs(documentsAhead: number): number {
  return Math.min(maxSpacingMs, documentsAhead * spacingPerDocumentAheadMs);
}

/** What the catalog needs to create a document. The gateway chooses the id unless the caller of this has one. */
export type NewDocument = Omit<DocumentRequest, "documentId"> & { documentId?: string };

export type CreateDocument = ReturnType<typeof createDocumentCreator>;

/**
 * Creates the function that creates documents. Those that are asked for close to one another share one call of the
 * catalog, in which each has its own key, its own template and its own answer. At its deadline a document is answered,
 * and closed as soon as the catalog has created it.
 */
export function createDocumentCreator(deps: {
  catalog: Pick<Catalog, "call">;
  reporter: Pick<OutcomeReporter, "grant" | "report">;
  spacingMs: (documentsAhead: number) => number;
}) {
  const { catalog, reporter, spacingMs } = deps;

  const send = coalesce<{ request: DocumentRequest; carrier: TraceCarrier | undefined }, DocumentCreation>({
    maxItems: maxDocumentsPerCall,
    async sendAll(items) {
      const documents = items.map(({ request }) => request);
      const [first, ...others] = items;
      const requestId = first?.request.requestId ?? createId("request");
      const answer = await catalog.call(
        openDocuments,
        { body: { documents } },
        { requestId },
        // The ids are ours, so a second call creates nothing twice.
        { isRepeatable: true, linkedTraces: others.map(({ carrier }) => carrier) },
      );
      return answer.documents;
    },
  });

  async function create(request: NewDocument, documentsAhead: number): Promise<CreatedDocument> {
    const documentId = request.documentId ?? createId("document");
    const creation = await tracing.span({ name: "open document" }, () =>
      send({ request: { ...request, documentId }, carrier: tracing.carrier() }, spacingMs(documentsAhead)),
    );
    if (creation.documentId !== documentId) {
      throw new Problem("internal", { cause: new Error("the catalog answered for another document") });
    }
    if (creation.outcome === "opened") return creation;
    const { code, message, details } = creation;
    throw new Problem(code, { ...(message !== undefined && { message }), ...(details && { details }) });
  }

  /**
   * Not tied to the caller's signal: the gateway must learn of a record that the catalog may have written, so that it
   * can close it.
   */
  return async function createDocument(
    request: NewDocument,
    about: { deadlineAt: number; documentsAhead: number; context: CatalogContext },
  ): Promise<CreatedDocument> {
    const { deadlineAt, documentsAhead, context } = about;
    const creation = create(request, documentsAhead);
    const late = Promise.withResolvers<"late">();
    const timer = setTimeout(() => late.resolve("late"), Math.max(0, deadlineAt - Date.now()));
    const created = await Promise.race([creation, late.promise]).finally(() => clearTimeout(timer));
    if (created !== "late") return created;

    const failure = timedOut("opening");
    creation.then(
      (document) =>
        reporter.report(
          reporter.grant(document, { isPreview: false, deadlineAt }),
          { status: "failed", failure },
          context,
        ),
      () => {
        // The catalog created nothing, and the caller has its answer.
      },
    );
    throw failed(failure);
  };
}
