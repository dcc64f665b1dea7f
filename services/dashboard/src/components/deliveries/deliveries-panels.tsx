import { Button } from "@mantine/core";
import type { Delivery, DeliveryAttempt, operations, ResponseOutput } from "@platen/contracts";
import { listProjectDocumentDeliveries, retryProjectDelivery } from "@platen/contracts/deliveries";
import { useQuery } from "@tanstack/react-query";
import { operationQuery, useOperation } from "../../api/operation-query.ts";
import { problemMessage } from "../../api/problem-message.ts";
import { Copyable } from "../../ui/copyable.tsx";
import { DataTable, type Column } from "../../ui/data-table.tsx";
import { Facts } from "../../ui/facts.tsx";
import { formatDuration, formatInstant } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { toast } from "../../ui/toast.ts";
import { useMay, useProject } from "../project-context.ts";
import { attemptLabel, deliveryLabels } from "./delivery-labels.ts";
import classes from "./deliveries-panels.module.css";

type Document = ResponseOutput<typeof operations.getDocument>;

const soonMs = 2_000;
const laterMs = 60_000;

/** The time until a delivery may have another state: soon for an attempt that is due. */
function untilNextLook({ finishedAt }: Document, deliveries: readonly Delivery[] = []): number | false {
  if (deliveries.some(({ status }) => status === "pending")) return finishedAt === null ? false : soonMs;
  const next = deliveries.flatMap(({ nextAttemptAt }) => (nextAttemptAt === null ? [] : [Date.parse(nextAttemptAt)]));
  if (next.length === 0) return false;
  return Math.min(...next) - Date.now() < laterMs ? soonMs : laterMs;
}

const columns: readonly Column<DeliveryAttempt>[] = [
  { header: "Attempt", kind: "title", width: 13, cell: ({ at }) => formatInstant(at) },
  { header: "Result", cell: (attempt) => attemptLabel(attempt) },
  { header: "Status", kind: "figure", width: 6, cell: ({ status }) => status },
  { header: "Duration", kind: "figure", width: 7, cell: ({ durationMs }) => formatDuration(durationMs) },
];

function DeliveryPanel({ document, delivery }: { document: Document; delivery: Delivery }) {
  const { projectId } = useProject();
  const may = useMay();
  const { documentId } = document;
  const { deliveryId, receiver, status, event, attempts, nextAttemptAt } = delivery;
  const { mutate: sendAgain, isPending, error } = useOperation(retryProjectDelivery, [listProjectDocumentDeliveries]);
  const mayRetry = may(retryProjectDelivery) && status !== "pending";
  return (
    <Panel
      title="Webhook"
      text={
        <>
          The message to the <code>callbackUrl</code> of the request.
        </>
      }
    >
      {error ? <Notice kind="failure">{problemMessage(error)}</Notice> : null}
      <Facts
        facts={[
          ["Receiver", receiver],
          ["State", deliveryLabels[status]],
          ["Next attempt", nextAttemptAt === null ? null : formatInstant(nextAttemptAt)],
          ["Event", event === null ? null : <code key="event">{event}</code>],
          ["Delivery", <Copyable key="id" name="webhook-id" value={deliveryId} />],
        ]}
      />
      {attempts.length === 0 ? null : (
        <div className={classes["attempts"]}>
          <DataTable
            label="Attempts"
            columns={columns}
            items={attempts.toReversed()}
            keyOf={({ at }) => at}
            empty={null}
          />
        </div>
      )}
      {mayRetry ? (
        <Button
          className={classes["again"] ?? ""}
          variant="default"
          loading={isPending}
          onClick={() =>
            sendAgain(
              { params: { projectId, documentId, deliveryId } },
              { onSuccess: () => toast("Platen sends the message again.") },
            )
          }
        >
          Send again
        </Button>
      ) : null}
    </Panel>
  );
}

/** The messages to the `callbackUrl` of a document, with the attempts at each. Most documents have none. */
export function DeliveriesPanels({ document }: { document: Document }) {
  const { projectId } = useProject();
  const { documentId } = document;
  const { data } = useQuery({
    ...operationQuery(listProjectDocumentDeliveries, { params: { projectId, documentId } }),
    refetchInterval: ({ state }) => untilNextLook(document, state.data?.deliveries),
  });
  return data?.deliveries.map((delivery) => (
    <DeliveryPanel key={delivery.deliveryId} document={document} delivery={delivery} />
  ));
}
