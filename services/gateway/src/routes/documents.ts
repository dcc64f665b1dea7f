import { operations } from "@platen/contracts";
import { accountHolder } from "@platen/contracts/holder";
import { internalOperations } from "@platen/contracts/internal";
import { Reply } from "@platen/http";
import type { OpenBackground } from "../background/open-background.ts";
import type { RecordWaits } from "../background/record-waits.ts";
import type { ReadTurns } from "../rate-limit/read-turns.ts";
import { retryAfterSeconds } from "./contents.ts";
import { keptTimeOf } from "./generate.ts";
import type { Routes } from "./routes.ts";

type Parts = {
  config: { CONTENT_MAX_DAYS: number };
  openBackground: OpenBackground;
  recordWaits: RecordWaits;
  readTurns: ReadTurns;
  cancelJob: (documentId: string) => void;
};

/** Mounts the operations of documents that no caller waits for, and of their records. */
export function mountDocuments(
  routes: Routes,
  { config, openBackground, recordWaits, readTurns, cancelJob }: Parts,
): void {
  routes.mount(operations.createDocument, async ({ headers, body }, context) => {
    const { document, isReplayed } = await openBackground(body, {
      idempotencyKey: headers["Idempotency-Key"],
      keep: keptTimeOf(body.expiresIn, config.CONTENT_MAX_DAYS),
      context,
      signal: context.signal,
    });
    return new Reply({
      data: document,
      headers: {
        Location: `${context.projectPath}/documents/${document.documentId}/content`,
        "Retry-After": String(retryAfterSeconds),
        ...(isReplayed && { "Idempotency-Replayed": "true" }),
      },
    });
  });

  routes.mount(operations.getDocument, async ({ params, query: { wait = 0 } }, { call, tenant, signal }) => {
    const read = () => call(internalOperations.getDocument, { params }, { signal });
    if (wait === 0) return read();
    const holder = accountHolder((await tenant()).accountId);
    return recordWaits.untilFinal(() => readTurns.run(holder, signal, read), {
      subjectId: params.documentId,
      holder,
      waitMs: wait * 1_000,
      signal,
      isPending: ({ content }) => content === "pending",
    });
  });

  routes.mount(operations.cancelDocument, async ({ params }, { call, signal }) => {
    const document = await call(internalOperations.cancelDocument, { params }, { signal });
    if (document.status === "cancelled") cancelJob(params.documentId);
    return document;
  });
}
