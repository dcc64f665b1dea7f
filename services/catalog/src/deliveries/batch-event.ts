import { instant } from "./instant.ts";

/** The columns of a batch that {@link tellOfBatches} reads, for the RETURNING of the statement that changes it. */
export const toldBatchColumns = `b.batch_id, b.project_id, b.name, b.template_id, b.version, b.status, b.reason, b.row_count,
  b.attempt, b.metadata, b.created_at, b.started_at, b.finished_at, b.receiver, b.sealed_url`;

/**
 * The part of a statement that makes the message about each batch which the part named `changed` has completed, cancelled
 * or paused, if the batch has an address. So each change makes one message, whatever crashes. `changed` has
 * {@link toldBatchColumns}, the sums of the counts and the id of the message, `delivery_id`.
 */
export function tellOfBatches(changed: string): string {
  return `INSERT INTO deliveries (delivery_id, project_id, subject_id, receiver, sealed_url, status, due_at, event, payload)
    SELECT b.delivery_id, b.project_id, b.batch_id, b.receiver, b.sealed_url, 'waiting', now(), 'batch.' || b.status,
      json_build_object(
        'type', 'batch.' || b.status,
        'timestamp', ${instant("coalesce(b.finished_at, now())")},
        'data', json_build_object(
          'deliveryId', b.delivery_id,
          'batch', json_build_object(
            'batchId', b.batch_id, 'name', b.name, 'status', b.status, 'reason', b.reason,
            'templateId', b.template_id, 'version', b.version, 'rowCount', b.row_count,
            'counts', json_build_object(
              'completed', b.completed, 'failed', b.failed, 'cancelled', b.cancelled,
              'open', b.row_count - b.completed - b.failed - b.cancelled),
            'pageCount', b.pages, 'sizeBytes', b.bytes, 'attempt', b.attempt, 'metadata', b.metadata,
            'createdAt', ${instant("b.created_at")}, 'startedAt', ${instant("b.started_at")},
            'finishedAt', ${instant("b.finished_at")})))::text
    FROM ${changed} AS b WHERE b.sealed_url IS NOT NULL`;
}
