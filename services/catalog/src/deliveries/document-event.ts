import { eventFields, toldStatuses } from "@platen/contracts";
import { documents, type DocumentRow } from "../documents/document-row.ts";
import { instant } from "./instant.ts";

const columns = new Map(Object.entries(documents.options.columns));

/** A column of a document in a message, of the part named `d`. */
function valueOf(field: keyof DocumentRow): { column: string; value: string } {
  const { name, type } = columns.get(field) ?? {};
  const column = `d.${name}`;
  if (type === "timestamptz") return { column, value: instant(column) };
  // The details of a failure, which may be long, are in the document's record alone.
  return { column, value: field === "failure" ? `${column} - 'details'` : column };
}

/** The columns of a document that {@link tellOfDocuments} reads, for the RETURNING of the statement that changes it. */
export const toldColumns = [
  "d.project_id",
  "d.lane",
  ...eventFields.document.map((field) => valueOf(field).column),
].join(", ");

const told = eventFields.document.map((field) => `'${field}', ${valueOf(field).value}`).join(", ");

/**
 * The part of a statement that makes the message about each document that the part named `changed` has given a status of
 * which Platen tells. So each change makes one message, whatever crashes. The message is written once, so that each attempt
 * sends the same bytes.
 */
export function tellOfDocuments(changed: string): string {
  return `UPDATE deliveries AS v
    SET status = 'waiting', due_at = now(), event = 'document.' || d.status,
        payload = json_build_object(
          'type', 'document.' || d.status,
          'timestamp', ${instant("d.finished_at")},
          'data', json_build_object('deliveryId', v.delivery_id, 'document', json_build_object(${told})))::text
    FROM ${changed} AS d
    WHERE d.lane = 1 AND d.status IN ('${toldStatuses.document.join("', '")}')
      AND v.project_id = d.project_id AND v.subject_id = d.document_id AND v.status = 'pending'`;
}
