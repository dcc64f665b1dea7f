import { idsFrom } from "@platen/contracts";
import { withConnection } from "@platen/provisioning";

const dayMs = 24 * 60 * 60 * 1_000;
/** A week each, as with a retention of 90 days. */
const partitions = 13;
const daysOfPartition = 7;
const keysOfProject = 3;
const templatesOfProject = 10;
/** A week of 50 million documents takes one to two minutes. */
const queryTimeoutMs = 30 * 60 * 1_000;

export type DocumentOwners = { large: string; small: string; others: readonly string[] };

/** The key or template of a project by its number, as `buildDocuments` names them. */
export const keyOf = (projectId: string, number: number) => `key_${number}${projectId.slice(5)}`;
export const templateOf = (projectId: string, number: number) => `tpl_${number}${projectId.slice(5)}`;

/**
 * Fills the catalog's table with documents of the last 13 weeks, and empties it before. Every tenth document is of the
 * large project, one of 10,000 of the small one, and the rest are mixed. A table is filled before it becomes a partition:
 * then PostgreSQL builds its indexes once, and logs no rows.
 */
export async function buildDocuments(
  databaseUrl: string,
  { large, small, others }: DocumentOwners,
  count: number,
): Promise<void> {
  const endsAt = (Math.floor(Date.now() / dayMs) + 1) * dayMs;
  const beginsAt = endsAt - partitions * daysOfPartition * dayMs;
  // The last documents are of a minute ago.
  const stepMs = (Date.now() - 60_000 - beginsAt) / count;
  await withConnection(databaseUrl, async (database) => {
    const { rows } = await database.query<{ name: string }>(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'documents'::regclass",
    );
    for (const { name } of rows) await database.query(`DROP TABLE ${name}`);
  });
  const boundOf = (index: number) => idsFrom("document", new Date(beginsAt + index * daysOfPartition * dayMs));

  async function fill(index: number): Promise<void> {
    const first = Math.max(0, Math.ceil((index * daysOfPartition * dayMs) / stepMs));
    const end = Math.min(count, Math.ceil(((index + 1) * daysOfPartition * dayMs) / stepMs));
    const name = `documents_of_bench_${index}`;
    await withConnection(
      databaseUrl,
      async (database) => {
        await database.query("SET maintenance_work_mem = '600MB'; SET statement_timeout = 0; SET jit = off");
        await database.query("BEGIN");
        await database.query(`CREATE TABLE ${name} (LIKE documents INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
        await database.query(
          `INSERT INTO ${name} (document_id, project_id, template_id, template_name, version, key_id, status, page_count,
                                size_bytes, queue_ms, render_ms, failure, warning_codes, request_id, created_at, finished_at)
           SELECT 'doc_' || ${timeOf("ms")} || substr(md5(n::text), 1, 16), p.id, 'tpl_' || (n / 3) % ${templatesOfProject} || substr(p.id, 6), 'Invoice', 1,
                  'key_' || (n / 7) % ${keysOfProject} || substr(p.id, 6), CASE WHEN n % 200 = 0 THEN 'failed' ELSE 'completed' END, 1,
                  28000, 1.5, 18.5, CASE WHEN n % 200 = 0 THEN '{"code": "render_timeout", "message": "Late.", "retryable": true}'::jsonb END,
                  CASE WHEN n % 100 = 1 THEN ARRAY['data.missing'] END, CASE WHEN n % 10 < 2 THEN 'req_' || ${timeOf("ms")} || substr(md5(n::text), 9, 16) END,
                  to_timestamp(ms / 1000.0), to_timestamp(ms / 1000.0 + 0.02)
           FROM generate_series($1::bigint, $2::bigint - 1) AS n
           CROSS JOIN LATERAL (SELECT ($3::double precision + n * $4::double precision)::bigint AS ms) AS t
           CROSS JOIN LATERAL (
             SELECT CASE WHEN n % 10 = 0 THEN $5 WHEN n % 10000 = 1 THEN $6
                         ELSE ($7::text[])[1 + (n / 10 + n) % $8] END AS id
           ) AS p`,
          [first, end, beginsAt, stepMs, large, small, others, others.length],
        );
        await database.query(
          `ALTER TABLE documents ATTACH PARTITION ${name} FOR VALUES FROM ('${boundOf(index)}') TO ('${boundOf(index + 1)}')`,
        );
        await database.query("COMMIT");
      },
      { queryTimeoutMs },
    );
  }

  await withConnection(databaseUrl, async (database) => {
    await database.query("CREATE TABLE documents_default PARTITION OF documents DEFAULT");
  });
  // One connection for each of two processors. Attaching waits for the other's transaction.
  const waiting = Array.from({ length: partitions }, (_, index) => index);
  async function fillNext(): Promise<void> {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) await fill(index);
  }
  await Promise.all([fillNext(), fillNext()]);
  // At the end, because a vacuum passes over the rows that an older transaction may not see.
  await withConnection(databaseUrl, (database) => database.query("VACUUM (ANALYZE) documents"), { queryTimeoutMs });
}

/** The time of a ULID as SQL: ten digits of five bits. */
function timeOf(ms: string): string {
  return Array.from(
    { length: 10 },
    (_, index) => `substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + ((${ms} >> ${45 - index * 5}) & 31)::integer, 1)`,
  ).join(" || ");
}
