import type { MigrationInterface, QueryRunner } from "typeorm";

/** One statement sees one state: what is stored in it, less what is counted in it, was stored before the triggers. */
const countUncounted = `
  INSERT INTO usage_changes (project_id, kind, bytes)
  SELECT project_id, kind, sum(bytes) FROM (
    SELECT project_id, 'contents' AS kind, sum(size_bytes) AS bytes
    FROM document_contents WHERE deleted_at IS NULL GROUP BY project_id
    UNION ALL
    SELECT project_id, 'waiting', sum(octet_length(coalesce(sealed, input))) FROM document_inputs GROUP BY project_id
    UNION ALL
    SELECT project_id, 'rows', sum(coalesce(stored_bytes, octet_length(coalesce(sealed, data))))
    FROM batch_chunks GROUP BY project_id
    UNION ALL
    SELECT u.project_id, k.kind, -k.bytes FROM project_usage AS u
    CROSS JOIN LATERAL (VALUES ('contents', u.content_bytes), ('rows', u.row_bytes), ('waiting', u.waiting_bytes))
      AS k (kind, bytes)
    UNION ALL
    SELECT project_id, kind, -bytes FROM usage_changes
  ) AS found
  GROUP BY project_id, kind HAVING sum(bytes) <> 0`;

/** Counts what was stored before the triggers. A migration of its own: it reads for longer than a trigger's lock may last. */
export class UsageBefore0031 implements MigrationInterface {
  readonly name = "UsageBefore0000000000031";

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(countUncounted);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
