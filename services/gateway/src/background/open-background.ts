import { createId, type RequestOf, type ResponseOutput } from "@platen/contracts";
import { openBackground, type BackgroundRequest, type KeptTime } from "@platen/contracts/internal";
import { askerOf, type Caller } from "../catalog/caller.ts";
import { idempotencyOf } from "../auth/request-key.ts";
import type { Holder } from "@platen/contracts/holder";
import type { PreparedBodies } from "../bodies/prepare-body.ts";
import { neededLocale } from "../generate/needed-locale.ts";
import type { RequestKeeper } from "../kept-requests/request-keeper.ts";

/** Longer than other calls, because the input may be large. */
const timeoutMs = 15_000;

type Body = PreparedBodies["createDocument"];
/** Calls the catalog for the caller, at the door of the request. */
type CallCatalog = (
  operation: typeof openBackground,
  request: RequestOf<typeof openBackground>,
  settings: { isRepeatable: boolean; isUrgent: boolean; timeoutMs: number; signal: AbortSignal },
) => Promise<ResponseOutput<typeof openBackground>>;

/**
 * Creates the function that stores a document for which no caller waits. When it resolves, the document and its input are
 * in the database: neither depends on this process or on Redis any more.
 */
export function createOpenBackground(deps: { requestKeeper: Pick<RequestKeeper, "note">; noteDue: () => void }) {
  const { requestKeeper, noteDue } = deps;
  return async function open(
    body: Body,
    about: {
      idempotencyKey: string | undefined;
      keep: KeptTime;
      context: { caller: Caller; requestId: string; holder: Holder; call: CallCatalog };
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
    // The id is ours, so a second call creates nothing twice.
    const settings = { isRepeatable: true, isUrgent: true, timeoutMs, signal };
    const opened = await context.call(openBackground, { body: request }, settings);
    noteDue();
    const { keeping } = opened;
    if (keeping) {
      const { documentId } = request;
      const { holder, caller } = context;
      requestKeeper.note({
        documentId,
        ...askerOf(caller),
        holder,
        keeping,
        sent: body.sent,
        length: inputBytes,
      });
    }
    return opened;
  };
}

export type OpenBackground = ReturnType<typeof createOpenBackground>;
