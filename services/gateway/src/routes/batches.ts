import { operations } from "@platen/contracts";
import { closeBatch, openBatch, removeBatch } from "@platen/contracts/internal";
import { Reply } from "@platen/http";
import { idempotencyOf } from "../auth/request-key.ts";
import { keptTimeOf } from "./generate.ts";
import type { Routes } from "./routes.ts";

/** Of a request that brings all rows. */
const openTimeoutMs = 15_000;

/** Mounts the operations that create a batch or end it. */
export function mountBatches(
  routes: Routes,
  { config, cancelJob }: { config: { CONTENT_MAX_DAYS: number }; cancelJob: (documentId: string) => void },
): void {
  routes.mount(operations.createBatch, async (request, context) => {
    const { headers, body } = request;
    const { expiresIn, chunks, bodyHash, ...given } = body;
    const opened = {
      ...given,
      ...keptTimeOf(expiresIn, config.CONTENT_MAX_DAYS),
      idempotency: idempotencyOf("batch", headers["Idempotency-Key"], bodyHash),
      ...(chunks && { chunks }),
    };
    // A call with a key creates nothing twice.
    const settings = {
      signal: context.signal,
      isRepeatable: opened.idempotency !== undefined,
      ...(chunks && { timeoutMs: openTimeoutMs }),
    };
    const { isReplayed, ...batch } = await context.call(openBatch, { body: opened }, settings);
    return new Reply({
      data: batch,
      headers: {
        Location: `${context.projectPath}/batches/${batch.batchId}`,
        ...(isReplayed && { "Idempotency-Replayed": "true" }),
      },
    });
  });

  routes.mount(operations.cancelBatch, async ({ params }, { call, signal }) => {
    const { batch, documentIds } = await call(closeBatch, { params }, { signal });
    for (const documentId of documentIds) cancelJob(documentId);
    return batch;
  });

  routes.mount(operations.deleteBatch, async ({ params }, { call, signal }) => {
    const settings = { signal, isRepeatable: true };
    const { documentIds } = await call(removeBatch, { params }, settings);
    for (const documentId of documentIds) cancelJob(documentId);
    return undefined;
  });
}
