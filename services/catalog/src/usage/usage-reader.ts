import { Problem } from "@platen/contracts";
import type { DataSource } from "typeorm";
import { queryRows } from "../database/rows.ts";
import { usageColumns, type ByteLimits, type UsageKind } from "../database/byte-limits.ts";

type UsageRow = Record<`${UsageKind}${"" | "OfAccount"}`, number> & { isOwner: boolean };

const usageSql = `
  SELECT coalesce(u.content_bytes, 0)::double precision AS contents, coalesce(u.row_bytes, 0)::double precision AS rows,
         coalesce(u.waiting_bytes, 0)::double precision AS waiting,
         p.owner_account_id IS NOT DISTINCT FROM $2 AS "isOwner",
         ${Object.entries(usageColumns)
           .map(([kind, column]) => `coalesce(a.${column}, 0)::double precision AS "${kind}OfAccount"`)
           .join(", ")}
  FROM projects AS p
  LEFT JOIN project_usage AS u ON u.project_id = p.project_id
  CROSS JOIN LATERAL (
    SELECT sum(content_bytes) AS content_bytes, sum(row_bytes) AS row_bytes, sum(waiting_bytes) AS waiting_bytes
    FROM projects AS o JOIN project_usage AS s ON s.project_id = o.project_id
    WHERE o.owner_account_id = p.owner_account_id
  ) AS a
  WHERE p.project_id = $1`;

const limitOrNull = (limit: number) => (limit === 0 ? null : limit);

/** Creates the function that tells what a project stores, and its limits. What the account stores is for its own eyes. */
export function createUsageReader(dataSource: DataSource, limits: ByteLimits) {
  return async function readUsage(projectId: string, accountId: string) {
    const [row] = await queryRows<UsageRow>(dataSource.manager, usageSql, [projectId, accountId]);
    if (!row) throw new Problem("project.not_found");
    const usageOf = (kind: UsageKind) => ({
      usedBytes: row[kind],
      limitBytes: limitOrNull(limits[kind].project),
      account: row.isOwner
        ? { usedBytes: row[`${kind}OfAccount`], limitBytes: limitOrNull(limits[kind].account) }
        : null,
    });
    return { contents: usageOf("contents"), rows: usageOf("rows"), waiting: usageOf("waiting") };
  };
}

export type UsageReader = ReturnType<typeof createUsageReader>;
