import { isProblem, Problem } from "@platen/contracts";
import type { BackgroundRequest, Keeping } from "@platen/contracts/internal";
import { tracing } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import type { ByteLimits, RefuseReached } from "../database/byte-limits.ts";
import { background } from "../database/lane.ts";
import { prepare } from "../database/rows.ts";
import { planDelivery, plannedValues, type PlannedDelivery } from "../deliveries/planned-delivery.ts";
import { keepingColumns, keepingOf, type KeepingColumns } from "../kept-requests/keeping-of.ts";
import { aboutDocument, type WaitingSeal } from "../secrets/waiting-seal.ts";
import {
  chooseVersion,
  chosenVersionColumns,
  hasVersion,
  languagesOf,
  lookedUp,
  versionOf,
  type ChosenVersion,
} from "./choose-version.ts";
import { noTemplateId } from "./document-row.ts";
import { insertDocuments } from "./insert-document.ts";
import { chooseTime, chosenTimeColumns, mayKeep, problemOfTime, type ChosenTime } from "./kept-time.ts";
import { isOpen } from "./open-condition.ts";
import { isEarlierKey, refuseOtherBody, takeRequestKey } from "./request-keys.ts";

/** A statement that lost to another with the same key sees that one's document the next time. */
const mostTries = 3;
const busyRetrySeconds = 30;

type Chosen = ChosenVersion &
  ChosenTime &
  KeepingColumns & {
    allowsInlineHtml: boolean;
    isFull: boolean;
    isCreated: boolean;
    earlierId: string | null;
    earlierBodyHash: string | null;
  };

const version = chooseVersion({
  projectId: "p.project_id",
  templateId: "$4",
  version: "$5::integer",
  languages: "$6",
});

/**
 * Finds the template and its version in the project, and writes the document, its input, its Idempotency-Key and its
 * planned message, or none of them. A key that another request has used within a day writes nothing.
 */
const openSql = (limits: ByteLimits) => `
  WITH chosen AS (
    SELECT p.project_id, p.allows_inline_html, ${version.columns},
           ${chooseTime({ named: "$12::integer", most: "$18::integer" }, limits, ["waiting", "contents"])},
           EXISTS (SELECT 1 FROM documents WHERE project_id = $1 AND ${isOpen} OFFSET $17 - 1) AS is_full
    FROM projects AS p ${version.joins}
    WHERE p.project_id = $1
  ), allowed AS (
    SELECT * FROM chosen AS c
    WHERE NOT is_full AND ${mayKeep} AND CASE WHEN $4::text IS NULL THEN allows_inline_html ELSE ${hasVersion} END
  ), claimed AS (
    ${takeRequestKey("document_id", "SELECT project_id, $15, $16, $3 FROM allowed WHERE $15::text IS NOT NULL")}
  ), created AS (
    ${insertDocuments(
      {
        document_id: "$3",
        project_id: "a.project_id",
        template_id: `coalesce(a.template_id, '${noTemplateId}')`,
        template_name: "a.template_name",
        version: "coalesce(a.version, 0)",
        key_id: "$2",
        filename: "$7",
        request_id: "$8",
        lane: String(background),
        reference: "$9",
        metadata: "$10::jsonb",
        not_before: "$11::timestamptz",
        due_at: "greatest(now(), $11::timestamptz)",
        trace: "$23",
      },
      "allowed AS a WHERE $15::text IS NULL OR EXISTS (SELECT 1 FROM claimed)",
    )}
    ON CONFLICT DO NOTHING
    RETURNING document_id, project_id
  ), input AS (
    INSERT INTO document_inputs (document_id, project_id, source_id, keep_seconds, input_bytes, input,
                                 sealed_input_bytes, sealed)
    SELECT d.document_id, d.project_id, coalesce(a.version_id, d.document_id), a.keep_seconds,
           CASE WHEN $19::bytea IS NULL THEN $13::integer END, $14::bytea,
           CASE WHEN $19::bytea IS NOT NULL THEN $13::integer END, $19::bytea
    FROM created AS d JOIN allowed AS a ON a.project_id = d.project_id
  ), planned AS (
    ${planDelivery("created", "document_id", 20)}
  )
  SELECT ${chosenVersionColumns}, ${chosenTimeColumns}, c.allows_inline_html AS "allowsInlineHtml", c.is_full AS "isFull",
         EXISTS (SELECT 1 FROM created) AS "isCreated",
         e.document_id AS "earlierId", e.body_hash AS "earlierBodyHash", ${keepingColumns}
  FROM chosen AS c
  LEFT JOIN request_keeping AS q ON q.project_id = c.project_id AND q.days > 0
  LEFT JOIN request_keys AS e ON e.project_id = c.project_id AND ${isEarlierKey("e", "$15")}`;

/** The problem of a request that creates nothing; undefined without one. */
function problemOf(
  { templateId }: BackgroundRequest,
  chosen: Chosen | undefined,
  about: { keyId: string | null; mostOpen: number; refuseReached: RefuseReached },
): Problem | undefined {
  const { keyId, mostOpen, refuseReached } = about;
  // The project is deleted meanwhile.
  if (!chosen) return new Problem(keyId === null ? "project.not_found" : "auth.key_invalid");
  if (templateId === undefined) {
    if (!chosen.allowsInlineHtml) return new Problem("project.inline_html_disabled");
  } else {
    const found = versionOf(chosen);
    if (isProblem(found)) return found;
  }
  const problem = problemOfTime(chosen, refuseReached);
  if (problem || !chosen.isFull) return problem;
  const message = `The project has ${mostOpen} documents that are not finished, the maximum. Wait until some are, or cancel them.`;
  return new Problem("project.busy", { message, retryAfterSeconds: busyRetrySeconds });
}

export type OpenBackgroundOptions = {
  dataSource: DataSource;
  mostOpen: number;
  /** Whether the installation can keep requests. */
  keepsRequests: boolean;
  byteLimits: ByteLimits;
  refuseReached: RefuseReached;
  seal: WaitingSeal;
};

/**
 * Creates the function that creates a document with its input, or finds the one that an earlier request with the same
 * Idempotency-Key created. A second call with the same id creates nothing twice.
 */
export function createOpenBackground(options: OpenBackgroundOptions) {
  const { dataSource, mostOpen, keepsRequests, byteLimits, refuseReached, seal } = options;
  const open = prepare<Chosen>(dataSource, "open_background", openSql(byteLimits));

  return async function openBackground(
    { projectId, keyId }: { projectId: string; keyId: string | null },
    request: BackgroundRequest,
    planned?: PlannedDelivery,
  ): Promise<{ documentId: string; isReplayed: boolean; keeping?: Keeping }> {
    const { documentId, templateId, metadata, idempotency } = request;
    const stored = seal.store(Buffer.from(request.input, "base64"), aboutDocument(documentId));
    const values = [
      projectId,
      keyId,
      documentId,
      templateId === undefined ? null : lookedUp(templateId),
      request.version ?? null,
      languagesOf(request.locale),
      request.filename ?? null,
      request.requestId,
      request.reference ?? null,
      metadata === undefined ? null : JSON.stringify(metadata),
      request.notBefore ?? null,
      request.keepSeconds ?? null,
      request.inputBytes,
      stored.open,
      idempotency?.keyHash ?? null,
      idempotency?.bodyHash ?? null,
      mostOpen,
      request.mostKeepSeconds,
      stored.sealed,
      ...plannedValues(planned),
      tracing.carrier()?.["traceparent"] ?? null,
    ];
    for (let attempt = 1; ; attempt += 1) {
      const [chosen] = await open(values);
      if (chosen?.isCreated) return { documentId, isReplayed: false, ...(keepsRequests && keepingOf(chosen)) };
      if (chosen?.earlierId) {
        refuseOtherBody(chosen.earlierBodyHash, idempotency);
        return { documentId: chosen.earlierId, isReplayed: chosen.earlierId !== documentId };
      }
      const problem = problemOf(request, chosen, { keyId, mostOpen, refuseReached });
      if (problem) throw problem;
      // The same call has created it before.
      if (!idempotency) return { documentId, isReplayed: false };
      if (attempt === mostTries) throw new Error("request_keys changes with each look at it");
    }
  };
}
