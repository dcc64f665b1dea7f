import { operations, type PageSettings } from "@platen/contracts";
import { getTenant, type Keeping } from "@platen/contracts/internal";
import type { Holder } from "@platen/contracts/holder";
import type { CompletedDocument } from "@platen/queue";
import type { InlineSource, QueuedData } from "@platen/queue/texts";
import type { Catalog, CatalogContext } from "../catalog/catalog.ts";
import type { CreateDocument, NewDocument, RecordedDocument } from "./document-creator.ts";
import type { CountOutcome } from "./outcomes.ts";
import type { SentRequest } from "../bodies/prepare-document.ts";
import type { RequestKeeper } from "../kept-requests/request-keeper.ts";
import type { RenderAndWait } from "./render-and-wait.ts";
import type { WithPermit } from "./with-permit.ts";

export type GenerateRequest = {
  document: NewDocument;
  data: QueuedData;
  /** What the document is made from, if it is not a template. */
  source?: InlineSource | undefined;
  /** What the source takes in the queue. */
  sourceBytes: number;
  /** The account that pays for work on the request. */
  holder: Holder;
  options: PageSettings;
  locale?: string | undefined;
  timeZone?: string | undefined;
  check?: "only" | undefined;
  /** When the caller asked for the document, in milliseconds since the epoch. */
  requestedAt: number;
  /** In milliseconds since the epoch. */
  deadlineAt: number;
  /** The date in the PDF, if it is not `requestedAt`. */
  datedAt?: number | undefined;
  /** For a document whose reply is kept: runs before the document is queued. */
  onCreated?: (document: RecordedDocument) => Promise<unknown>;
  /** The request as it is kept, if its project keeps requests. */
  sent: SentRequest;
  context: CatalogContext;
  /** Fires when the caller hangs up. */
  signal: AbortSignal;
};

/** The parts of an answer, rendered for this request or replayed from an earlier one. */
export type Generated = {
  templateName: string;
  version: number | undefined;
  reply: CompletedDocument;
  isReplayed: boolean;
};

/** Creates the function that takes a document all the way: a permit, its record, its PDF. */
export function createGenerateDocument(deps: {
  catalog: Pick<Catalog, "call">;
  countOutcome: CountOutcome;
  withPermit: WithPermit;
  createDocument: CreateDocument;
  renderAndWait: RenderAndWait;
  requestKeeper: Pick<RequestKeeper, "note">;
}) {
  const { catalog, countOutcome, withPermit, createDocument, renderAndWait, requestKeeper } = deps;

  return async function generateDocument(request: GenerateRequest): Promise<Generated> {
    const { document: newDocument, data, source, sourceBytes, holder, onCreated, sent, deadlineAt, context } = request;
    const { keyHash } = newDocument;

    const keep = (documentId: string, keeping: Keeping) => {
      const length = data.json.length + (source ? source.html.length + source.css.length : 0);
      const requestedAt = request.datedAt ?? request.requestedAt;
      requestKeeper.note({ documentId, keyHash, holder, keeping, sent, length, requestedAt });
    };

    const permitRequest = {
      kind: "documents" as const,
      credential: keyHash,
      findTenant: () => catalog.call(getTenant, {}, context, { publicOperation: operations.generateDocument }),
      deadlineAt,
      dataBytes: data.bytes + sourceBytes,
      create: (documentsAhead: number) => createDocument(newDocument, { deadlineAt, documentsAhead, context, keep }),
    };

    const generated = await countOutcome(() =>
      withPermit(permitRequest, async (document, permit) => {
        // A reply whose document is not noted is rendered again for the next request with its Idempotency-Key.
        await onCreated?.(document).catch(() => undefined);
        const isKept = onCreated !== undefined;
        const reply = await renderAndWait(document, permit, {
          ...request,
          isPreview: request.check === "only",
          isKept,
        });
        return { templateName: document.templateName, version: document.version, reply };
      }),
    );
    return { ...generated, isReplayed: false };
  };
}

export type GenerateDocument = ReturnType<typeof createGenerateDocument>;
