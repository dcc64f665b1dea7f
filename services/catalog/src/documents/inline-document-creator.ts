import type { InlineDocumentCreation, InlineDocumentRequest } from "@platen/contracts/internal";
import type { DataSource } from "typeorm";
import { scopeMissing } from "../auth/authenticate.ts";
import type { KeyUsage } from "../api-keys/key-usage.ts";
import { prepare } from "../database/rows.ts";
import { keepingColumns, keepingOf, type KeepingColumns } from "../kept-requests/keeping-of.ts";
import { noTemplateId } from "./document-row.ts";
import { reachedLimit, type ByteLimits, type ReachedLimit, type RefuseReached } from "../database/byte-limits.ts";
import { exceededDays, keptFor, keptSeconds, keptValues, quotaReasonOf, reasonOf } from "./kept-time.ts";

type Chosen = {
  /** Position of the document in the requests, from 1. */
  position: number;
  keyId: string;
  projectId: string;
  isAllowed: boolean;
  mayMake: boolean;
  /** Null for a document that is not kept. */
  keepSeconds: number | null;
  exceededDays: number | null;
  /** Null for a document that is not kept. */
  reached: ReachedLimit | null;
} & KeepingColumns;

/**
 * One statement for any number of documents: it finds each key's project, and writes the document's row if the project
 * allows HTML of requests and the time for which the PDF is kept, unless the document is only checked. It returns no row
 * where the key is unknown or revoked. A document that exists was created by the same call, whose answer was lost.
 */
const createInlineDocumentsSql = (limits: ByteLimits) => `
  WITH chosen AS (
    SELECT a.position, a.document_id, a.filename, a.request_id, a.is_check, k.key_id, k.project_id,
           'documents' = ANY(k.scopes) AS may_make, p.allows_inline_html,
           CASE WHEN a.is_kept THEN ${keptSeconds("a.named_seconds", "a.most_seconds")} END AS keep_seconds,
           ${exceededDays("a.named_seconds")} AS exceeded_days,
           CASE WHEN a.is_kept THEN ${reachedLimit(limits, ["contents"])} END AS reached
    FROM unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::text[], $6::boolean[], $7::integer[], $8::integer[])
      WITH ORDINALITY
      AS a (document_id, value_hash, filename, is_check, request_id, is_kept, named_seconds, most_seconds, position)
    JOIN api_keys AS k ON k.value_hash = a.value_hash AND k.revoked_at IS NULL
    JOIN projects AS p ON p.project_id = k.project_id
  ), created AS (
    INSERT INTO documents (document_id, project_id, template_id, version, key_id, status, filename, request_id)
    SELECT c.document_id, c.project_id, '${noTemplateId}', 0, c.key_id, 'queued', c.filename, c.request_id
    FROM chosen AS c WHERE c.may_make AND c.allows_inline_html AND NOT c.is_check AND c.exceeded_days IS NULL
      AND c.reached IS NULL
    ON CONFLICT DO NOTHING
  )
  SELECT c.position::integer, c.key_id AS "keyId", c.project_id AS "projectId", c.allows_inline_html AS "isAllowed",
         c.may_make AS "mayMake", c.keep_seconds AS "keepSeconds", c.exceeded_days AS "exceededDays", c.reached, ${keepingColumns}
  FROM chosen AS c LEFT JOIN request_keeping AS q ON q.project_id = c.project_id AND q.days > 0`;

function toCreation(
  documentId: string,
  chosen: Chosen | undefined,
  { keepsRequests, refuseReached }: { keepsRequests: boolean; refuseReached: RefuseReached },
): InlineDocumentCreation {
  if (!chosen) return { outcome: "refused", documentId, code: "auth.key_invalid" };
  if (!chosen.mayMake)
    return { outcome: "refused", documentId, code: "auth.scope_missing", message: scopeMissing(["documents"]).message };
  if (!chosen.isAllowed) return { outcome: "refused", documentId, code: "project.inline_html_disabled" };
  if (chosen.exceededDays !== null) return { outcome: "refused", documentId, ...reasonOf(chosen.exceededDays) };
  if (chosen.reached !== null)
    return { outcome: "refused", documentId, ...quotaReasonOf(refuseReached(chosen.reached)) };
  const settings = { ...(keepsRequests && keepingOf(chosen)), ...keptFor(chosen) };
  return { outcome: "opened", documentId, projectId: chosen.projectId, ...settings };
}

/** Creates the function that creates documents from HTML of their requests. The HTML itself never comes here. */
export function createInlineDocumentCreator(deps: {
  dataSource: DataSource;
  keyUsage: KeyUsage;
  /** Whether the installation can keep requests. */
  keepsRequests: boolean;
  byteLimits: ByteLimits;
  refuseReached: RefuseReached;
}) {
  const { dataSource, keyUsage } = deps;
  const choose = prepare<Chosen>(dataSource, "create_inline_documents", createInlineDocumentsSql(deps.byteLimits));

  return async function createInlineDocuments(
    requests: readonly InlineDocumentRequest[],
  ): Promise<InlineDocumentCreation[]> {
    const rows = await choose([
      requests.map(({ documentId }) => documentId),
      requests.map(({ keyHash }) => keyHash),
      requests.map(({ filename }) => filename ?? null),
      requests.map(({ check }) => check !== undefined),
      requests.map(({ requestId }) => requestId),
      ...keptValues(requests),
    ]);
    const byPosition = new Map(rows.map((row) => [row.position, row]));
    for (const { keyId } of rows) keyUsage.note(keyId);
    return requests.map(({ documentId }, index) => toCreation(documentId, byPosition.get(index + 1), deps));
  };
}

export type InlineDocumentCreator = ReturnType<typeof createInlineDocumentCreator>;
