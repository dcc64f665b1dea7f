import { isId, Problem } from "@platen/contracts";
import { keptTooLong, type BackgroundRequest, type Keeping, type LeasedDocument } from "@platen/contracts/internal";
import { localeChain } from "@platen/formats";
import { tracing } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { aboutDocument, type WaitingSeal } from "../secrets/waiting-seal.ts";
import { reachedLimit, type ByteLimits, type ReachedLimit, type RefuseReached } from "../database/byte-limits.ts";
import { prepare, queryRows } from "../database/rows.ts";
import { tellOfDocuments, toldColumns } from "../deliveries/document-event.ts";
import { planDelivery, plannedValues, type PlannedDelivery } from "../deliveries/planned-delivery.ts";
import { keepingColumns, keepingOf, type KeepingColumns } from "../kept-requests/keeping-of.ts";
import { noTemplateId } from "./document-row.ts";
import { countDocuments, countedColumns, type SettleBatches } from "../batches/batch-counts.ts";
import type { OpenRows } from "../batches/row-opener.ts";
import { exceededDays, keptSeconds } from "./kept-time.ts";
import { background } from "../database/lane.ts";
import { createPreparedTransactions } from "../database/prepared-transactions.ts";
import { leaseDocuments, type LeasedRow, type LeaseLimits } from "./lease-documents.ts";
import type { ServedLately } from "./lease-turns.ts";
import { isEarlierKey, refuseOtherBody, takeRequestKey } from "./request-keys.ts";
import type { StorageWatch } from "./storage-watch.ts";
import type { FindRowsWithoutKey } from "../batches/rows-without-key.ts";
import type { CountUnopened } from "../secrets/unopened.ts";

/** A document whose data another catalog may open is due again after this. */
const unopenedSeconds = 5;
/** A statement that lost to another with the same key sees that one's document the next time. */
const mostTries = 3;
const busyRetrySeconds = 30;
/** A count beyond this tells no more. */
const mostCounted = 100_000;

const isOpen = `lane = ${background} AND status IN ('queued', 'rendering')`;

/** A template and its version as a statement has found them. */
export type ChosenTemplate = {
  templateName: string | null;
  currentVersion: number | null;
  sourceId: string | null;
  otherLocales: string[] | null;
};

type Chosen = ChosenTemplate & {
  allowsInlineHtml: boolean;
  /** The project's maximum, if the request names more. */
  exceededDays: number | null;
  isFull: boolean;
  reached: ReachedLimit | null;
  isCreated: boolean;
  earlierId: string | null;
  earlierBodyHash: string | null;
} & KeepingColumns;

/**
 * Finds the template and its version in the project, and writes the document, its input, its Idempotency-Key and its
 * planned message, or none of them. A key that another request has used within a day writes nothing. `OFFSET 0` as in `document-creator.ts`.
 */
const openSql = (limits: ByteLimits) => `
  WITH chosen AS (
    SELECT p.project_id, p.allows_inline_html, t.template_id, t.name, t.current_version, v.version_id, v.version,
           CASE WHEN NOT string_to_array($6, ' ') && v.locales THEN v.locales END AS other_locales,
           ${keptSeconds("$12::integer", "$18::integer")} AS keep_seconds, ${exceededDays("$12::integer")} AS exceeded_days,
           EXISTS (SELECT 1 FROM documents WHERE project_id = $1 AND ${isOpen} OFFSET $17 - 1) AS is_full,
           ${reachedLimit(limits, ["waiting", "contents"])} AS reached
    FROM projects AS p
    LEFT JOIN LATERAL (
      SELECT template_id, project_id, name, current_version FROM templates WHERE template_id = $4 OFFSET 0
    ) AS t ON t.project_id = p.project_id
    LEFT JOIN LATERAL (
      SELECT version_id, version, locales FROM template_versions
      WHERE template_id = t.template_id AND version = coalesce($5::integer, t.current_version) OFFSET 0
    ) AS v ON true
    WHERE p.project_id = $1
  ), allowed AS (
    SELECT * FROM chosen
    WHERE NOT is_full AND reached IS NULL AND exceeded_days IS NULL
      AND CASE WHEN $4::text IS NULL THEN allows_inline_html ELSE version_id IS NOT NULL AND other_locales IS NULL END
  ), claimed AS (
    ${takeRequestKey("document_id", "SELECT project_id, $15, $16, $3 FROM allowed WHERE $15::text IS NOT NULL")}
  ), created AS (
    INSERT INTO documents (document_id, project_id, template_id, template_name, version, key_id, status, filename, request_id,
                           lane, reference, metadata, not_before, due_at, trace)
    SELECT $3, a.project_id, coalesce(a.template_id, '${noTemplateId}'), a.name, coalesce(a.version, 0), $2, 'queued', $7,
           $8, ${background}, $9, $10::jsonb, $11::timestamptz, greatest(now(), $11::timestamptz), $23
    FROM allowed AS a WHERE $15::text IS NULL OR EXISTS (SELECT 1 FROM claimed)
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
  SELECT c.name AS "templateName", c.current_version AS "currentVersion", c.version_id AS "sourceId",
         c.other_locales AS "otherLocales", c.allows_inline_html AS "allowsInlineHtml", c.is_full AS "isFull", c.reached,
         c.exceeded_days AS "exceededDays",
         EXISTS (SELECT 1 FROM created) AS "isCreated",
         e.document_id AS "earlierId", e.body_hash AS "earlierBodyHash", ${keepingColumns}
  FROM chosen AS c
  LEFT JOIN request_keeping AS q ON q.project_id = c.project_id AND q.days > 0
  LEFT JOIN request_keys AS e ON e.project_id = c.project_id AND ${isEarlierKey("e", "$15")}`;

const usesSql = `
  SELECT 1 FROM document_inputs AS i JOIN documents AS d ON d.document_id = i.document_id AND d.project_id = i.project_id
  WHERE i.document_id = $1 AND i.project_id = $2 AND i.source_id = $3 AND d.status IN ('queued', 'rendering')`;

export type LeaseRequest = LeaseLimits & {
  served: ServedLately["served"];
  /** The same of batches, and of a project's other documents under the project's id. Undefined: no rows of batches. */
  servedFlows?: ServedLately["servedFlows"] | undefined;
};

/** The problem of a request whose template, version or language is not there; undefined without one. */
export function problemOfTemplate(chosen: ChosenTemplate): Problem | undefined {
  if (chosen.templateName === null) return new Problem("template.not_found");
  if (chosen.currentVersion === null) return new Problem("template.not_published");
  if (chosen.sourceId === null)
    return new Problem("template.not_found", { message: "The template has no such version." });
  if (!chosen.otherLocales) return undefined;
  const message = `must be one of the template's languages: ${chosen.otherLocales.join(", ")}`;
  return new Problem("request.invalid", {
    message: `\`locale\` ${message}.`,
    details: [{ path: "locale", message }],
  });
}

/** The languages of which a template must have one for this locale, as the statements take them; null if any will do. */
export function languagesOf(locale: string | undefined): string | null {
  const languages = locale === undefined ? "" : localeChain(locale, locale).join(" ");
  // Only the pseudo language has no chain.
  return languages === "" ? null : languages;
}

/** The problem of a request that creates nothing. */
function problemOf(
  { templateId }: BackgroundRequest,
  chosen: Chosen | undefined,
  { mostOpen, refuseReached }: { mostOpen: number; refuseReached: RefuseReached },
): Problem {
  if (!chosen) return new Problem("auth.key_invalid");
  if (templateId === undefined) {
    if (!chosen.allowsInlineHtml) return new Problem("project.inline_html_disabled");
  } else {
    const problem = problemOfTemplate(chosen);
    if (problem) return problem;
  }
  if (chosen.exceededDays !== null) return keptTooLong(chosen.exceededDays, "project");
  if (chosen.reached !== null) return refuseReached(chosen.reached);
  const message = `The project has ${mostOpen} documents that are not finished, the maximum. Wait until some are, or cancel them.`;
  return new Problem("project.busy", { message, retryAfterSeconds: busyRetrySeconds });
}

/** Creates the functions for documents that no caller waits for. */
export function createBackgroundDocuments(options: {
  dataSource: DataSource;
  /** Whether documents are made. */
  isOn: boolean;
  mostOpen: number;
  openRows: OpenRows;
  settleBatches: SettleBatches;
  /** Whether the installation can keep requests. */
  keepsRequests: boolean;
  storageWatch: Pick<StorageWatch, "isAway">;
  byteLimits: ByteLimits;
  refuseReached: RefuseReached;
  seal: WaitingSeal;
  findRowsWithoutKey: FindRowsWithoutKey;
  countUnopened: CountUnopened;
}) {
  const {
    dataSource,
    mostOpen,
    openRows,
    settleBatches,
    keepsRequests,
    storageWatch,
    seal,
    findRowsWithoutKey,
    countUnopened,
  } = options;
  const open = prepare<Chosen>(dataSource, "open_background", openSql(options.byteLimits));
  const transact = createPreparedTransactions(dataSource);
  const findUse = prepare<object>(dataSource, "uses_source", usesSql);

  function toLeased(leased: LeasedRow): LeasedDocument | undefined {
    const { createdAt, leasedUntil, input, sealed, batchId, rowNumber, trace, flow: _flow, ...document } = leased;
    const data = seal.read({ open: input, sealed }, aboutDocument(document.documentId));
    if (data === undefined) return undefined;
    const row = batchId !== null && rowNumber !== null && { row: { batchId, row: rowNumber } };
    const times = { createdAt: createdAt.getTime(), leasedUntil: leasedUntil.getTime() };
    return { ...document, ...times, input: data.toString("base64"), ...row, ...(trace !== null && { trace }) };
  }

  /** Ends leases, so that the documents are due again after so many seconds. */
  async function putBack(courier: string, documentIds: readonly string[], seconds: number): Promise<void> {
    await queryRows(
      dataSource.manager,
      `UPDATE documents SET lease = NULL, due_at = now() + make_interval(secs => $3)
       WHERE document_id = ANY ($1) AND lease = $2 AND ${isOpen}`,
      [documentIds, courier, seconds],
    );
  }

  /** Returns the documents whose data open. The others wait for a catalog with their key, as if they had not been leased. */
  async function openLeased(courier: string, rows: readonly LeasedRow[]): Promise<LeasedDocument[]> {
    const withoutKey = await findRowsWithoutKey(rows);
    const opened = rows.filter(({ documentId }) => !withoutKey.has(documentId)).flatMap((row) => toLeased(row) ?? []);
    if (opened.length === rows.length) return opened;
    const isOpened = new Set(opened.map(({ documentId }) => documentId));
    const unopened = rows.map(({ documentId }) => documentId).filter((documentId) => !isOpened.has(documentId));
    countUnopened("waiting_data", unopened.length);
    await putBack(courier, unopened, unopenedSeconds);
    return opened;
  }

  return {
    /**
     * Creates a document with its input, or finds the one that an earlier request with the same Idempotency-Key created.
     * A second call with the same id creates nothing twice.
     */
    async open(
      key: { projectId: string; keyId: string },
      request: BackgroundRequest,
      planned?: PlannedDelivery,
    ): Promise<{ documentId: string; isReplayed: boolean; keeping?: Keeping }> {
      const { documentId, templateId, metadata, idempotency } = request;
      const stored = seal.store(Buffer.from(request.input, "base64"), aboutDocument(documentId));
      const values = [
        key.projectId,
        key.keyId,
        documentId,
        // A text that cannot be an id gets the answer of a template that the project does not have.
        templateId === undefined || isId("template", templateId) ? (templateId ?? null) : "",
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
        request.mostKeepSeconds ?? null,
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
        const mayCreate =
          chosen &&
          !chosen.isFull &&
          chosen.reached === null &&
          chosen.exceededDays === null &&
          (templateId === undefined ? chosen.allowsInlineHtml : chosen.sourceId !== null && !chosen.otherLocales);
        if (!mayCreate) throw problemOf(request, chosen, options);
        // The same call has created it before.
        if (!idempotency) return { documentId, isReplayed: false };
        if (attempt === mostTries) throw new Error("request_keys changes with each look at it");
      }
    },

    /**
     * Leases documents that are due. Whatever became of them, each is due again when its lease ends. None while the storage
     * is away: their PDFs could not be kept.
     */
    async lease({ courier, documents, inputBytes, served, servedFlows }: LeaseRequest): Promise<LeasedDocument[]> {
      if (!options.isOn || storageWatch.isAway()) return [];
      const batches = servedFlows ? await openRows(documents) : [];
      const limits = { courier, documents, inputBytes };
      const rows = await leaseDocuments(transact, limits, batches, { served, ...(servedFlows && { servedFlows }) });
      return openLeased(courier, rows);
    },

    /** Ends leases of this courier at once. */
    release: (courier: string, documentIds: readonly string[]): Promise<void> => putBack(courier, documentIds, 0),

    /** Counts the documents of no batch that are due, up to a hundred thousand, and tells how long the oldest has been. */
    async backlog(): Promise<{ documents: number; oldestMs: number }> {
      const [found] = await queryRows<{ documents: number; oldestMs: number | null }>(
        dataSource.manager,
        `SELECT count(*)::integer AS documents, extract(epoch FROM now() - min(due_at))::double precision * 1000 AS "oldestMs"
         FROM (SELECT due_at FROM documents WHERE ${isOpen} AND batch_id IS NULL AND due_at <= now() LIMIT ${mostCounted}) AS due`,
      );
      return { documents: found?.documents ?? 0, oldestMs: found?.oldestMs ?? 0 };
    },

    /** Cancels a document that is not finished, deletes its input and makes its message. A caller who waits for another one cancels that. */
    async cancel(projectId: string, documentId: string): Promise<void> {
      const [found] = await queryRows<{ batchId: string | null; isWaitedFor: boolean }>(
        dataSource.manager,
        `WITH cancelled AS (
           UPDATE documents AS d SET status = 'cancelled', finished_at = now(), lease = NULL
           WHERE document_id = $1 AND project_id = $2 AND ${isOpen}
           RETURNING ${toldColumns}, ${countedColumns}
         ), freed AS (
           DELETE FROM document_inputs AS i USING cancelled AS c
           WHERE i.document_id = c.document_id AND i.project_id = c.project_id
         ), told AS (
           ${tellOfDocuments("cancelled")}
         ), counted AS (${countDocuments("cancelled")})
         SELECT d.batch_id AS "batchId", d.lane <> ${background} AND d.status IN ('queued', 'rendering') AS "isWaitedFor"
         FROM documents AS d WHERE d.document_id = $1 AND d.project_id = $2`,
        [documentId, projectId],
      );
      if (!found) throw new Problem("document.not_found");
      if (found.batchId !== null) await settleBatches([found.batchId]);
      if (!found.isWaitedFor) return;
      const message =
        "The document is made for a request that waits for it. To cancel it, close the connection of that request.";
      throw new Problem("document.not_ready", { message });
    },

    /**
     * Whether a courier's grant opens this source: only that of a document in progress. So a courier cannot read templates
     * by grants of its own making.
     */
    async uses(grant: { documentId: string; projectId: string; sourceId: string }): Promise<boolean> {
      return (await findUse([grant.documentId, grant.projectId, grant.sourceId])).length > 0;
    },
  };
}

export type BackgroundDocuments = ReturnType<typeof createBackgroundDocuments>;
