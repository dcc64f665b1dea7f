import { eventFields, toldStatuses } from "@platen/contracts";
import { columnsOfBatch } from "../batches/batch-row.ts";
import { instant } from "./instant.ts";

/** The columns of a batch that {@link tellOfBatches} reads, for the RETURNING of the statement that changes it. */
export const toldBatchColumns = "b.*";

const columns = columnsOfBatch({ batch: "b", counts: "b" });
const instants: ReadonlySet<string> = new Set(["createdAt", "startedAt", "finishedAt"]);
const told = eventFields.batch
  .map((field) => `'${field}', ${instants.has(field) ? instant(columns[field]) : columns[field]}`)
  .join(", ");

/**
 * The part of a statement that makes the message about each batch that the part named `changed` has given a status of
 * which Platen tells, if the batch has an address. So each change makes one message, whatever crashes. `changed` has
 * {@link toldBatchColumns}, the sums of the counts and the id of the message, `delivery_id`.
 */
export function tellOfBatches(changed: string): string {
  return `INSERT INTO deliveries (delivery_id, project_id, subject_id, receiver, sealed_url, status, due_at, event, payload)
    SELECT b.delivery_id, b.project_id, b.batch_id, b.receiver, b.sealed_url, 'waiting', now(), 'batch.' || b.status,
      json_build_object(
        'type', 'batch.' || b.status,
        'timestamp', ${instant("coalesce(b.finished_at, now())")},
        'data', json_build_object('deliveryId', b.delivery_id, 'batch', json_build_object(${told})))::text
    FROM ${changed} AS b WHERE b.sealed_url IS NOT NULL AND b.status IN ('${toldStatuses.batch.join("', '")}')`;
}
