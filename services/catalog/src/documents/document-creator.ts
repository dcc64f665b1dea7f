import { isId } from "@platen/contracts";
import type { DocumentCreation, DocumentRequest } from "@platen/contracts/internal";
import { localeChain } from "@platen/formats";
import type { DataSource } from "typeorm";
import { scopeMissing } from "../auth/authenticate.ts";
import type { KeyUsage } from "../api-keys/key-usage.ts";
import { prepare } from "../database/rows.ts";
import { keepingColumns, keepingOf, type KeepingColumns } from "../kept-requests/keeping-of.ts";
import { reachedLimit, type ByteLimits, type ReachedLimit, type RefuseReached } from "../database/byte-limits.ts";
import { exceededDays, keptFor, keptSeconds, keptValues, quotaReasonOf, reasonOf } from "./kept-time.ts";

type Chosen = {
  /** Position of the document in the requests, from 1. */
  position: number;
  keyId: string;
  projectId: string;
  mayMake: boolean;
  templateName: string | null;
  currentVersion: number | null;
  sourceId: string | null;
  version: number | null;
  /** The languages of a version that lacks the language of the request. */
  otherLocales: string[] | null;
  /** Null for a document that is not kept. */
  keepSeconds: number | null;
  exceededDays: number | null;
  /** Null for a document that is not kept. */
  reached: ReachedLimit | null;
} & KeepingColumns;

/**
 * One statement for any number of documents: it finds each key's project, the template in that project and no other,
 * and its version, and writes the document's row unless the document is only checked, names a language that the version
 * does not have, or a time for which the project keeps no PDF. It returns no row where the key is unknown or revoked, and
 * nulls from the first part that is missing. A document that exists was created by the same call, whose answer was lost.
 * `OFFSET 0` keeps each look-up on the index of its whole condition: without it, the planner may read all templates of a
 * project, or all versions of a template, to find the one. The project and what it stores are looked up only for a
 * document that is kept.
 */
const createDocumentsSql = (limits: ByteLimits) => `
  WITH chosen AS (
    SELECT a.position, a.document_id, a.filename, a.request_id, a.is_check,
           k.key_id, k.project_id, 'documents' = ANY(k.scopes) AS may_make, t.template_id, t.name, t.current_version, v.version_id, v.version,
           CASE WHEN NOT string_to_array(a.languages, ' ') && v.locales THEN v.locales END AS other_locales,
           r.keep_seconds, r.exceeded_days, r.reached
    FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::text[], $6::boolean[], $7::text[], $8::text[],
                $9::boolean[], $10::integer[], $11::integer[])
      WITH ORDINALITY
      AS a (document_id, value_hash, template_id, version, filename, is_check, languages, request_id,
            is_kept, named_seconds, most_seconds, position)
    JOIN api_keys AS k ON k.value_hash = a.value_hash AND k.revoked_at IS NULL
    LEFT JOIN LATERAL (
      SELECT template_id, project_id, name, current_version FROM templates WHERE template_id = a.template_id OFFSET 0
    ) AS t ON t.project_id = k.project_id
    LEFT JOIN LATERAL (
      SELECT version_id, version, locales FROM template_versions
      WHERE template_id = t.template_id AND version = coalesce(a.version, t.current_version) OFFSET 0
    ) AS v ON true
    LEFT JOIN LATERAL (
      SELECT ${keptSeconds("a.named_seconds", "a.most_seconds")} AS keep_seconds, ${exceededDays("a.named_seconds")} AS exceeded_days,
             ${reachedLimit(limits, ["contents"])} AS reached
      FROM projects AS p WHERE p.project_id = k.project_id AND a.is_kept OFFSET 0
    ) AS r ON true
  ), created AS (
    INSERT INTO documents (document_id, project_id, template_id, template_name, version, key_id, status, filename, request_id)
    SELECT c.document_id, c.project_id, c.template_id, c.name, c.version, c.key_id, 'queued', c.filename, c.request_id
    FROM chosen AS c WHERE c.may_make AND c.version_id IS NOT NULL AND NOT c.is_check AND c.other_locales IS NULL
      AND c.exceeded_days IS NULL AND c.reached IS NULL
    ON CONFLICT DO NOTHING
  )
  SELECT c.position::integer, c.key_id AS "keyId", c.project_id AS "projectId", c.may_make AS "mayMake", c.name AS "templateName",
         c.current_version AS "currentVersion", c.version_id AS "sourceId", c.version,
         c.other_locales AS "otherLocales", c.keep_seconds AS "keepSeconds", c.exceeded_days AS "exceededDays", c.reached, ${keepingColumns}
  FROM chosen AS c LEFT JOIN request_keeping AS q ON q.project_id = c.project_id AND q.days > 0`;

// A text that cannot be an id is looked up as an empty one: the statement checks the key first, and answers as for any
// template that the project does not have.
function lookedUp(templateId: string): string {
  return isId("template", templateId) ? templateId : "";
}

/** The languages of which the version must have one, as a text: de-CH also takes de. Null for a request that takes any. */
function neededLanguages(locale: string | undefined): string | null {
  // Only the pseudo language has no chain.
  return locale === undefined ? null : localeChain(locale, locale).join(" ") || null;
}

function toCreation(
  { documentId, templateId }: DocumentRequest,
  chosen: Chosen | undefined,
  { keepsRequests, refuseReached }: { keepsRequests: boolean; refuseReached: RefuseReached },
): DocumentCreation {
  if (!chosen) return { outcome: "refused", documentId, code: "auth.key_invalid" };
  if (!chosen.mayMake)
    return { outcome: "refused", documentId, code: "auth.scope_missing", message: scopeMissing(["documents"]).message };
  const { projectId, templateName, currentVersion, sourceId, version, otherLocales } = chosen;
  if (templateName === null) return { outcome: "refused", documentId, code: "template.not_found" };
  if (currentVersion === null) return { outcome: "refused", documentId, code: "template.not_published" };
  if (sourceId === null || version === null) {
    const message = "The template has no such version.";
    return { outcome: "refused", documentId, code: "template.not_found", message };
  }
  if (otherLocales) {
    const message = `must be one of the template's languages: ${otherLocales.join(", ")}`;
    const details = [{ path: "locale", message }];
    return { outcome: "refused", documentId, code: "request.invalid", message: `\`locale\` ${message}.`, details };
  }
  if (chosen.exceededDays !== null) return { outcome: "refused", documentId, ...reasonOf(chosen.exceededDays) };
  if (chosen.reached !== null)
    return { outcome: "refused", documentId, ...quotaReasonOf(refuseReached(chosen.reached)) };
  const settings = { ...(keepsRequests && keepingOf(chosen)), ...keptFor(chosen) };
  return { outcome: "opened", documentId, projectId, templateId, templateName, version, sourceId, ...settings };
}

/** Creates the function that creates documents: the one call of the database on the way of each document. */
export function createDocumentCreator(deps: {
  dataSource: DataSource;
  keyUsage: KeyUsage;
  /** Whether the installation can keep requests. */
  keepsRequests: boolean;
  byteLimits: ByteLimits;
  refuseReached: RefuseReached;
}) {
  const { dataSource, keyUsage } = deps;
  const choose = prepare<Chosen>(dataSource, "create_documents", createDocumentsSql(deps.byteLimits));

  return async function createDocuments(requests: readonly DocumentRequest[]): Promise<DocumentCreation[]> {
    const rows = await choose([
      requests.map(({ documentId }) => documentId),
      requests.map(({ keyHash }) => keyHash),
      requests.map(({ templateId }) => lookedUp(templateId)),
      requests.map(({ version }) => version ?? null),
      requests.map(({ filename }) => filename ?? null),
      requests.map(({ check }) => check !== undefined),
      requests.map(({ locale }) => neededLanguages(locale)),
      requests.map(({ requestId }) => requestId),
      ...keptValues(requests),
    ]);
    const byPosition = new Map(rows.map((row) => [row.position, row]));
    for (const { keyId } of rows) keyUsage.note(keyId);
    return requests.map((request, index) => toCreation(request, byPosition.get(index + 1), deps));
  };
}

export type DocumentCreator = ReturnType<typeof createDocumentCreator>;
