import type { Logger } from "@platen/telemetry";
import type { DataSource, EntityManager } from "typeorm";
import { startHousekeeping, type Housekeeping } from "../database/housekeeping.ts";
import { queryRows } from "../database/rows.ts";
import { boundAt, databaseTime, daysAfter, midnightBefore } from "../database/partition-bounds.ts";

const checkIntervalMs = 10 * 60_000;
/** Requests wait behind a statement that waits for the table. None waits for longer than this. */
const lockTimeoutMs = 500;
/** An arbitrary number that every catalog uses for this lock. */
const partitionsLock = 7_205_802;
/** Catalogs that are down for less than this leave no document without a partition of its time. */
const aheadDays = 2;
/** About so many partitions hold the records of a retention: more cost each list time, fewer keep records for longer. */
const partitionsOfRetention = 12;
const daysWithoutRetention = 90;
const batchSize = 1_000;

/**
 * The settings of each partition. A partition takes writes for days and then never again, so vacuum visits it often enough
 * with a tenth of its rows, and old partitions not at all.
 */
const storage =
  "autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.05";

/** `end` is missing for the partition of rows that no other partition takes. */
export type DocumentPartition = { name: string; end: string | undefined };

const listSql = `
  SELECT c.relname AS name, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \\(''([^'']+)''\\)') AS "end"
  FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
  WHERE i.inhparent = to_regclass('documents')`;

/** Tables that were partitions. Created and attached in one transaction, none is on its way to be one. */
const detachedSql = `
  SELECT c.relname AS name FROM pg_class AS c
  WHERE c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('documents'))
    AND c.relkind = 'r' AND NOT c.relispartition AND c.relname ~ '^documents_(first|until_[0-9]{8})$'`;

const sweepContentsSql = `
  WITH due AS (
    SELECT content_id, project_id, document_id FROM document_contents
    WHERE (document_id, content_id) > ($1, $2) AND document_id <= $3 ORDER BY document_id, content_id LIMIT ${batchSize}
  ), marked AS (
    UPDATE document_contents AS c SET sweep_at = now() FROM due
    WHERE c.content_id = due.content_id AND c.project_id = due.project_id
  )
  SELECT document_id AS "documentId", content_id AS "contentId" FROM due ORDER BY 1 DESC, 2 DESC LIMIT 1`;

const deleteInputsSql = "DELETE FROM document_inputs WHERE document_id >= $1 AND document_id <= $2";

const deleteRequestsSql = "DELETE FROM kept_requests WHERE document_id >= $1 AND document_id <= $2";

/** By project, because the index of deliveries begins with it. */
const deleteDeliveriesSql = `
  DELETE FROM deliveries AS v USING projects AS p
  WHERE v.project_id = p.project_id AND v.subject_id >= $1 AND v.subject_id <= $2`;

/** How many days' documents a partition has. */
export function daysOfPartition(keptDays: number | undefined): number {
  return keptDays === undefined ? daysWithoutRetention : Math.max(1, Math.round(keptDays / partitionsOfRetention));
}

export async function listPartitions(manager: EntityManager): Promise<DocumentPartition[]> {
  const rows = await queryRows<{ name: string; end: string | null }>(manager, listSql);
  return rows.map(({ name, end }) => ({ name, end: end ?? undefined }));
}

/** Runs a change of the partitions, unless another catalog is at it. */
function change(dataSource: DataSource, work: (manager: EntityManager) => Promise<void>): Promise<void> {
  return dataSource.transaction(async (manager) => {
    const sql = `SELECT pg_try_advisory_xact_lock(${partitionsLock}) AS "isTaken"`;
    const [lock] = await queryRows<{ isTaken: boolean }>(manager, sql);
    if (lock?.isTaken !== true) return;
    await manager.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    await work(manager);
  });
}

/**
 * Creates the next partition, in time. Where catalogs were down for long, documents of the days between are in the default
 * partition; they stay there, and the new partition begins tomorrow.
 */
export function createNextPartition(dataSource: DataSource, days: number): Promise<void> {
  return change(dataSource, async (manager) => {
    const now = await databaseTime(manager);
    const ends = (await listPartitions(manager)).flatMap(({ end }) => end ?? []);
    const last = ends.toSorted().at(-1);
    if (last === undefined || last > boundAt(daysAfter(now, aheadDays))) return;
    const endsAt = daysAfter(midnightBefore(now), aheadDays + 1 + days);
    const end = boundAt(endsAt);
    const isTaken = await queryRows(
      manager,
      "SELECT 1 FROM documents_default WHERE document_id >= $1 AND document_id < $2 LIMIT 1",
      [last, end],
    );
    const start = isTaken.length === 0 ? last : boundAt(daysAfter(midnightBefore(now), 1));
    const name = `documents_until_${endsAt.toISOString().slice(0, 10).replaceAll("-", "")}`;
    await manager.query(`CREATE TABLE ${name} (LIKE documents INCLUDING ALL) WITH (${storage})`);
    await manager.query(`ALTER TABLE documents ATTACH PARTITION ${name} FOR VALUES FROM ('${start}') TO ('${end}')`);
  });
}

/** Detaches the partitions whose documents are all of before `bound`: from then on no query sees them. */
async function detachPartitions(dataSource: DataSource, bound: string): Promise<void> {
  const old = (await listPartitions(dataSource.manager)).filter(({ end }) => end !== undefined && end <= bound);
  for (const { name } of old)
    await change(dataSource, async (manager) => {
      await manager.query(`ALTER TABLE documents DETACH PARTITION ${name}`);
    });
}

/** Lets housekeeping delete the kept PDFs of documents that a detached partition has, and deletes their inputs and deliveries. */
async function freeWhatBelongsTo(manager: EntityManager, table: string): Promise<void> {
  const [ids] = await queryRows<{ first: string | null; last: string | null }>(
    manager,
    `SELECT min(document_id) AS first, max(document_id) AS last FROM ${table}`,
  );
  if (!ids?.first || !ids.last) return;
  let after: { documentId: string; contentId: string } | undefined = { documentId: ids.first, contentId: "" };
  while (after) {
    [after] = await queryRows<{ documentId: string; contentId: string }>(manager, sweepContentsSql, [
      after.documentId,
      after.contentId,
      ids.last,
    ]);
  }
  for (const sql of [deleteInputsSql, deleteRequestsSql, deleteDeliveriesSql])
    await queryRows(manager, sql, [ids.first, ids.last]);
}

/** Removes the partitions whose documents are all more than so many days old; returns their names. */
export async function removePartitions(dataSource: DataSource, keptDays: number): Promise<string[]> {
  const now = await databaseTime(dataSource.manager);
  await detachPartitions(dataSource, boundAt(daysAfter(now, -keptDays)));
  // Those too that a catalog detached before it ended.
  const detached = await queryRows<{ name: string }>(dataSource.manager, detachedSql);
  const removed: string[] = [];
  for (const { name } of detached) {
    await freeWhatBelongsTo(dataSource.manager, name);
    await change(dataSource, async (manager) => {
      await manager.query(`DROP TABLE IF EXISTS ${name}`);
      removed.push(name);
    });
  }
  return removed;
}

/** Creates the partitions of documents in time. Every catalog looks; one creates. */
export function createDocumentPartitions(options: {
  dataSource: DataSource;
  logger: Logger;
  keptDays: number | undefined;
}): Housekeeping {
  const { dataSource, logger, keptDays } = options;
  return startHousekeeping({
    what: "create the next partition of documents",
    everyMs: checkIntervalMs,
    work: () => createNextPartition(dataSource, daysOfPartition(keptDays)),
    logger,
  });
}
