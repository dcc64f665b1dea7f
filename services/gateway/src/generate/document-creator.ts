import { createId, Problem } from "@platen/contracts";
import {
  maxDocumentsPerCall,
  openDocuments,
  openInlineDocuments,
  type DocumentCreation,
  type DocumentRequest,
  type InlineDocumentCreation,
  type InlineDocumentRequest,
  type Keeping,
} from "@platen/contracts/internal";
import { tracing, type TraceCarrier } from "@platen/telemetry";
import type { Catalog, CatalogContext } from "../catalog/catalog.ts";
import { coalesce } from "../catalog/coalesce.ts";
import type { OutcomeReporter } from "./outcome-reporter.ts";
import { failed, timedOut } from "./outcomes.ts";
import type { RenderableDocument } from "./render-and-wait.ts";
import { untilDeadline } from "./until-deadline.ts";

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

type WithoutId<Request> = Omit<Request, "documentId"> & { documentId?: string };

/**
 * What the catalog needs to create a document, of a template or, without its id, of HTML of the request. The gateway
 * chooses the id unless the caller of this has one.
 */
export type NewDocument =
  | WithoutId<DocumentRequest>
  | (WithoutId<InlineDocumentRequest> & { templateId?: undefined; version?: undefined });

/** A document with a record. */
export type RecordedDocument = RenderableDocument & { templateName: string };

type About = {
  deadlineAt: number;
  documentsAhead: number;
  context: CatalogContext;
  /** Called for a document whose project keeps requests. */
  keep?: ((documentId: string, keeping: Keeping) => void) | undefined;
};

/** The name of a document without a template, which becomes the name of its file. */
const untitled = "document";

type Sent<Request> = { request: Request; carrier: TraceCarrier | undefined };

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

  /** The caller and the options of a call for these documents. */
  function aboutCall(items: readonly Sent<InlineDocumentRequest>[]) {
    const [first, ...others] = items;
    const requestId = first?.request.requestId ?? createId("request");
    // The ids are ours, so a second call creates nothing twice.
    const options = { isRepeatable: true, isUrgent: true, linkedTraces: others.map(({ carrier }) => carrier) };
    return [{ requestId }, options] as const;
  }

  const send = coalesce<Sent<DocumentRequest>, DocumentCreation>({
    maxItems: maxDocumentsPerCall,
    async sendAll(items) {
      const documents = items.map(({ request }) => request);
      return (await catalog.call(openDocuments, { body: { documents } }, ...aboutCall(items))).documents;
    },
  });

  const sendInline = coalesce<Sent<InlineDocumentRequest>, InlineDocumentCreation>({
    maxItems: maxDocumentsPerCall,
    async sendAll(items) {
      const documents = items.map(({ request }) => request);
      return (await catalog.call(openInlineDocuments, { body: { documents } }, ...aboutCall(items))).documents;
    },
  });

  function sendEither(
    request: NewDocument,
    documentId: string,
    ms: number,
  ): Promise<DocumentCreation | InlineDocumentCreation> {
    const carrier = tracing.carrier();
    if (request.templateId !== undefined) return send({ request: { ...request, documentId }, carrier }, ms);
    const { keyHash, requestId, filename, check, keep } = request;
    return sendInline({ request: { documentId, keyHash, requestId, filename, check, keep }, carrier }, ms);
  }

  async function create(request: NewDocument, { documentsAhead, keep }: About): Promise<RecordedDocument> {
    const documentId = request.documentId ?? createId("document");
    const creation = await tracing.span({ name: "open document" }, () =>
      sendEither(request, documentId, spacingMs(documentsAhead)),
    );
    if (creation.documentId !== documentId) {
      throw new Problem("internal", { cause: new Error("the catalog answered for another document") });
    }
    if (creation.outcome === "opened") {
      if (creation.keeping && request.check === undefined) keep?.(documentId, creation.keeping);
      if ("sourceId" in creation) return creation;
      // The grant of such a document opens its outcome alone: no source in the catalog has a document's id.
      return { ...creation, sourceId: documentId, templateName: untitled };
    }
    const { code, message, details } = creation;
    throw new Problem(code, { message, ...(details && { details }) });
  }

  /**
   * Not tied to the caller's signal: the gateway must learn of a record that the catalog may have written, so that it
   * can close it.
   */
  return async function createDocument(request: NewDocument, about: About): Promise<RecordedDocument> {
    const { deadlineAt, context } = about;
    const creation = create(request, about);
    return untilDeadline(creation, deadlineAt, () => {
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
      return failed(failure);
    });
  };
}
