import { type Delivery, operations, type ResponseOutput } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { operationQuery, useOperation } from "../../api/operation-query.ts";
import { toast } from "../../ui/toast.ts";
import { useMay, useProject } from "../project-context.ts";
import { DeliveryPanel, untilNextAttempt } from "./delivery-panel.tsx";

type Document = ResponseOutput<typeof operations.getDocument.key>;

const pendingMs = 2_000;

function untilNextLook({ finishedAt }: Document, deliveries: readonly Delivery[] = []): number | false {
  if (deliveries.some(({ status }) => status === "pending")) return finishedAt === null ? false : pendingMs;
  return untilNextAttempt(deliveries);
}

function DocumentDelivery({ documentId, delivery }: { documentId: string; delivery: Delivery }) {
  const { projectId } = useProject();
  const may = useMay();
  const {
    mutate: sendAgain,
    isPending,
    error,
  } = useOperation(operations.retryDelivery.member, [operations.listDocumentDeliveries.member]);
  const params = { projectId, documentId, deliveryId: delivery.deliveryId };
  return (
    <DeliveryPanel
      delivery={delivery}
      mayRetry={may(operations.retryDelivery.member)}
      isPending={isPending}
      error={error}
      onRetry={() => sendAgain({ params }, { onSuccess: () => toast("Platen sends the message again.") })}
    />
  );
}

/** The messages to the `callbackUrl` of a document, with the attempts at each. Most documents have none. */
export function DeliveriesPanels({ document }: { document: Document }) {
  const { projectId } = useProject();
  const { documentId } = document;
  const { data } = useQuery({
    ...operationQuery(operations.listDocumentDeliveries.member, { params: { projectId, documentId } }),
    refetchInterval: ({ state }) => untilNextLook(document, state.data?.deliveries),
  });
  return data?.deliveries.map((delivery) => (
    <DocumentDelivery key={delivery.deliveryId} documentId={documentId} delivery={delivery} />
  ));
}
