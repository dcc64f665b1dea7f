import { createId, operations } from "@platen/contracts";
import { openBackground, type BackgroundRequest, type KeptTime } from "@platen/contracts/internal";
import { keyHashOf, type Caller } from "../catalog/caller.ts";
import { idempotencyOf } from "../auth/request-key.ts";
import type { Holder } from "@platen/contracts/holder";
import type { PreparedBodies } from "../bodies/prepare-body.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { neededLocale } from "../generate/needed-locale.ts";
import type { RequestKeeper } from "../kept-requests/request-keeper.ts";

/** Longer than other calls, because the input may be large. */
const timeoutMs = 15_000;

type Body = PreparedBodies["createDocument"];

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
      keep: KeptTime;
      context: { caller: Caller; requestId: string; holder: Holder };
      signal: AbortSignal;
    },
  ) {
    const { record, input, inputBytes } = body;
    const { idempotencyKey, keep, context, signal } = about;
    const request: BackgroundRequest = {
      documentId: createId("document"),
      requestId: context.requestId,
      ...record,
      locale: record.templateId === undefined ? undefined : neededLocale(body.rendering),
      ...keep,
      input,
      inputBytes,
      idempotency: idempotencyOf("document", idempotencyKey, body.bodyHash),
    };
    const { createDocument: publicOperation } = operations;
    // The id is ours, so a second call creates nothing twice.
    const call = { publicOperation, isRepeatable: true, isUrgent: true, timeoutMs, signal };
    const opened = await catalog.call(openBackground, { body: request }, context, call);
    noteDue();
    const { keeping } = opened;
    if (keeping) {
      const { documentId } = request;
      const keyHash = keyHashOf(context.caller);
      const { holder } = context;
      requestKeeper.note({ documentId, keyHash, holder, keeping, sent: body.sent, length: inputBytes });
    }
    return opened;
  };
}

export type OpenBackground = ReturnType<typeof createOpenBackground>;
