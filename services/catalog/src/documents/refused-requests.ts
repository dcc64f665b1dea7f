import { maxRefusedRequests } from "@platen/contracts";
import type { Refusal } from "@platen/contracts/internal";
import type { DataSource } from "typeorm";
import { queryRows } from "../database/rows.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { readPage, type Page } from "../pagination/read-page.ts";

export type RefusedRequestRow = {
  keyId: string;
  keyName: string;
  keyLastFour: string;
  code: string;
  message: string;
  path: string | null;
  requestId: string;
  requests: number;
  lastAt: Date;
};

export type RefusedRequestQuery = PageRequest & { sort: `lastAt:${"asc" | "desc"}`; keyId?: string | undefined };

// In the order of the rows' key, so that two gateways wait for one another and never in a circle.
const recordSql = `
  INSERT INTO refused_requests (project_id, key_id, code, minute, requests, message, path, request_id, last_at)
  SELECT k.project_id, k.key_id, r.code, date_trunc('minute', now()), r.requests, r.message, r.path, r.request_id, now()
  FROM unnest($1::text[], $2::text[], $3::integer[], $4::text[], $5::text[], $6::text[])
    AS r (value_hash, code, requests, message, path, request_id)
  JOIN api_keys AS k ON k.value_hash = r.value_hash AND k.revoked_at IS NULL
  ORDER BY k.project_id, k.key_id, r.code
  ON CONFLICT (project_id, key_id, code, minute) DO UPDATE
  SET requests = refused_requests.requests + EXCLUDED.requests, message = EXCLUDED.message, path = EXCLUDED.path,
      request_id = EXCLUDED.request_id, last_at = EXCLUDED.last_at
  RETURNING project_id AS "projectId"`;

const trimSql = `
  DELETE FROM refused_requests AS r
  USING unnest($1::text[]) AS p (project_id)
  CROSS JOIN LATERAL (
    SELECT refusal_id FROM refused_requests WHERE project_id = p.project_id
    ORDER BY last_at DESC, refusal_id DESC OFFSET ${maxRefusedRequests}
  ) AS old
  WHERE r.refusal_id = old.refusal_id`;

/** The requests of keys that were refused: the newest of each project. */
export function createRefusedRequests(dataSource: DataSource) {
  return {
    /** Counts refusals of the current minute, and removes all but the newest of their projects. */
    async record(refusals: readonly Refusal[]): Promise<void> {
      const recorded = await queryRows<{ projectId: string }>(dataSource.manager, recordSql, [
        refusals.map(({ keyHash }) => keyHash),
        refusals.map(({ code }) => code),
        refusals.map(({ requests }) => requests),
        refusals.map(({ message }) => message),
        refusals.map(({ path }) => path ?? null),
        refusals.map(({ requestId }) => requestId),
      ]);
      const projectIds = [...new Set(recorded.map(({ projectId }) => projectId))];
      if (projectIds.length > 0) await queryRows(dataSource.manager, trimSql, [projectIds]);
    },

    list(projectId: string, query: RefusedRequestQuery): Promise<Page<RefusedRequestRow>> {
      const byKey = query.keyId === undefined ? undefined : "r.key_id = $2";
      return readPage<RefusedRequestRow, "lastAt">(
        dataSource,
        {
          columns: `r.key_id AS "keyId", k.name AS "keyName", k.last_four AS "keyLastFour", r.code, r.message, r.path,
                    r.request_id AS "requestId", r.requests, r.last_at AS "lastAt"`,
          from: "refused_requests AS r JOIN api_keys AS k ON k.key_id = r.key_id AND k.project_id = r.project_id",
          where: ["r.project_id = $1", ...(byKey === undefined ? [] : [byKey])],
          parameters: [projectId, ...(byKey === undefined ? [] : [query.keyId])],
          id: "r.refusal_id",
          sorts: { lastAt: "r.last_at" },
        },
        query,
      );
    },
  };
}

export type RefusedRequests = ReturnType<typeof createRefusedRequests>;
