import { operations, type Delivery } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { operationQuery, useOperation } from "../api/operation-query.ts";
import { DeliveryPanel, untilNextAttempt } from "../components/deliveries/delivery-panel.tsx";
import { useMay } from "../components/project-context.ts";
import type { BatchKey } from "../paths.ts";
import { toast } from "../ui/toast.ts";

function BatchDelivery({ params, delivery }: { params: BatchKey; delivery: Delivery }) {
  const may = useMay();
  const {
    mutate: sendAgain,
    isPending,
    error,
  } = useOperation(operations.retryBatchDelivery.member, [operations.listBatchDeliveries.member]);
  const { deliveryId } = delivery;
  return (
    <DeliveryPanel
      delivery={delivery}
      mayRetry={may(operations.retryBatchDelivery.member)}
      isPending={isPending}
      error={error}
      onRetry={() =>
        sendAgain({ params: { ...params, deliveryId } }, { onSuccess: () => toast("Platen sends the message again.") })
      }
    />
  );
}

/**
 * The messages to the `callbackUrl` of a batch, newest first. Give it the batch's state as its key: each change may have made
 * a message.
 */
export function BatchDeliveries({ params }: { params: BatchKey }) {
  const { data } = useQuery({
    ...operationQuery(operations.listBatchDeliveries.member, { params }),
    refetchOnMount: "always",
    refetchInterval: ({ state }) => untilNextAttempt(state.data?.deliveries),
  });
  if (!data || data.deliveries.length === 0) return null;
  return (
    <div style={{ marginTop: "1.25rem" }}>
      {data.deliveries.map((delivery) => (
        <BatchDelivery key={delivery.deliveryId} params={params} delivery={delivery} />
      ))}
    </div>
  );
}
