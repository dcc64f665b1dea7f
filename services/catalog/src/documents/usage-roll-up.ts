import type { Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { startHousekeeping } from "../database/housekeeping.ts";
import { boundAt, databaseTime, daysAfter } from "../database/partition-bounds.ts";
import { queryRows } from "../database/rows.ts";
import { lostFailure } from "./lost-documents.ts";
import { addToUsage, countedFrom, countedOf } from "./usage-sql.ts";

const countIntervalMs = 10_000;
/** An arbitrary number that every catalog uses for this lock. */
const rollUpLock = 7_205_803;
/** Longer than any statement that writes a document may take: of earlier ones, each is there, and none comes later. */
const usuallySettledMs = 10_000;
/** Ids have the clock of their gateway, and times that of PostgreSQL. */
const clockDays = 1;
/** Nearly all clocks differ by less: so far back, the ids tell which projects have new documents. */
const usualClockMs = 10_000;
/** So often all projects are looked at, for documents whose ids have another time. */
const allProjectsMs = 5 * 60_000;
/** Limits of one piece, so that it is far shorter than a statement may take. */
const mostProjects = 10;
const mostOfProject = 2_000;
const mostOpen = 2_000;
/** Of a database that was never counted, a run takes so much, and then counts what is new. */
const mostPieces = 50;

/** Workers report for an hour after an outage of all catalogs. */
const reportedWithin = "2 hours";
/** An eighth of its age later, a document that is not final is looked at again. */
const nextLook = "now() + least(greatest((now() - f.created_at) / 8, interval '10 seconds'), interval '10 minutes')";

/** Whether a document is looked at again. */
const stays = `(f.status IN ('queued', 'rendering') OR (f.is_lost AND f.finished_at > now() - interval '${reportedWithin}'))`;

const isFinal = "d.status IN ('completed', 'failed')";
const isLost = "(d.status = 'failed' AND d.failure IS NOT DISTINCT FROM $1::jsonb)";

const projectsWithIdsFrom = "SELECT DISTINCT project_id AS id FROM documents WHERE document_id >= $1";

/**
 * Counts the next documents of some projects: those that are final at once, and the others when they are. The mark moves in
 * the same transaction. Projects that are nearly done go first, so that old records of one do not hold up another.
 * `condition` tells which projects are looked at, and `partitions` which of documents.
 */
const countNewSql = (condition: string, partitions: string) => {
  const next = `d.project_id = m.project_id AND (d.created_at, d.document_id) > (m.created_at, m.document_id)
        AND d.created_at <= $2::timestamptz ${partitions}
      ORDER BY d.created_at, d.document_id`;
  return `
  WITH marks AS (
    SELECT p.project_id, coalesce(m.created_at, '-infinity') AS created_at, coalesce(m.document_id, '') AS document_id
    FROM projects AS p LEFT JOIN usage_marks AS m ON m.project_id = p.project_id ${condition}
  ), behind AS MATERIALIZED (
    SELECT m.* FROM marks AS m CROSS JOIN LATERAL (SELECT 1 FROM documents AS d WHERE ${next} LIMIT 1) AS any_document
    ORDER BY m.created_at DESC LIMIT ${mostProjects}
  ), taken AS MATERIALIZED (
    SELECT d.* FROM behind AS m CROSS JOIN LATERAL (
      SELECT d.document_id, ${countedFrom}, ${isLost} AS is_lost FROM documents AS d WHERE ${next} LIMIT ${mostOfProject}
    ) AS d
  ), moved AS (
    INSERT INTO usage_marks AS m (project_id, created_at, document_id)
    SELECT DISTINCT ON (project_id) project_id, created_at, document_id FROM taken
    ORDER BY project_id, created_at DESC, document_id DESC
    ON CONFLICT (project_id) DO UPDATE SET created_at = EXCLUDED.created_at, document_id = EXCLUDED.document_id
  ), opened AS (
    INSERT INTO usage_open (document_id, project_id)
    SELECT document_id, project_id FROM taken WHERE is_lost OR status IN ('queued', 'rendering')
  ), counted AS (
    SELECT ${countedOf("(d.status = 'failed')::integer")} FROM taken AS d WHERE ${isFinal} AND NOT d.is_lost
  ), ${addToUsage("counted")}
  SELECT count(*)::integer AS documents FROM taken`;
};

/**
 * Looks again at documents that were not final. A lost document counts as failed. It may still be completed, by a report that
 * comes late after an outage of all catalogs: then it counts as made, and no longer as failed.
 */
const countOpenSql = `
  WITH due AS MATERIALIZED (
    SELECT document_id, project_id, is_lost FROM usage_open
    WHERE look_at <= now() ORDER BY look_at LIMIT ${mostOpen}
  ), found AS MATERIALIZED (
    SELECT o.document_id, o.is_lost AS was_lost, ${countedFrom}, d.not_before, d.finished_at, ${isLost} AS is_lost
    FROM due AS o JOIN documents AS d ON d.document_id = o.document_id AND d.project_id = o.project_id
  ), counted AS (
    SELECT ${countedOf("CASE d.status WHEN 'failed' THEN 1 ELSE -d.was_lost::integer END")}
    FROM found AS d WHERE ${isFinal} AND NOT (d.status = 'failed' AND d.was_lost)
  ), ${addToUsage("counted")}, delayed AS (
    UPDATE usage_open AS o
    SET look_at = greatest(f.not_before, CASE WHEN f.is_lost THEN now() + interval '10 minutes' ELSE ${nextLook} END),
        is_lost = f.is_lost
    FROM found AS f
    WHERE o.document_id = f.document_id AND o.project_id = f.project_id AND ${stays}
  ), closed AS (
    DELETE FROM usage_open AS o USING due
    WHERE o.document_id = due.document_id AND o.project_id = due.project_id
      AND NOT EXISTS (SELECT 1 FROM found AS f WHERE f.document_id = due.document_id AND ${stays})
  )
  SELECT count(*)::integer AS documents FROM due`;

/** Runs pieces until one takes less than `whole`. Tells whether that came. */
async function inPieces(
  piece: () => Promise<number | undefined>,
  whole: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  for (let [done, isMore] = [0, true]; isMore; done += 1) {
    const documents = await piece();
    if (documents !== undefined && documents < whole) return true;
    isMore = documents !== undefined && done < mostPieces && signal?.aborted !== true;
  }
  return false;
}

/**
 * Counts the documents of each hour and day, from their records, so that a document costs its request nothing. One catalog
 * at a time counts; a piece and its mark are one transaction, so that each document counts once, whatever ends.
 */
export function createUsageRollUp(options: {
  dataSource: DataSource;
  logger: Pick<Logger, "warn">;
  /** How long ago the youngest counted documents were requested. */
  settledMs?: number;
}) {
  const { dataSource, logger, settledMs = usuallySettledMs } = options;
  /** All documents of before are counted, or in the list of those that are not final. */
  let countedUntil: Date | undefined;
  /** When all projects were last looked at. */
  let allUntil: Date | undefined;

  /** Runs a piece, and returns how many documents it took; undefined while another catalog counts. */
  function inTurn(sql: string, parameters: readonly unknown[]): Promise<number | undefined> {
    return dataSource.transaction(async (manager) => {
      const lockSql = `SELECT pg_try_advisory_xact_lock(${rollUpLock}) AS "isTaken"`;
      const [lock] = await queryRows<{ isTaken: boolean }>(manager, lockSql);
      if (lock?.isTaken !== true) return undefined;
      // A statement of its own, which sees the mark that the piece before has moved.
      const [piece] = await queryRows<{ documents: number }>(manager, sql, parameters);
      return piece?.documents ?? 0;
    });
  }

  async function projectsWithNew(since: Date): Promise<string[]> {
    const from = boundAt(new Date(since.getTime() - usualClockMs));
    return (await queryRows<{ id: string }>(dataSource.manager, projectsWithIdsFrom, [from])).map(({ id }) => id);
  }

  async function countNew(signal: AbortSignal | undefined): Promise<boolean> {
    const until = new Date((await databaseTime(dataSource.manager)).getTime() - settledMs);
    const isOfAll = allUntil === undefined || until.getTime() - allUntil.getTime() >= allProjectsMs;
    const parameters: unknown[] = [JSON.stringify(lostFailure), until];
    if (countedUntil) parameters.push(boundAt(daysAfter(countedUntil, -clockDays)));
    const partitions = countedUntil ? "AND d.document_id >= $3" : "";
    const projects = countedUntil && !isOfAll ? await projectsWithNew(countedUntil) : undefined;
    if (projects) parameters.push(projects);
    const sql = countNewSql(projects ? "WHERE p.project_id = ANY($4::text[])" : "", partitions);
    const isDone = projects?.length === 0 || (await inPieces(() => inTurn(sql, parameters), 1, signal));
    if (isDone) countedUntil = until;
    if (isDone && isOfAll) allUntil = until;
    return isDone;
  }

  /** Tells whether all is counted that can be; not while another catalog counts. */
  async function count(signal?: AbortSignal): Promise<boolean> {
    const isDone = await countNew(signal);
    const parameters = [JSON.stringify(lostFailure)];
    return (await inPieces(() => inTurn(countOpenSql, parameters), mostOpen, signal)) && isDone;
  }

  const housekeeping = startHousekeeping({ what: "count documents", everyMs: countIntervalMs, work: count, logger });
  return { count, close: () => housekeeping.close() };
}
