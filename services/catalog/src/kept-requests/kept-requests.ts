import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { maxKeptRequestBytes, Problem, type KeptRequest } from "@platen/contracts";
import { parseExactJson } from "@platen/contracts/exact-json";
import type { RequestToKeep } from "@platen/contracts/internal";
import type { Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { startHousekeeping } from "../database/housekeeping.ts";
import { queryRows } from "../database/rows.ts";
import type { Sealer } from "../secrets/sealer.ts";
import { keyMissing, type CountUnopened } from "../secrets/unopened.ts";

const inflate = promisify(inflateRaw);
const checkIntervalMs = 60_000;
/** Limits one statement, so that it does not lock many rows for long. */
const batchSize = 1_000;

/**
 * Stores requests of documents of the key's project, or of those that a member of a project has asked for, under the setting that they were redacted by. The lock lets a change
 * of the setting, or the end of the project, wait for this statement, or this statement for them.
 */
const keepSql = `
  INSERT INTO kept_requests (document_id, project_id, sealed, stored_bytes, expires_at)
  SELECT d.document_id, d.project_id, r.sealed, coalesce(octet_length(r.sealed), 0), now() + make_interval(days => q.days)
  FROM unnest($1::text[], $2::text[], $3::integer[], $4::bytea[], $5::text[])
    AS r (document_id, value_hash, revision, sealed, project_id)
  LEFT JOIN api_keys AS k ON k.value_hash = r.value_hash
  JOIN documents AS d ON d.document_id = r.document_id
    AND (d.project_id = k.project_id OR (d.project_id = r.project_id AND d.key_id IS NULL))
  JOIN request_keeping AS q ON q.project_id = d.project_id AND q.revision = r.revision AND q.days > 0
  ORDER BY d.document_id
  FOR SHARE OF q
  ON CONFLICT (document_id) DO NOTHING
  RETURNING document_id`;

const removeExpiredSql = `
  DELETE FROM kept_requests WHERE document_id IN (
    SELECT document_id FROM kept_requests WHERE expires_at <= now() ORDER BY expires_at LIMIT ${batchSize})
  RETURNING document_id`;

/** Requests that are older than their project keeps them by now, of one project or, without an id, of all. */
const removeUnwantedSql = `
  DELETE FROM kept_requests WHERE document_id IN (
    SELECT r.document_id FROM request_keeping AS q
    CROSS JOIN LATERAL (
      SELECT document_id FROM kept_requests
      WHERE project_id = q.project_id AND created_at <= now() - make_interval(days => q.days)
      ORDER BY created_at LIMIT ${batchSize}
    ) AS r
    WHERE $1::text IS NULL OR q.project_id = $1
    LIMIT ${batchSize})
  RETURNING document_id`;

/** The oldest of each project, beyond the newest ones that together have so many bytes. */
const removeExcessSql = `
  DELETE FROM kept_requests WHERE document_id IN (
    SELECT r.document_id FROM request_keeping AS q
    CROSS JOIN LATERAL (
      SELECT document_id, sum(stored_bytes) OVER (ORDER BY created_at DESC, document_id DESC) AS bytes
      FROM kept_requests WHERE project_id = q.project_id
    ) AS r
    WHERE r.bytes > $1
    LIMIT ${batchSize})
  RETURNING document_id`;

export type KeptDocumentRequest = { request: KeptRequest | null; isTooLarge: boolean; keptUntil: Date | null };

/** Creates the functions that keep the requests of documents. Without a sealer, the catalog keeps none. */
export function createKeptRequests(options: {
  dataSource: DataSource;
  sealer: Sealer | undefined;
  countUnopened: CountUnopened;
  /** The most bytes of one project. */
  projectBytes: number;
  logger: Logger;
}) {
  const { dataSource, sealer, countUnopened, projectBytes, logger } = options;

  async function removeInBatches(sql: string, parameters: unknown[], signal?: AbortSignal): Promise<number> {
    let removed = 0;
    for (let isMore = true; isMore;) {
      const batch = await queryRows(dataSource.manager, sql, parameters);
      removed += batch.length;
      isMore = batch.length === batchSize && signal?.aborted !== true;
    }
    return removed;
  }

  /** Removes what has expired, what its project does not keep any more, and what exceeds its project's space. */
  async function removeDue(signal?: AbortSignal): Promise<number> {
    let removed = await removeInBatches(removeExpiredSql, [], signal);
    removed += await removeInBatches(removeUnwantedSql, [null], signal);
    removed += await removeInBatches(removeExcessSql, [projectBytes], signal);
    if (removed > 0) logger.info("removed kept requests", { requests: removed });
    return removed;
  }

  async function read(sealed: Buffer, documentId: string): Promise<KeptRequest> {
    const packed = sealer?.open(sealed, documentId);
    if (!packed) {
      countUnopened("kept_requests", 1);
      throw keyMissing("The request");
    }
    const text = await inflate(packed, { maxOutputLength: maxKeptRequestBytes });
    // The gateway has written it in this form.
    return parseExactJson(text.toString()) as KeptRequest;
  }

  const housekeeping = startHousekeeping({
    what: "remove kept requests",
    everyMs: checkIntervalMs,
    work: removeDue,
    logger,
  });

  return {
    isAvailable: sealer !== undefined,
    removeDue,

    /** Throws the problem of an installation that cannot keep requests. */
    refuseWithoutKey(): void {
      if (sealer) return;
      const message = "This installation cannot keep requests: the catalog has no SECRETS_KEY. Set it, then try again.";
      throw new Problem("dependency.unavailable", { message, retryAfterSeconds: 60 });
    },

    /** Stores requests; returns how many. A request that is null was too large. */
    async keep(requests: readonly RequestToKeep[]): Promise<number> {
      if (!sealer) return 0;
      const kept = await queryRows(dataSource.manager, keepSql, [
        requests.map(({ documentId }) => documentId),
        requests.map(({ keyHash }) => keyHash),
        requests.map(({ revision }) => revision),
        requests.map(({ request, documentId }) =>
          request === null ? null : sealer.seal(Buffer.from(request, "base64"), documentId),
        ),
        requests.map(({ projectId = null }) => projectId),
      ]);
      return kept.length;
    },

    /** Reads the request of a document, unless its time is over. */
    async get(projectId: string, documentId: string): Promise<KeptDocumentRequest> {
      const [found] = await queryRows<{ sealed: Buffer | null; keptUntil: Date | null }>(
        dataSource.manager,
        `SELECT r.sealed, least(r.expires_at, r.created_at + make_interval(days => q.days)) AS "keptUntil"
         FROM documents AS d
         LEFT JOIN request_keeping AS q ON q.project_id = d.project_id
         LEFT JOIN kept_requests AS r ON r.document_id = d.document_id AND r.project_id = d.project_id
           AND r.expires_at > now() AND r.created_at > now() - make_interval(days => q.days)
         WHERE d.document_id = $1 AND d.project_id = $2`,
        [documentId, projectId],
      );
      if (!found) throw new Problem("document.not_found");
      const { sealed, keptUntil } = found;
      if (sealed === null) return { request: null, isTooLarge: keptUntil !== null, keptUntil: null };
      return { request: await read(sealed, documentId), isTooLarge: false, keptUntil };
    },

    /** Deletes the request of a document, if it is kept. */
    async remove(projectId: string, documentId: string): Promise<void> {
      const [found] = await queryRows(
        dataSource.manager,
        `WITH removed AS (DELETE FROM kept_requests WHERE document_id = $1 AND project_id = $2)
         SELECT 1 FROM documents WHERE document_id = $1 AND project_id = $2`,
        [documentId, projectId],
      );
      if (!found) throw new Problem("document.not_found");
    },

    /** Deletes what a project does not keep any more, after its setting has changed. */
    async removeUnwanted(projectId: string): Promise<void> {
      await removeInBatches(removeUnwantedSql, [projectId]);
    },

    close: () => housekeeping.close(),
  };
}

export type KeptRequests = ReturnType<typeof createKeptRequests>;
