import { internalOperations } from "@platen/contracts/internal";
import { event } from "@platen/telemetry";
import type { Serve } from "../auth/serve.ts";
import type { Dependencies } from "../dependencies.ts";
import type { DeliveryQuery } from "./deliveries.ts";

const toDate = (value: Date | string) => new Date(value);

export function serveDeliveries(serve: Serve, { deliveries, documents }: Dependencies): void {
  const operations = internalOperations;

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

  async function listOf(projectId: string, documentId: string, query: DeliveryQuery) {
    const { rows, pagination } = await deliveries.list(projectId, documentId, query);
    // An empty list may be that of a document which the project does not have.
    if (rows.length === 0) await documents.get(projectId, documentId);
    return { deliveries: rows.map(toDelivery), pagination };
  }

  serve("key", operations.listDocumentDeliveries, ({ params, query }, { projectId }) =>
    listOf(projectId, params.documentId, query),
  );
  serve("member", operations.listProjectDocumentDeliveries, ({ params, query }, { projectId }) =>
    listOf(projectId, params.documentId, query),
  );
  serve("key", operations.retryDelivery, async ({ params: { documentId, deliveryId } }, { projectId }) =>
    toDelivery(await deliveries.retry(projectId, documentId, deliveryId)),
  );
  serve("member", operations.retryProjectDelivery, async ({ params }, { projectId, account }) => {
    const { documentId, deliveryId } = params;
    // The log says who had which message sent again.
    event.add({ accountId: account.accountId, documentId, deliveryId });
    return toDelivery(await deliveries.retry(projectId, documentId, deliveryId));
  });

  serve("member", operations.getWebhookSecret, (_request, { projectId }) => deliveries.secretOf(projectId));
  serve("member", operations.rotateWebhookSecret, (_request, { projectId }) => deliveries.rotateSecret(projectId));
}
