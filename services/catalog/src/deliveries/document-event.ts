import { instant } from "./instant.ts";

/** The columns of a document that {@link tellOfDocuments} reads, for the RETURNING of the statement that changes it. */
export const toldColumns = `d.document_id, d.project_id, d.lane, d.status, d.reference, d.metadata, d.page_count,
  d.size_bytes, d.sha256, d.failure, d.created_at, d.finished_at`;

/**
 * The part of a statement that makes the message about each document which the part named `changed` has completed, failed
 * or cancelled. So each change makes one message, whatever crashes. The message is written once, so that each attempt
 * sends the same bytes. The details of a failure, which may be long, are in the document's record alone.
 */
export function tellOfDocuments(changed: string): string {
  return `UPDATE deliveries AS v
    SET status = 'waiting', due_at = now(), event = 'document.' || d.status,
        payload = json_build_object(
          'type', 'document.' || d.status,
          'timestamp', ${instant("d.finished_at")},
          'data', json_build_object(
            'deliveryId', v.delivery_id,
            'document', json_build_object(
              'documentId', d.document_id, 'status', d.status, 'reference', d.reference, 'metadata', d.metadata,
              'pageCount', d.page_count, 'sizeBytes', d.size_bytes, 'sha256', d.sha256, 'failure', d.failure - 'details',
              'createdAt', ${instant("d.created_at")}, 'finishedAt', ${instant("d.finished_at")})))::text
    FROM ${changed} AS d
    WHERE d.lane = 1 AND d.status IN ('completed', 'failed', 'cancelled')
      AND v.project_id = d.project_id AND v.subject_id = d.document_id AND v.status = 'pending'`;
}
