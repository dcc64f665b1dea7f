import type { MigrationInterface, QueryRunner } from "typeorm";
import { boundAt, databaseTime, daysAfter, midnightBefore } from "../partition-bounds.ts";
import { createIndexConcurrently } from "../create-index-concurrently.ts";
import { queryRows } from "../rows.ts";

/** Requests that need the table wait behind a statement that waits for it. None waits for longer than this. */
const lockTimeoutMs = 1_000;
/** The first partition ends so many days from now, at midnight. Catalogs create the next one as soon as they start. */
const firstDays = 2;

async function briefly(queryRunner: QueryRunner, work: () => Promise<void>): Promise<void> {
  await queryRunner.startTransaction();
  try {
    await queryRunner.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    await work();
    await queryRunner.commitTransaction();
  } catch (error) {
    await queryRunner.rollbackTransaction();
    throw error;
  }
}

/**
 * The end of the first partition, which all rows are known to be before. They are checked while the table takes writes, so
 * that attaching the table reads nothing.
 */
async function checkedEnd(queryRunner: QueryRunner): Promise<string> {
  const [earlier] = await queryRows<{ end: string }>(
    queryRunner.manager,
    `SELECT substring(pg_get_constraintdef(oid) FROM '''(doc_[^'']+)''') AS "end" FROM pg_constraint
     WHERE conrelid = 'documents'::regclass AND conname = 'documents_first_end' AND convalidated`,
  );
  const now = await databaseTime(queryRunner.manager);
  // An earlier attempt has checked the rows and then waited for the table in vain.
  if (earlier && earlier.end > boundAt(daysAfter(now, firstDays / 2))) return earlier.end;
  const end = boundAt(daysAfter(midnightBefore(now), firstDays + 1));
  await briefly(queryRunner, async () => {
    await queryRunner.query("ALTER TABLE documents DROP CONSTRAINT IF EXISTS documents_first_end");
    await queryRunner.query(
      `ALTER TABLE documents ADD CONSTRAINT documents_first_end CHECK (document_id < '${end}') NOT VALID`,
    );
  });
  await queryRunner.query("ALTER TABLE documents VALIDATE CONSTRAINT documents_first_end");
  return end;
}

/** Puts a partitioned table with the same columns, indexes and rights in the place of the table, which becomes its first partition. */
async function partition(queryRunner: QueryRunner, end: string): Promise<void> {
  const { manager } = queryRunner;
  await queryRunner.query("LOCK TABLE documents");
  const indexes = await queryRows<{ name: string; definition: string }>(
    manager,
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
     WHERE i.indrelid = 'documents'::regclass AND i.indisvalid AND NOT i.indisprimary`,
  );
  await queryRunner.query("ALTER TABLE documents RENAME TO documents_first");
  await queryRunner.query("ALTER TABLE documents_first RENAME CONSTRAINT documents_pkey TO documents_first_pkey");
  for (const { name } of indexes) await queryRunner.query(`ALTER INDEX "${name}" RENAME TO "first_${name}"`);
  await queryRunner.query(
    "CREATE TABLE documents (LIKE documents_first INCLUDING ALL EXCLUDING INDEXES) PARTITION BY RANGE (document_id)",
  );
  await queryRunner.query("ALTER TABLE documents DROP CONSTRAINT documents_first_end");
  await queryRunner.query("ALTER TABLE documents ADD PRIMARY KEY (document_id)");
  for (const { definition } of indexes) await queryRunner.query(definition);
  await queryRunner.query(
    `ALTER TABLE documents ATTACH PARTITION documents_first FOR VALUES FROM (MINVALUE) TO ('${end}')`,
  );
  await queryRunner.query("ALTER TABLE documents_first DROP CONSTRAINT documents_first_end");
  // For rows that no other partition takes, because no catalog has created one in time.
  await queryRunner.query("CREATE TABLE documents_default PARTITION OF documents DEFAULT");
  // An operator may let reports read the table.
  const rights = await queryRows<{ sql: string }>(
    manager,
    `SELECT format('GRANT %s ON documents TO %s', a.privilege_type,
                   CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END) AS sql
     FROM pg_class AS c CROSS JOIN LATERAL aclexplode(c.relacl) AS a
     WHERE c.oid = 'documents_first'::regclass AND a.grantee <> c.relowner`,
  );
  for (const { sql } of rights) await queryRunner.query(sql);
}

/**
 * Replaces two indexes by smaller ones, before they become those of every partition. Nearly all documents are completed, so
 * they need no index by their state: the index by time has the state beside it. A request's id needs no order.
 */
async function slimIndexes(queryRunner: QueryRunner): Promise<void> {
  const slim = {
    documents_timeline: "documents (project_id, created_at, document_id) INCLUDE (status)",
    documents_exceptions: "documents (project_id, status, created_at, document_id) WHERE status <> 'completed'",
    documents_request_id: "documents (project_id, request_id) WHERE request_id IS NOT NULL",
  };
  for (const [name, on] of Object.entries(slim)) await createIndexConcurrently(queryRunner, name, on);
  for (const name of ["documents_created", "documents_status", "documents_request"])
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}

/**
 * Partitions the documents by the time in their ids: a retention drops partitions, and vacuum never comes back to old ones.
 * The table of before becomes the first partition, with its indexes, so nothing is copied. Requests wait while the catalog
 * of PostgreSQL changes, which takes milliseconds.
 */
export class PartitionedDocuments0023 implements MigrationInterface {
  readonly name = "PartitionedDocuments0000000000023";
  // The rows are checked outside the transaction that needs the table for itself.
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    const [table] = await queryRows<{ kind: string }>(
      queryRunner.manager,
      "SELECT relkind AS kind FROM pg_class WHERE oid = 'documents'::regclass",
    );
    if (table?.kind === "p") return;
    await slimIndexes(queryRunner);
    const end = await checkedEnd(queryRunner);
    await briefly(queryRunner, () => partition(queryRunner, end));
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
