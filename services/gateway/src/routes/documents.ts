import { operations } from "@platen/contracts";
import { accountHolder } from "@platen/contracts/holder";
import { internalOperations } from "@platen/contracts/internal";
import { Reply } from "@platen/http";
import { keyHashOf } from "../catalog/caller.ts";
import { tenantOfKey } from "../auth/verify-caller.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { OpenBackground } from "../background/open-background.ts";
import type { RecordWaits } from "../background/record-waits.ts";
import type { ReadTurns } from "../rate-limit/read-turns.ts";
import type { ProjectTenants } from "../rate-limit/tenants.ts";
import { retryAfterSeconds } from "./contents.ts";
import { keptTimeOf } from "./generate.ts";
import type { Routes } from "./routes.ts";

/** Mounts the operations of documents that no caller waits for, and of their records. */
export function mountDocuments(
  routes: Routes,
  {
    config,
    catalog,
    openBackground,
    recordWaits,
    readTurns,
    tenants,
    cancelJob,
  }: {
    config: { CONTENT_MAX_DAYS: number };
    catalog: Catalog;
    openBackground: OpenBackground;
    recordWaits: RecordWaits;
    readTurns: ReadTurns;
    tenants: ProjectTenants;
    cancelJob: (documentId: string) => void;
  },
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
        Location: `/api/v1/documents/${document.documentId}/content`,
        "Retry-After": String(retryAfterSeconds),
        ...(isReplayed && { "Idempotency-Replayed": "true" }),
      },
    });
  });

  routes.mount(operations.getDocument, async ({ params, query: { wait = 0 } }, context) => {
    const { signal, caller } = context;
    const read = () =>
      catalog.call(internalOperations.getDocument, { params }, context, {
        publicOperation: operations.getDocument,
        signal,
      });
    if (wait === 0) return read();
    const { accountId } = await tenants.of(keyHashOf(caller), () => tenantOfKey(catalog, context, { signal }));
    const holder = accountHolder(accountId);
    return recordWaits.untilFinal(() => readTurns.run(holder, signal, read), {
      subjectId: params.documentId,
      holder,
      waitMs: wait * 1_000,
      signal,
      isPending: ({ content }) => content === "pending",
    });
  });

  routes.mount(operations.cancelProjectDocument, async ({ params }, context) => {
    const document = await catalog.call(internalOperations.cancelProjectDocument, { params }, context, {
      publicOperation: operations.cancelProjectDocument,
      signal: context.signal,
    });
    if (document.status === "cancelled") cancelJob(params.documentId);
    return document;
  });

  routes.mount(operations.cancelDocument, async ({ params }, context) => {
    const document = await catalog.call(internalOperations.cancelDocument, { params }, context, {
      publicOperation: operations.cancelDocument,
      signal: context.signal,
    });
    if (document.status === "cancelled") cancelJob(params.documentId);
    return document;
  });
}
