import { internalOperations as operations } from "@platen/contracts/internal";
import { event } from "@platen/telemetry";
import type { Serve } from "../auth/serve.ts";
import type { Dependencies } from "../dependencies.ts";
import { toBatch } from "./batch-row.ts";

export function serveBatches(
  serve: Serve,
  { contents, batches, batchRows, batchArchives, batchProgress }: Dependencies,
): void {
  serve("key", operations.openBatch, async ({ body }, { projectId, keyId }) => {
    contents.refuseWithoutStorage();
    const batch = toBatch(await batches.open({ projectId, keyId }, body));
    event.add({ batchId: batch.batchId });
    return batch;
  });
  serve("key", operations.listBatches, async ({ query }, { projectId }) => {
    const { rows, pagination } = await batches.list(projectId, query);
    return { batches: rows.map((row) => toBatch(row)), pagination };
  });
  serve("key", operations.getBatch, async ({ params: { batchId } }, { projectId }) =>
    toBatch(await batches.get(projectId, batchId)),
  );
  serve("key", operations.countBatchRows, async ({ params: { batchId } }, { projectId }) => ({
    batchId,
    rowCount: await batchRows.count(projectId, batchId),
  }));
  serve("key", operations.appendBatchRows, async ({ params: { batchId }, body }, { projectId }) => ({
    batchId,
    rowCount: await batchRows.append(projectId, batchId, body),
  }));
  serve("key", operations.startBatch, async ({ params: { batchId } }, { projectId }) =>
    toBatch(await batches.start(projectId, batchId)),
  );
  serve("key", operations.pauseBatch, async ({ params: { batchId } }, { projectId }) =>
    toBatch(await batches.pause(projectId, batchId)),
  );
  serve("key", operations.resumeBatch, async ({ params: { batchId } }, { projectId }) =>
    toBatch(await batches.resume(projectId, batchId)),
  );
  serve("key", operations.retryBatch, async ({ params: { batchId }, body }, { projectId }) =>
    toBatch(await batches.retry(projectId, batchId, body.failed)),
  );
  serve("key", operations.closeBatch, async ({ params: { batchId } }, { projectId }) => {
    const documentIds = await batches.cancel(projectId, batchId);
    return { batch: toBatch(await batches.get(projectId, batchId)), documentIds };
  });
  serve("key", operations.readManifestRows, async ({ params: { batchId }, query }, { projectId }) => ({
    rows: await batchRows.manifest(projectId, batchId, query.fromRow - 1),
  }));
  serve("key", operations.findBatchZip, async ({ params: { batchId } }, { projectId }) => {
    const { archive, batch } = await batchArchives.find(projectId, batchId);
    return { archive, batch: toBatch(batch) };
  });
  serve("key", operations.readBatchZipPage, async ({ query }, { projectId }) => ({
    files: await batchArchives.page(projectId, query),
  }));

  serve("courier", operations.readBatchChunk, ({ params: { batchId, row }, query: { projectId } }) =>
    batchRows.chunk(projectId, batchId, row),
  );
  serve("courier", operations.readBatchProgress, () => batchProgress());
}
