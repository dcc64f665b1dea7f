import type { Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { startHousekeeping } from "../database/housekeeping.ts";
import { queryRows } from "../database/rows.ts";
import { usageKinds, type UsageKind } from "../database/byte-limits.ts";

/** Limits look at what was counted by then, so a project may exceed them by what it sends in this time. */
const countIntervalMs = 5_000;
const portion = 10_000;

const bytesOf = (kind: UsageKind) => `coalesce(sum(bytes) FILTER (WHERE kind = '${kind}'), 0)`;

/** Adds changes up, each once: several catalogs take different ones. In one order, so that they never wait for each other. */
const countSql = `
  WITH taken AS (
    DELETE FROM usage_changes WHERE ctid IN (SELECT ctid FROM usage_changes LIMIT ${portion} FOR UPDATE SKIP LOCKED)
    RETURNING project_id, kind, bytes
  ), added AS (
    INSERT INTO project_usage AS u (project_id, content_bytes, row_bytes, waiting_bytes)
    SELECT project_id, ${bytesOf("contents")}, ${bytesOf("rows")}, ${bytesOf("waiting")}
    FROM taken GROUP BY project_id ORDER BY project_id
    ON CONFLICT (project_id) DO UPDATE
    SET content_bytes = u.content_bytes + EXCLUDED.content_bytes, row_bytes = u.row_bytes + EXCLUDED.row_bytes,
        waiting_bytes = u.waiting_bytes + EXCLUDED.waiting_bytes
  )
  SELECT count(*)::integer AS count FROM taken`;

/** Sums of bigint come as texts otherwise. They stay below 2^53. */
const totalSql = `
  SELECT coalesce(sum(content_bytes), 0)::double precision AS contents, coalesce(sum(row_bytes), 0)::double precision AS rows,
         coalesce(sum(waiting_bytes), 0)::double precision AS waiting
  FROM project_usage`;

/** Adds up what projects store, from the changes that triggers have written down, and reports the sums for the metric. */
export function createUsageCounts(options: {
  dataSource: DataSource;
  report: (kind: UsageKind, bytes: number) => void;
  logger: Pick<Logger, "warn">;
}) {
  const { dataSource, report, logger } = options;

  async function count(signal?: AbortSignal): Promise<void> {
    for (let isMore = true; isMore;) {
      const [found] = await queryRows<{ count: number }>(dataSource.manager, countSql);
      isMore = found?.count === portion && signal?.aborted !== true;
    }
    const [total] = await queryRows<Record<UsageKind, number>>(dataSource.manager, totalSql);
    if (total) for (const kind of usageKinds) report(kind, total[kind]);
  }

  const housekeeping = startHousekeeping({
    what: "count what projects store",
    everyMs: countIntervalMs,
    work: count,
    logger,
  });
  return { count, close: () => housekeeping.close() };
}
