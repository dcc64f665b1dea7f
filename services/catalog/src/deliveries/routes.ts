import { internalOperations as operations } from "@platen/contracts/internal";
import { event } from "@platen/telemetry";
import type { Serve } from "../auth/serve.ts";
import type { DocumentReader } from "../documents/document-reader.ts";
import type { Batches } from "../batches/batches.ts";
import type { DeliveryQuery, Deliveries } from "./deliveries.ts";

const toDate = (value: Date | string) => new Date(value);

export function serveDeliveries(
  serve: Serve,
  { deliveries, documents, batches }: { deliveries: Deliveries; documents: DocumentReader; batches: Batches },
): void {
  type Row = Awaited<ReturnType<typeof deliveries.retry>>;
  const toDelivery = ({ nextAttemptAt, createdAt, ...row }: Row) => ({
    ...row,
    nextAttemptAt: nextAttemptAt === null ? null : toDate(nextAttemptAt),
    createdAt: toDate(createdAt),
  });

  serve("courier", operations.leaseDeliveries, async ({ body }) => ({ deliveries: await deliveries.lease(body) }));
  serve("courier", operations.reportDeliveries, ({ body }) => {
    event.add({ deliveryIds: body.reports.map(({ deliveryId }) => deliveryId) });
    return deliveries.report(body.reports);
  });
  serve("courier", operations.readDeliveryBacklog, () => deliveries.backlog());

  async function listOf(projectId: string, subjectId: string, query: DeliveryQuery, find: () => Promise<unknown>) {
    const { rows, pagination } = await deliveries.list(projectId, subjectId, query);
    // An empty list may be that of a document or batch which the project does not have.
    if (rows.length === 0) await find();
    return { deliveries: rows.map(toDelivery), pagination };
  }
  const ofDocument = (projectId: string, documentId: string, query: DeliveryQuery) =>
    listOf(projectId, documentId, query, () => documents.get(projectId, documentId));
  const ofBatch = (projectId: string, batchId: string, query: DeliveryQuery) =>
    listOf(projectId, batchId, query, () => batches.get(projectId, batchId));

  serve("keyOrMember", operations.listDocumentDeliveries, ({ params, query }, { projectId }) =>
    ofDocument(projectId, params.documentId, query),
  );
  serve("keyOrMember", operations.retryDelivery, async ({ params }, { projectId, author }) => {
    const { documentId, deliveryId } = params;
    // The log says who had which message sent again.
    event.add({ ...(author && { accountId: author.accountId }), documentId, deliveryId });
    return toDelivery(await deliveries.retry(projectId, documentId, deliveryId));
  });

  serve("keyOrMember", operations.listBatchDeliveries, ({ params, query }, { projectId }) =>
    ofBatch(projectId, params.batchId, query),
  );
  serve("keyOrMember", operations.retryBatchDelivery, async ({ params }, { projectId, author }) => {
    const { batchId, deliveryId } = params;
    event.add({ ...(author && { accountId: author.accountId }), batchId, deliveryId });
    return toDelivery(await deliveries.retry(projectId, batchId, deliveryId));
  });

  serve("member", operations.getWebhookSecret, (_request, { projectId }) => deliveries.secretOf(projectId));
  serve("member", operations.rotateWebhookSecret, (_request, { projectId }) => deliveries.rotateSecret(projectId));
}
