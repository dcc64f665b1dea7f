import { Button } from "@mantine/core";
import type { Delivery, DeliveryAttempt } from "@platen/contracts";
import { problemMessage } from "../../api/problem-message.ts";
import { Copyable } from "../../ui/copyable.tsx";
import { DataTable, type Column } from "../../ui/data-table.tsx";
import { Facts } from "../../ui/facts.tsx";
import { formatDuration, formatInstant } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { attemptLabel, deliveryLabels } from "./delivery-labels.ts";

const soonMs = 2_000;
const laterMs = 60_000;

/** The time until one of these deliveries may have another state: soon for an attempt that is due. */
export function untilNextAttempt(deliveries: readonly Delivery[] = []): number | false {
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

type DeliveryPanelProps = {
  delivery: Delivery;
  /** Whether the member may have the message sent again. */
  mayRetry: boolean;
  /** Has the message sent again. */
  onRetry: () => void;
  isPending: boolean;
  error: Error | null;
};

/** A message to a `callbackUrl`, with the attempts at it. */
export function DeliveryPanel({ delivery, mayRetry, onRetry, isPending, error }: DeliveryPanelProps) {
  const { deliveryId, receiver, status, event, attempts, nextAttemptAt } = delivery;
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
        <div style={{ marginTop: "1.1rem" }}>
          <DataTable
            label="Attempts"
            columns={columns}
            items={attempts.toReversed()}
            keyOf={({ at }) => at}
            empty={null}
          />
        </div>
      )}
      {mayRetry && status !== "pending" ? (
        <Button style={{ marginTop: "1.1rem" }} variant="default" loading={isPending} onClick={onRetry}>
          Send again
        </Button>
      ) : null}
    </Panel>
  );
}
