import { createId, isProblem, Problem, type ParsedRequest } from "@platen/contracts";
import type { openBatch, RowChunk } from "@platen/contracts/internal";
import { tracing } from "@platen/telemetry";
import type { DataSource, EntityManager } from "typeorm";
import type { ByteLimits, RefuseReached } from "../database/byte-limits.ts";
import { lockOfProject, refuseMoreThan } from "../database/quota.ts";
import { queryRows } from "../database/rows.ts";
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
import { refuseTooLarge, type BatchLimits } from "./batch-limits.ts";
import { findBatch, type BatchRef, type BatchRow } from "./batch-row.ts";
import { refuseWrongPattern } from "./filename-pattern.ts";
import { toStoredChunk } from "./stored-chunk.ts";

/** Keeps the rows of a request with all rows. The sizes of a chunk are as many as its rows, so they come as texts. */
const keepChunksSql = `
  INSERT INTO batch_chunks (batch_id, project_id, first_row, row_count, sizes, notes, data, sealed, stored_bytes)
  SELECT $1, $2, c.first_row, cardinality(c.sizes::integer[]), c.sizes::integer[], c.notes, c.data, c.sealed, c.stored_bytes
  FROM unnest($3::integer[], $4::text[], $5::jsonb[], $6::bytea[], $7::bytea[], $8::integer[])
    AS c (first_row, sizes, notes, data, sealed, stored_bytes)`;

type ChosenBatch = ChosenVersion & Omit<ChosenTime, "keepSeconds"> & { keepSeconds: number; currency: string | null };

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
  { projectId, batchId }: BatchRef,
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

export type OpenBatchOptions = {
  dataSource: DataSource;
  mostOpen: number;
  limits: BatchLimits;
  /** Checks an address, and seals it for a batch. */
  sealAddress: (callbackUrl: string, batchId: string) => SealedAddress;
  seal: WaitingSeal;
  byteLimits: ByteLimits;
  refuseReached: RefuseReached;
};

/**
 * Creates the function that creates a batch, or finds the batch that an earlier request with the same Idempotency-Key
 * created. A batch with rows has all of them and is started.
 */
export function createOpenBatch(options: OpenBatchOptions) {
  const { dataSource, mostOpen, limits, sealAddress, seal, refuseReached } = options;
  const choose = chooseSql(options.byteLimits);

  return async function open(
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
      if (earlierId !== undefined) return { batch: await findEarlier(manager, projectId, earlierId), isReplayed: true };
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
  };
}
