import { operations } from "@platen/contracts";
import { getTenant, type Keeping } from "@platen/contracts/internal";
import type { Holder } from "@platen/contracts/holder";
import type { CompletedDocument } from "@platen/queue";
import type { Catalog } from "../catalog/catalog.ts";
import type { CreateDocument, NewDocument, RecordedDocument } from "./document-creator.ts";
import { sentRequestOf } from "../kept-requests/sent-request.ts";
import type { CountOutcome } from "./outcomes.ts";
import type { RequestKeeper } from "../kept-requests/request-keeper.ts";
import type { RenderAndWait, RenderTask } from "./render-and-wait.ts";
import type { WithPermit } from "./with-permit.ts";

export type GenerateRequest = Pick<RenderTask, "request" | "requestedAt" | "deadlineAt" | "context" | "signal"> & {
  document: NewDocument;
  /** Whether the caller has sent data. */
  hasData: boolean;
  /** What the request takes in the queue. */
  queuedBytes: number;
  /** The account that pays for work on the request. */
  holder: Holder;
  /** For a document whose reply is kept: runs before the document is queued. */
  onCreated?: (document: RecordedDocument) => Promise<unknown>;
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

  return async function generateDocument(asked: GenerateRequest): Promise<Generated> {
    const { document: newDocument, request, hasData, queuedBytes, holder, onCreated, ...rest } = asked;
    const { keyHash } = newDocument;
    const { deadlineAt, context } = rest;

    const keep = (documentId: string, keeping: Keeping) => {
      const { dataJson, source, datedAt = rest.requestedAt } = request;
      const length = dataJson.length + (source ? source.html.length + source.css.length : 0);
      const sent = sentRequestOf(request, hasData);
      requestKeeper.note({ documentId, keyHash, holder, keeping, sent, length, requestedAt: datedAt });
    };

    const permitRequest = {
      kind: "documents" as const,
      credential: keyHash,
      findTenant: () => catalog.call(getTenant, {}, context, { publicOperation: operations.generateDocument }),
      deadlineAt,
      dataBytes: queuedBytes,
      create: (documentsAhead: number) => createDocument(newDocument, { deadlineAt, documentsAhead, context, keep }),
    };

    const generated = await countOutcome(() =>
      withPermit(permitRequest, async (document, permit) => {
        // A reply whose document is not noted is rendered again for the next request with its Idempotency-Key.
        await onCreated?.(document).catch(() => undefined);
        const isPreview = request.check === "only";
        const reply = await renderAndWait(document, permit, {
          ...rest,
          request,
          isPreview,
          isKept: onCreated !== undefined,
        });
        return { templateName: document.templateName, version: document.version, reply };
      }),
    );
    return { ...generated, isReplayed: false };
  };
}

export type GenerateDocument = ReturnType<typeof createGenerateDocument>;
