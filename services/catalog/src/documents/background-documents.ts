import { isProblem, Problem } from "@platen/contracts";
import type { BackgroundRequest, Keeping, LeasedDocument } from "@platen/contracts/internal";
import { tracing } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { aboutDocument, type WaitingSeal } from "../secrets/waiting-seal.ts";
import type { ByteLimits, RefuseReached } from "../database/byte-limits.ts";
import { prepare, queryRows } from "../database/rows.ts";
import { tellOfDocuments, toldColumns } from "../deliveries/document-event.ts";
import { planDelivery, plannedValues, type PlannedDelivery } from "../deliveries/planned-delivery.ts";
import { keepingColumns, keepingOf, type KeepingColumns } from "../kept-requests/keeping-of.ts";
import { noTemplateId } from "./document-row.ts";
import { countDocuments, countedColumns, type SettleBatches } from "../batches/batch-counts.ts";
import type { OpenRows } from "../batches/row-opener.ts";
import {
  chooseVersion,
  chosenVersionColumns,
  hasVersion,
  languagesOf,
  lookedUp,
  versionOf,
  type ChosenVersion,
} from "./choose-version.ts";
import { insertDocuments } from "./insert-document.ts";
import { chooseTime, chosenTimeColumns, mayKeep, problemOfTime, type ChosenTime } from "./kept-time.ts";
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

const usesSql = `
  SELECT 1 FROM document_inputs AS i JOIN documents AS d ON d.document_id = i.document_id AND d.project_id = i.project_id
  WHERE i.document_id = $1 AND i.project_id = $2 AND i.source_id = $3 AND d.status IN ('queued', 'rendering')`;

export type LeaseRequest = LeaseLimits & ServedLately;

/** The problem of a request that creates nothing; undefined without one. */
function problemOf(
  { templateId }: BackgroundRequest,
  chosen: Chosen | undefined,
  { mostOpen, refuseReached }: { mostOpen: number; refuseReached: RefuseReached },
): Problem | undefined {
  if (!chosen) return new Problem("auth.key_invalid");
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
        const problem = problemOf(request, chosen, options);
        if (problem) throw problem;
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
      const batches = await openRows(documents);
      const limits = { courier, documents, inputBytes };
      const rows = await leaseDocuments(transact, limits, batches, { served, servedFlows });
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
