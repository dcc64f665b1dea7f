import type { DataSource } from "typeorm";
import { prepare } from "../database/rows.ts";
import { keyIdOf } from "../secrets/sealer.ts";
import type { WaitingSeal } from "../secrets/waiting-seal.ts";

const findSql = `
  SELECT r.document_id AS "documentId"
  FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[]) AS r (document_id, project_id, batch_id, row_number)
  CROSS JOIN LATERAL (
    SELECT sealed IS NOT NULL AS is_sealed, ${keyIdOf("sealed")} AS key_id FROM batch_chunks
    WHERE batch_id = r.batch_id AND project_id = r.project_id AND first_row <= r.row_number
    ORDER BY first_row DESC LIMIT 1
  ) AS c
  -- For rows that are not sealed, a comparison with no key at all holds.
  WHERE c.is_sealed AND c.key_id <> ALL ($5::bytea[])`;

type Row = { documentId: string; projectId: string; batchId: string | null; rowNumber: number | null };

/** Creates the function that finds, among documents of rows, those whose rows are sealed with a key that is not there. */
export function createFindRowsWithoutKey({ dataSource, seal }: { dataSource: DataSource; seal: WaitingSeal }) {
  const find = prepare<{ documentId: string }>(dataSource, "rows_without_key", findSql);

  return async function findRowsWithoutKey(documents: readonly Row[]): Promise<ReadonlySet<string>> {
    const rows = documents.filter(({ batchId }) => batchId !== null);
    if (rows.length === 0) return new Set();
    const found = await find([
      rows.map(({ documentId }) => documentId),
      rows.map(({ projectId }) => projectId),
      rows.map(({ batchId }) => batchId),
      rows.map(({ rowNumber }) => rowNumber),
      seal.keyIds,
    ]);
    return new Set(found.map(({ documentId }) => documentId));
  };
}

export type FindRowsWithoutKey = ReturnType<typeof createFindRowsWithoutKey>;
