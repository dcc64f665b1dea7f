import { createId, isProblem, Problem, type ParsedRequest } from "@platen/contracts";
import type { openBatch, RowChunk } from "@platen/contracts/internal";
import { tracing } from "@platen/telemetry";
import type { DataSource, EntityManager } from "typeorm";
import { lockOfProject, refuseMoreThan } from "../database/quota.ts";
import { queryRows } from "../database/rows.ts";
import { tellOfBatches, toldBatchColumns } from "../deliveries/batch-event.ts";
import type { SealedAddress } from "../deliveries/planned-delivery.ts";
import {
  chooseVersion,
  chosenVersionColumns,
  languagesOf,
  versionOf,
  type ChosenVersion,
} from "../documents/choose-version.ts";
import { chooseTime, chosenTimeColumns, problemOfTime, type ChosenTime } from "../documents/kept-time.ts";
import { takeKeyOfBatch } from "../documents/request-keys.ts";
import type { WaitingSeal } from "../secrets/waiting-seal.ts";
import type { ByteLimits, RefuseReached } from "../database/byte-limits.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { readPage, type Page } from "../pagination/read-page.ts";
import { addToCounts, countDocuments } from "./batch-counts.ts";
import { refuseTooLarge, type BatchLimits } from "./batch-limits.ts";
import { batchColumns, batchFrom, findBatch, isThere, notOpen, type BatchRow, type BatchStatus } from "./batch-row.ts";
import { refuseWrongPattern } from "./filename-pattern.ts";
import { toStoredChunk } from "./stored-chunk.ts";

/** For so long after its end, a batch has its rows, to retry those that failed. */
export const rowsKept = "1 day";

/** Keeps the rows of a request with all rows. The sizes of a chunk are as many as its rows, so they come as texts. */
const keepChunksSql = `
  INSERT INTO batch_chunks (batch_id, project_id, first_row, row_count, sizes, notes, data, sealed, stored_bytes)
  SELECT $1, $2, c.first_row, cardinality(c.sizes::integer[]), c.sizes::integer[], c.notes, c.data, c.sealed, c.stored_bytes
  FROM unnest($3::integer[], $4::text[], $5::jsonb[], $6::bytea[], $7::bytea[], $8::integer[])
    AS c (first_row, sizes, notes, data, sealed, stored_bytes)`;

type ChosenBatch = ChosenVersion & Omit<ChosenTime, "keepSeconds"> & { keepSeconds: number; currency: string | null };

type BatchQuery = PageRequest & { sort: `createdAt:${"asc" | "desc"}`; status?: BatchStatus | undefined };

const version = chooseVersion({
  projectId: "p.project_id",
  templateId: "$2",
  version: "$3::integer",
  languages: "$4",
});

/** Finds the template and its version, and how long the project keeps PDFs. */
const chooseSql = (limits: ByteLimits) => `
  SELECT ${chosenVersionColumns}, ${chosenTimeColumns},
         (SELECT settings->>'currency' FROM template_versions WHERE version_id = c.version_id) AS currency
  FROM (
    SELECT ${version.columns},
           ${chooseTime({ named: "$5::integer", most: "$6::integer" }, limits, ["rows", "contents"])}
    FROM projects AS p ${version.joins} WHERE p.project_id = $1
  ) AS c`;

const failedRowsSql = `
  INSERT INTO batch_retries (batch_id, row_number, project_id)
  SELECT $1, newest.row_number, $2 FROM (
    SELECT DISTINCT ON (row_number) row_number, status, failure FROM documents
    WHERE batch_id = $1 AND project_id = $2 ORDER BY row_number, document_id DESC
  ) AS newest
  WHERE newest.status = 'failed' AND ($3 OR (newest.failure->>'retryable')::boolean)
  ON CONFLICT DO NOTHING
  RETURNING row_number`;

/** Locks a batch, so that no row is opened meanwhile. */
async function lock(manager: EntityManager, projectId: string, batchId: string): Promise<BatchRow> {
  await queryRows(manager, "SELECT 1 FROM batches WHERE batch_id = $1 AND project_id = $2 FOR UPDATE", [
    batchId,
    projectId,
  ]);
  return findBatch(manager, projectId, batchId);
}

/** Finds the batch of an earlier request with the same Idempotency-Key. A retry makes no second batch of a deleted one. */
async function findEarlier(manager: EntityManager, projectId: string, batchId: string): Promise<BatchRow> {
  return findBatch(manager, projectId, batchId).catch((error: unknown) => {
    if (!isProblem(error)) throw error;
    const message =
      "An earlier request with this `Idempotency-Key` created a batch that was deleted. To create another one, send a new key.";
    throw new Problem(error.code, { message });
  });
}

async function keepChunks(
  manager: EntityManager,
  { projectId, batchId }: { projectId: string; batchId: string },
  { chunks, seal }: { chunks: readonly RowChunk[]; seal: WaitingSeal },
): Promise<void> {
  const stored = chunks.map((chunk) => toStoredChunk(chunk, batchId, seal));
  await queryRows(manager, keepChunksSql, [
    batchId,
    projectId,
    stored.map(({ firstRow }) => firstRow),
    stored.map(({ sizes }) => `{${sizes.join(",")}}`),
    stored.map(({ notesJson }) => notesJson),
    stored.map(({ open }) => open),
    stored.map(({ sealed }) => sealed),
    stored.map(({ storedBytes }) => storedBytes),
  ]);
}

/** Makes the message about a batch as the transaction has changed it, if the batch has an address. */
async function tell(manager: EntityManager, { projectId, batchId }: { projectId: string; batchId: string }) {
  await queryRows(
    manager,
    `WITH changed AS (
       SELECT ${toldBatchColumns}, $3::text AS delivery_id, c.completed, c.failed, c.cancelled, c.pages, c.bytes
       FROM ${batchFrom} WHERE b.batch_id = $1 AND b.project_id = $2
     )
     ${tellOfBatches("changed")}`,
    [batchId, projectId, createId("delivery")],
  );
}

/** Creates the functions that create batches and change their state. `sealAddress` checks an address, and seals it for a batch. */
export function createBatches(given: {
  dataSource: DataSource;
  mostOpen: number;
  limits: BatchLimits;
  sealAddress: (callbackUrl: string, batchId: string) => SealedAddress;
  seal: WaitingSeal;
  byteLimits: ByteLimits;
  refuseReached: RefuseReached;
}) {
  const { dataSource, mostOpen, limits, sealAddress, seal, refuseReached } = given;
  const choose = chooseSql(given.byteLimits);

  /** Changes a batch that `mayChange` lets through, and returns it as it is then. */
  async function change(
    of: { projectId: string; batchId: string },
    set: string,
    mayChange: (batch: BatchRow) => boolean,
  ): Promise<BatchRow> {
    return dataSource.transaction(async (manager) => {
      const batch = await lock(manager, of.projectId, of.batchId);
      if (!mayChange(batch)) return batch;
      await queryRows(
        manager,
        `UPDATE batches AS b SET ${set} FROM (SELECT $3::integer AS failed, $4::integer AS done) AS c
         WHERE b.batch_id = $1 AND b.project_id = $2`,
        [of.batchId, of.projectId, batch.counts.failed, batch.rowCount - batch.counts.open],
      );
      const changed = await findBatch(manager, of.projectId, of.batchId);
      if (changed.status === "paused") await tell(manager, of);
      return changed;
    });
  }

  return {
    /**
     * Creates a batch, or finds the batch that an earlier request with the same Idempotency-Key created. A batch with rows has
     * all of them and is started.
     */
    async open(
      by: { projectId: string; keyId: string | null },
      body: ParsedRequest<typeof openBatch>["body"],
    ): Promise<{ batch: BatchRow; isReplayed: boolean }> {
      const { projectId, keyId } = by;
      const { rendering, idempotency, chunks = [] } = body;
      const { options, locale, filename } = rendering;
      const rows = chunks.reduce((sum, { sizes }) => sum + sizes.length, 0);
      const bytes = chunks.reduce((sum, { sizes }) => sum + sizes.reduce((ofChunk, size) => ofChunk + size, 0), 0);
      return dataSource.transaction(async (manager) => {
        const batchId = createId("batch");
        const earlierId = idempotency && (await takeKeyOfBatch(manager, { projectId, batchId, idempotency }));
        if (earlierId !== undefined)
          return { batch: await findEarlier(manager, projectId, earlierId), isReplayed: true };
        refuseTooLarge({ rows, bytes }, limits);
        const message = `The project has ${mostOpen} batches that are not completed or cancelled, the maximum. Wait until some are, or cancel them.`;
        const from = "batches WHERE project_id = $1 AND status NOT IN ('completed', 'cancelled')";
        await refuseMoreThan(manager, mostOpen, { lock: lockOfProject, from, id: projectId, message });
        const languages = options?.locales === "any" ? null : languagesOf(locale);
        const [chosen] = await queryRows<ChosenBatch>(manager, choose, [
          projectId,
          body.templateId,
          body.version ?? null,
          languages,
          body.keepSeconds ?? null,
          body.mostKeepSeconds,
        ]);
        if (!chosen) throw new Problem("template.not_found");
        const found = versionOf(chosen);
        if (isProblem(found)) throw found;
        const refusal = problemOfTime(chosen, refuseReached);
        if (refusal) throw refusal;
        if (filename !== undefined) refuseWrongPattern(filename, options?.currency ?? chosen.currency ?? undefined);
        const callback = body.callbackUrl === undefined ? undefined : sealAddress(body.callbackUrl, batchId);
        await queryRows(
          manager,
          `INSERT INTO batches (batch_id, project_id, key_id, name, template_id, template_name, version, source_id,
                                settings, metadata, keep_seconds, stop_after_failures, not_before, status, row_count,
                                byte_count, receiver, sealed_url, trace)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
          [
            batchId,
            projectId,
            keyId,
            body.name ?? null,
            body.templateId,
            found.templateName,
            found.version,
            found.sourceId,
            JSON.stringify(rendering),
            body.metadata === undefined ? null : JSON.stringify(body.metadata),
            chosen.keepSeconds,
            body.stopAfterFailures ?? null,
            body.notBefore ?? null,
            rows > 0 ? "queued" : "receiving",
            rows,
            bytes,
            callback?.receiver ?? null,
            callback?.sealedUrl ?? null,
            tracing.carrier()?.["traceparent"] ?? null,
          ],
        );
        if (rows > 0) await keepChunks(manager, { projectId, batchId }, { chunks, seal });
        return { batch: await findBatch(manager, projectId, batchId), isReplayed: false };
      });
    },

    get: (projectId: string, batchId: string): Promise<BatchRow> => findBatch(dataSource.manager, projectId, batchId),

    async list(projectId: string, query: BatchQuery): Promise<Page<BatchRow>> {
      const where = ["b.project_id = $1", isThere, ...(query.status === undefined ? [] : ["b.status = $2"])];
      const list = {
        columns: batchColumns,
        from: batchFrom,
        where,
        parameters: [projectId, ...(query.status === undefined ? [] : [query.status])],
        id: "b.batch_id",
        sorts: { createdAt: "b.created_at" },
        total: `SELECT count(*)::integer FROM batches AS b WHERE ${where.join(" AND ")}`,
      };
      return readPage<BatchRow, "createdAt">(dataSource, list, query);
    },

    /** Ends the taking of rows. */
    start: (projectId: string, batchId: string): Promise<BatchRow> =>
      change({ projectId, batchId }, "status = 'queued'", ({ status, rowCount }) => {
        if (status === "cancelled") throw notOpen(status, "Create another one.");
        if (status === "receiving" && rowCount === 0) throw notOpen(status, "It has no rows. Send some first.");
        return status === "receiving";
      }),

    pause: (projectId: string, batchId: string): Promise<BatchRow> =>
      change({ projectId, batchId }, "status = 'paused', reason = NULL", ({ status }) => {
        if (status === "queued" || status === "running") return true;
        if (status === "paused") return false;
        throw notOpen(status, "Only a batch that is queued or running can be paused.");
      }),

    resume: (projectId: string, batchId: string): Promise<BatchRow> =>
      change(
        { projectId, batchId },
        `status = 'running', reason = NULL, forgiven_failures = c.failed, clock_at = now(), clock_done = c.done`,
        ({ status }) => {
          if (status === "paused") return true;
          if (status === "queued" || status === "running") return false;
          throw notOpen(status, "Only a paused batch can be resumed.");
        },
      ),

    /** Cancels all rows that are not done, and returns the documents among them. */
    async cancel(projectId: string, batchId: string): Promise<string[]> {
      return dataSource.transaction(async (manager) => {
        const { status } = await lock(manager, projectId, batchId);
        if (status === "completed" || status === "cancelled") return [];
        // Rows without documents, of which none is opened while the batch is locked. The list of those to retry stays.
        await queryRows(
          manager,
          `WITH ended AS (
             UPDATE batches AS b SET status = 'cancelled', reason = NULL, finished_at = now(),
                    next_row = row_count, retry_count = 0
             FROM (SELECT row_count - next_row + retry_count AS unopened FROM batches
                   WHERE batch_id = $1 AND project_id = $2) AS old
             WHERE b.batch_id = $1 AND b.project_id = $2
             RETURNING b.batch_id, b.project_id, old.unopened
           )
           ${addToCounts("SELECT batch_id, project_id, 0, 0, unopened, 0, 0, 0 FROM ended")}`,
          [batchId, projectId],
        );
        const cancelled = await queryRows<{ documentId: string }>(
          manager,
          `WITH cancelled AS (
             UPDATE documents SET status = 'cancelled', finished_at = now(), lease = NULL
             WHERE batch_id = $1 AND project_id = $2 AND lane = 1 AND status IN ('queued', 'rendering')
             RETURNING *
           ), freed AS (
             DELETE FROM document_inputs AS i USING cancelled AS c
             WHERE i.document_id = c.document_id AND i.project_id = c.project_id
           ), counted AS (${countDocuments("cancelled")})
           SELECT document_id AS "documentId" FROM cancelled`,
          [batchId, projectId],
        );
        await tell(manager, { projectId, batchId });
        return cancelled.map(({ documentId }) => documentId);
      });
    },

    /** Has failed rows made again, by further documents. */
    async retry(projectId: string, batchId: string, failed: "all" | "retryable"): Promise<BatchRow> {
      await dataSource.transaction(async (manager) => {
        const batch = await lock(manager, projectId, batchId);
        if (batch.status !== "completed" && batch.status !== "paused")
          throw notOpen(batch.status, "Only the failed rows of a completed or paused batch can be tried again.");
        const [kept] = await queryRows<{ hasRows: boolean }>(
          manager,
          `SELECT has_rows AND coalesce(finished_at > now() - interval '${rowsKept}', true) AS "hasRows"
           FROM batches WHERE batch_id = $1 AND project_id = $2`,
          [batchId, projectId],
        );
        if (kept?.hasRows !== true)
          throw notOpen(batch.status, "It has ended more than a day ago, so Platen has deleted its rows.");
        const rows = await queryRows(manager, failedRowsSql, [batchId, projectId, failed === "all"]);
        if (rows.length === 0) return;
        const done = batch.rowCount - batch.counts.open - rows.length;
        await queryRows(
          manager,
          addToCounts("SELECT $1::text, $2::text, 0, -$3::integer, 0, 0::bigint, 0::bigint, 0::double precision"),
          [batchId, projectId, rows.length],
        );
        await queryRows(
          manager,
          `UPDATE batches
           SET status = 'running', reason = NULL, finished_at = NULL, attempt = attempt + 1,
               retry_count = retry_count + $3, forgiven_failures = $4, clock_at = now(), clock_done = $5
           WHERE batch_id = $1 AND project_id = $2`,
          [batchId, projectId, rows.length, batch.counts.failed - rows.length, done],
        );
        await queryRows(manager, "DELETE FROM batch_archives WHERE batch_id = $1 AND project_id = $2", [
          batchId,
          projectId,
        ]);
      });
      return findBatch(dataSource.manager, projectId, batchId);
    },
  };
}

export type Batches = ReturnType<typeof createBatches>;
