import type { LeasedDocument } from "@platen/contracts/internal";
import type { createPreparedTransactions, RunPrepared } from "../database/prepared-transactions.ts";
import { accountOf } from "../projects/account-of-project.ts";
import { isOpen } from "./open-condition.ts";
import { openLeaseTurns, type FlowPlaces, type ServedLately } from "./lease-turns.ts";

/** Longer than the deadline of a fed document: until then its worker has reported. */
const leaseSeconds = 60;
/** An arbitrary number that every catalog uses for this lock. */
const leaseLock = 7_205_803;
/** How often one lease gives the places that were left to others, where flows had fewer documents than places. */
const mostRounds = 20;

/**
 * Tables that were small when PostgreSQL last counted them are read by their indexes too, and no statement is planned twice. The
 * next statement sees what the lease before has changed.
 */
const lockSql = `
  SELECT set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true),
         pg_advisory_xact_lock(${leaseLock})`;

const isDue = `${isOpen} AND due_at <= now()`;

/** The documents of a flow that are due: of a project those in no batch, and of a batch those of an open one. */
const dueOf = (columns: string, { project, flow }: { project: string; flow: string }, rest = "") => ({
  single: `SELECT ${columns} FROM documents WHERE ${flow} = ${project} AND project_id = ${project} AND ${isDue}
             AND batch_id IS NULL ${rest}`,
  row: `SELECT ${columns} FROM documents WHERE ${flow} <> ${project} AND project_id = ${project} AND batch_id = ${flow}
          AND ${isDue} AND EXISTS (
            SELECT 1 FROM batches AS b WHERE b.batch_id = ${flow} AND b.project_id = ${project} AND b.status IN ('queued', 'running')
          ) ${rest}`,
});

const taken = dueOf(
  "document_id, due_at",
  { project: "f.project_id", flow: "f.flow" },
  "ORDER BY due_at, document_id LIMIT f.most FOR UPDATE SKIP LOCKED",
);
const left = dueOf("1", { project: "h.holder", flow: "h.member" });
const isFlowDue = `(EXISTS (${left.single}) OR EXISTS (${left.row}))`;

/**
 * Of each flow it takes the documents that have been due for the longest, one for each of its places, in the order of the
 * places. It waits for no document that another statement changes.
 */
const leaseSql = `
  WITH places AS (
    SELECT project_id, flow, place, row_number() OVER (PARTITION BY flow ORDER BY place) AS number
    FROM unnest($4::text[], $5::text[], $6::integer[]) AS p (project_id, flow, place)
  ), flows AS (
    SELECT project_id, flow, count(*)::integer AS most FROM places GROUP BY project_id, flow
  ), due AS (
    SELECT f.flow, f.project_id, d.* FROM flows AS f CROSS JOIN LATERAL (${taken.single}) AS d
    UNION ALL
    SELECT f.flow, f.project_id, d.* FROM flows AS f CROSS JOIN LATERAL (${taken.row}) AS d
  ), numbered AS (
    SELECT due.*, row_number() OVER (PARTITION BY flow ORDER BY due_at, document_id) AS number FROM due
  ), chosen AS (
    SELECT * FROM (
      SELECT n.document_id, n.project_id, n.flow, p.place,
             sum(coalesce(i.input_bytes, i.sealed_input_bytes)) OVER (ORDER BY p.place)
               - coalesce(i.input_bytes, i.sealed_input_bytes) AS bytes_before
      FROM numbered AS n
      JOIN places AS p ON p.flow = n.flow AND p.number = n.number
      JOIN document_inputs AS i ON i.document_id = n.document_id AND i.project_id = n.project_id
    ) AS first WHERE bytes_before < $3
  ), leased AS (
    UPDATE documents AS d SET lease = $1, due_at = now() + make_interval(secs => $2)
    FROM chosen AS c
    WHERE d.document_id = c.document_id AND d.project_id = c.project_id
    RETURNING d.document_id, d.project_id, d.request_id, d.created_at, d.due_at, d.batch_id, d.row_number, d.trace, c.flow, c.place
  )
  SELECT l.document_id AS "documentId", l.project_id AS "projectId", ${accountOf("p")} AS "accountId",
         i.source_id AS "sourceId", coalesce(l.request_id, '') AS "requestId", i.keep_seconds AS "keepSeconds",
         l.created_at AS "createdAt", l.due_at AS "leasedUntil", l.flow, l.trace,
         coalesce(i.input_bytes, i.sealed_input_bytes) AS "inputBytes", i.input, i.sealed, l.batch_id AS "batchId", l.row_number AS "rowNumber"
  FROM leased AS l
  JOIN projects AS p ON p.project_id = l.project_id
  JOIN document_inputs AS i ON i.document_id = l.document_id AND i.project_id = l.project_id
  ORDER BY l.place`;

export type LeasedRow = Omit<LeasedDocument, "createdAt" | "leasedUntil" | "input" | "row" | "trace"> & {
  createdAt: Date;
  leasedUntil: Date;
  input: Buffer | null;
  sealed: Buffer | null;
  batchId: string | null;
  rowNumber: number | null;
  trace: string | null;
  flow: string;
};

export type LeaseLimits = { courier: string; documents: number; inputBytes: number };

function leaseOf(run: RunPrepared, flows: readonly FlowPlaces[], limits: LeaseLimits): Promise<LeasedRow[]> {
  const places = flows.flatMap(({ projectId, flow, places: ofFlow }) =>
    ofFlow.map((place) => ({ projectId, flow, place })),
  );
  return run<LeasedRow>(leaseSql, [
    limits.courier,
    leaseSeconds,
    limits.inputBytes,
    places.map(({ projectId }) => projectId),
    places.map(({ flow }) => flow),
    places.map(({ place }) => place),
  ]);
}

/**
 * Leases documents that are due. What it reads grows with what it gives, and not with the projects that wait: the turns say
 * whose documents it looks at. Leases come one after the other, so that each has the turns as the one before left them.
 */
export function leaseDocuments(
  transact: ReturnType<typeof createPreparedTransactions>,
  limits: LeaseLimits,
  batches: readonly { projectId: string; batchId: string }[],
  served: ServedLately,
): Promise<LeasedRow[]> {
  return transact(async (run) => {
    await run(lockSql);
    const turns = await openLeaseTurns(run, batches, served);
    const leased: LeasedRow[] = [];
    let { inputBytes } = limits;
    for (let round = 1; round <= mostRounds && leased.length < limits.documents && inputBytes > 0; round += 1) {
      const flows = await turns.next(leased.length, limits.documents - leased.length);
      if (flows.length === 0) break;
      const rows = await leaseOf(run, flows, { ...limits, inputBytes });
      await turns.end(
        flows,
        new Map([...Map.groupBy(rows, ({ flow }) => flow)].map(([flow, { length }]) => [flow, length])),
        isFlowDue,
      );
      for (const row of rows) inputBytes -= row.inputBytes;
      leased.push(...rows);
    }
    return leased;
  });
}
