import { createId, operations, type ParsedRequest } from "@platen/contracts";
import { openBackground, type BackgroundRequest, type KeptTime } from "@platen/contracts/internal";
import { packBackgroundInput, type InlineSource } from "@platen/queue";
import { keyHashOf, type Caller } from "../auth/caller.ts";
import { idempotencyOf } from "../auth/request-key.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { RequestKeeper } from "../kept-requests/request-keeper.ts";

/** Longer than other calls, because the input may be large. */
const timeoutMs = 15_000;

type Body = ParsedRequest<typeof operations.createDocument>["body"];

/**
 * Creates the function that stores a document for which no caller waits. When it resolves, the document and its input are
 * in the database: neither depends on this process or on Redis any more.
 */
export function createOpenBackground(deps: {
  catalog: Pick<Catalog, "call">;
  requestKeeper: Pick<RequestKeeper, "note">;
  noteDue: () => void;
}) {
  const { catalog, requestKeeper, noteDue } = deps;
  return async function open(
    body: Body,
    about: {
      idempotencyKey: string | undefined;
      source: InlineSource | undefined;
      keep: KeptTime;
      context: { caller: Caller; requestId: string };
      signal: AbortSignal;
    },
  ) {
    const { templateId, version, filename, data = {}, options = {}, locale, timeZone } = body;
    const { idempotencyKey, source, keep, context, signal } = about;
    const packed = await packBackgroundInput({
      dataJson: JSON.stringify(data),
      ...(source !== undefined && { source }),
      options,
      ...(locale !== undefined && { locale }),
      ...(timeZone !== undefined && { timeZone }),
    });
    const request: BackgroundRequest = {
      documentId: createId("document"),
      templateId,
      version,
      filename,
      // A document that takes any language names none.
      locale: options.locales === "any" || templateId === undefined ? undefined : locale,
      reference: body.reference,
      metadata: body.metadata,
      notBefore: body.notBefore,
      callbackUrl: body.callbackUrl,
      requestId: context.requestId,
      ...keep,
      ...packed,
      idempotency: idempotencyOf("document", idempotencyKey, body),
    };
    const { createDocument: publicOperation } = operations;
    // The id is ours, so a second call creates nothing twice.
    const call = { publicOperation, isRepeatable: true, timeoutMs, signal };
    const opened = await catalog.call(openBackground, { body: request }, context, call);
    noteDue();
    const { keeping } = opened;
    if (keeping) {
      const { documentId } = request;
      const keyHash = keyHashOf(context.caller);
      requestKeeper.note({ documentId, keyHash, keeping, sent: body, length: packed.inputBytes });
    }
    return opened;
  };
}
