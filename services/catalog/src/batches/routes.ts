import { internalOperations as operations } from "@platen/contracts/internal";
import { event } from "@platen/telemetry";
import type { Serve } from "../auth/serve.ts";
import type { DocumentContents } from "../documents/document-contents.ts";
import type { Batches } from "./batches.ts";
import type { BatchRows } from "./batch-rows.ts";
import type { BatchArchives } from "./batch-archives.ts";
import type { ReadFailedRows } from "./failed-rows.ts";
import type { BatchProgressReader } from "./batch-progress.ts";
import type { DeletedBatches } from "./deleted-batches.ts";
import type { OldBatches } from "./old-batches.ts";
import { toBatch } from "./batch-row.ts";

type Parts = {
  contents: DocumentContents;
  batches: Batches;
  batchRows: BatchRows;
  readFailedRows: ReadFailedRows;
  batchArchives: BatchArchives;
  batchProgress: BatchProgressReader;
  deletedBatches: DeletedBatches;
  oldBatches: OldBatches;
};

export function serveBatches(
  serve: Serve,
  { contents, batches, batchRows, readFailedRows, batchArchives, batchProgress, deletedBatches, oldBatches }: Parts,
): void {
  serve("keyOrMember", operations.openBatch, async ({ body }, { projectId, keyId }) => {
    contents.refuseWithoutStorage();
    const { batch, isReplayed } = await batches.open({ projectId, keyId }, body);
    event.add({ batchId: batch.batchId });
    return { ...toBatch(batch), isReplayed };
  });
  serve("keyOrMember", operations.listBatches, async ({ query }, { projectId }) => {
    const { rows, pagination } = await batches.list(projectId, query);
    return { batches: rows.map((row) => toBatch(row)), pagination };
  });
  serve("keyOrMember", operations.getBatch, async ({ params: { batchId } }, { projectId }) =>
    toBatch(await batches.get(projectId, batchId)),
  );
  serve("keyOrMember", operations.countBatchRows, async ({ params: { batchId } }, { projectId }) => ({
    batchId,
    rowCount: await batchRows.count(projectId, batchId),
  }));
  serve("keyOrMember", operations.appendBatchRows, async ({ params: { batchId }, body }, { projectId }) => ({
    batchId,
    rowCount: await batchRows.append(projectId, batchId, body),
  }));
  serve("keyOrMember", operations.startBatch, async ({ params: { batchId } }, { projectId }) =>
    toBatch(await batches.start(projectId, batchId)),
  );
  serve("keyOrMember", operations.pauseBatch, async ({ params: { batchId } }, { projectId }) =>
    toBatch(await batches.pause(projectId, batchId)),
  );
  serve("keyOrMember", operations.resumeBatch, async ({ params: { batchId } }, { projectId }) =>
    toBatch(await batches.resume(projectId, batchId)),
  );
  serve("keyOrMember", operations.retryBatch, async ({ params: { batchId }, body }, { projectId }) =>
    toBatch(await batches.retry(projectId, batchId, body)),
  );
  serve("keyOrMember", operations.closeBatch, async ({ params: { batchId } }, { projectId }) => {
    const documentIds = await batches.cancel(projectId, batchId);
    oldBatches.deleteRowsSoon();
    return { batch: toBatch(await batches.get(projectId, batchId)), documentIds };
  });
  serve("keyOrMember", operations.removeBatch, async ({ params: { batchId } }, { projectId }) => ({
    documentIds: await deletedBatches.remove(projectId, batchId),
  }));
  serve("keyOrMember", operations.readManifestRows, async ({ params: { batchId }, query }, { projectId }) => ({
    rows: await batchRows.manifest(projectId, batchId, query.fromRow - 1),
  }));
  serve("member", operations.readFailedRows, ({ params: { batchId }, query }, { projectId, account }) => {
    // The log says who has read the data of which batch.
    event.add({ accountId: account.accountId, batchId });
    return readFailedRows(projectId, batchId, query.fromRow - 1);
  });
  serve("keyOrMember", operations.findBatchZip, async ({ params: { batchId } }, { projectId }) => {
    const { archive, batch } = await batchArchives.find(projectId, batchId);
    return { archive, batch: toBatch(batch) };
  });
  serve("keyOrMember", operations.readBatchZipPage, async ({ params: { batchId }, query }, { projectId }) => ({
    files: await batchArchives.page({ projectId, batchId }, query),
  }));

  serve("courier", operations.readBatchChunk, ({ params: { batchId, row }, query: { projectId } }) =>
    batchRows.chunk(projectId, batchId, row),
  );
  serve("courier", operations.readBatchProgress, () => batchProgress());
}
