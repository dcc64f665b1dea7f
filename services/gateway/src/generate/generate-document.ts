import type { PageSettings } from "@platen/contracts";
import type { CreatedDocument } from "@platen/contracts/internal";
import type { CompletedDocument } from "@platen/queue";
import type { CatalogContext } from "../catalog/catalog.ts";
import type { CreateDocument, NewDocument } from "./document-creator.ts";
import type { OutcomeReporter } from "./outcome-reporter.ts";
import { notQueued, type CountOutcome } from "./outcomes.ts";
import type { RenderAndWait } from "./render-and-wait.ts";
import type { WithPermit } from "./with-permit.ts";

export type GenerateRequest = {
  document: NewDocument;
  data: Record<string, unknown>;
  options: PageSettings;
  /** When the caller asked for the document, in milliseconds since the epoch. */
  requestedAt: number;
  /** In milliseconds since the epoch. */
  deadlineAt: number;
  /** The date in the PDF, if it is not `requestedAt`. */
  datedAt?: number | undefined;
  /** For a document whose reply is kept: runs before the document is queued. */
  onCreated?: (document: CreatedDocument) => Promise<unknown>;
  context: CatalogContext;
  /** Fires when the caller hangs up. */
  signal: AbortSignal;
};

/** The parts of an answer, rendered for this request or replayed from an earlier one. */
export type Generated = { templateName: string; version: number; reply: CompletedDocument; isReplayed: boolean };

/** Creates the function that takes a document all the way: a permit, its record, its PDF. */
export function createGenerateDocument(deps: {
  countOutcome: CountOutcome;
  withPermit: WithPermit;
  createDocument: CreateDocument;
  renderAndWait: RenderAndWait;
  reporter: Pick<OutcomeReporter, "grant" | "report">;
}) {
  const { countOutcome, withPermit, createDocument, renderAndWait, reporter } = deps;

  return async function generateDocument(request: GenerateRequest): Promise<Generated> {
    const { document: newDocument, onCreated, deadlineAt, context } = request;

    const permitRequest = {
      kind: "documents" as const,
      credential: newDocument.keyHash,
      deadlineAt,
      create: (documentsAhead: number | undefined) =>
        createDocument(newDocument, { deadlineAt, documentsAhead, context }),
      discard(document: CreatedDocument): Promise<void> {
        const granted = reporter.grant(document, { isPreview: false, deadlineAt });
        return reporter.report(granted, { status: "failed", failure: notQueued }, context);
      },
    };

    const generated = await countOutcome(() =>
      withPermit(permitRequest, async (document, permit) => {
        // A reply whose document is not noted is rendered again for the next request with its Idempotency-Key.
        await onCreated?.(document).catch(() => undefined);
        const isKept = onCreated !== undefined;
        const reply = await renderAndWait(document, permit, { ...request, isPreview: false, isKept });
        return { templateName: document.templateName, version: document.version, reply };
      }),
    );
    return { ...generated, isReplayed: false };
  };
}
