import type { MigrationInterface, QueryRunner } from "typeorm";
import { createIndexConcurrently } from "../create-index-concurrently.ts";

const tables = [
  // `next_row` rows have documents. `retry_count` rows of batch_retries get further ones. Rows fail with their newest
  // document. `clock_at` and `clock_done` tell since when, and from how many rows on, the batch has gone on without a stop.
  `CREATE TABLE IF NOT EXISTS batches (
     batch_id text COLLATE "C" PRIMARY KEY,
     project_id text COLLATE "C" NOT NULL,
     key_id text COLLATE "C" NOT NULL,
     name text,
     template_id text COLLATE "C" NOT NULL,
     template_name text NOT NULL,
     version integer NOT NULL,
     source_id text COLLATE "C" NOT NULL,
     settings jsonb NOT NULL,
     metadata jsonb,
     keep_seconds integer NOT NULL,
     status text COLLATE "C" NOT NULL DEFAULT 'receiving',
     reason text,
     row_count integer NOT NULL DEFAULT 0,
     byte_count bigint NOT NULL DEFAULT 0,
     next_row integer NOT NULL DEFAULT 0,
     retry_count integer NOT NULL DEFAULT 0,
     attempt integer NOT NULL DEFAULT 1,
     stop_after_failures integer,
     forgiven_failures integer NOT NULL DEFAULT 0,
     not_before timestamptz(3),
     received_at timestamptz(3) NOT NULL DEFAULT now(),
     has_rows boolean NOT NULL DEFAULT true,
     clock_at timestamptz(3),
     clock_done integer NOT NULL DEFAULT 0,
     created_at timestamptz(3) NOT NULL DEFAULT now(),
     started_at timestamptz(3),
     finished_at timestamptz(3),
     CONSTRAINT batches_status CHECK (status IN
       ('receiving', 'queued', 'running', 'paused', 'completed', 'cancelled'))
   )`,
  `CREATE INDEX IF NOT EXISTS batches_created ON batches (project_id, created_at, batch_id)`,
  // As many entries as there are open batches.
  `CREATE INDEX IF NOT EXISTS batches_open ON batches (project_id, batch_id)
     WHERE status IN ('receiving', 'queued', 'running', 'paused')`,
  `CREATE INDEX IF NOT EXISTS batches_rows ON batches (finished_at) WHERE has_rows AND finished_at IS NOT NULL`,
  // Rows as they came, deflated together, so stored as they are. What rows say besides their data is not in there.
  `CREATE TABLE IF NOT EXISTS batch_chunks (
     batch_id text COLLATE "C" NOT NULL,
     first_row integer NOT NULL,
     project_id text COLLATE "C" NOT NULL,
     row_count integer NOT NULL,
     sizes integer[] NOT NULL,
     notes jsonb NOT NULL,
     data bytea NOT NULL,
     PRIMARY KEY (batch_id, first_row)
   )`,
  `ALTER TABLE batch_chunks ALTER COLUMN data SET STORAGE EXTERNAL`,
  `CREATE TABLE IF NOT EXISTS batch_retries (
     batch_id text COLLATE "C" NOT NULL,
     row_number integer NOT NULL,
     project_id text COLLATE "C" NOT NULL,
     PRIMARY KEY (batch_id, row_number)
   )`,
  // Exact, and without one row for which all catalogs wait: each has a shard of its own.
  `CREATE TABLE IF NOT EXISTS batch_counts (
     batch_id text COLLATE "C" NOT NULL,
     shard smallint NOT NULL,
     project_id text COLLATE "C" NOT NULL,
     completed integer NOT NULL DEFAULT 0,
     failed integer NOT NULL DEFAULT 0,
     cancelled integer NOT NULL DEFAULT 0,
     pages bigint NOT NULL DEFAULT 0,
     bytes bigint NOT NULL DEFAULT 0,
     render_ms double precision NOT NULL DEFAULT 0,
     changed_at timestamptz(3) NOT NULL DEFAULT now(),
     PRIMARY KEY (batch_id, shard)
   ) WITH (fillfactor = 50)`,
  // The files of the ZIP of a batch, until one of them is deleted or expires. `pages` tells where the files of each begin.
  `CREATE TABLE IF NOT EXISTS batch_archives (
     batch_id text COLLATE "C" PRIMARY KEY,
     project_id text COLLATE "C" NOT NULL,
     archive_id text COLLATE "C" NOT NULL,
     files integer NOT NULL,
     files_bytes bigint NOT NULL,
     directory_bytes bigint NOT NULL,
     pages jsonb NOT NULL,
     good_until timestamptz(3) NOT NULL
   )`,
  `CREATE TABLE IF NOT EXISTS batch_archive_pages (
     archive_id text COLLATE "C" NOT NULL,
     page integer NOT NULL,
     project_id text COLLATE "C" NOT NULL,
     files jsonb NOT NULL,
     created_at timestamptz(3) NOT NULL DEFAULT now(),
     PRIMARY KEY (archive_id, page)
   )`,
  ...["batch_chunks", "batch_retries", "batch_counts", "batch_archives", "batch_archive_pages"].map(
    (table) => `CREATE INDEX IF NOT EXISTS ${table}_project ON ${table} (project_id)`,
  ),
  `CREATE INDEX IF NOT EXISTS batch_archive_pages_created ON batch_archive_pages (created_at)`,
];

/**
 * Batches: many documents of one template, whose rows stay compressed until their documents are opened. None of the
 * tables refers to another, as a batch has up to a million rows.
 */
export class Batches0020 implements MigrationInterface {
  readonly name = "Batches0000000000020";
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of tables) await queryRunner.query(statement);
    // Nullable columns need no rewrite of the table.
    await queryRunner.query(
      `ALTER TABLE documents
         ADD COLUMN IF NOT EXISTS batch_id text COLLATE "C",
         ADD COLUMN IF NOT EXISTS row_number integer`,
    );
    await createIndexConcurrently(
      queryRunner,
      "documents_batch",
      "documents (batch_id, row_number, document_id) WHERE batch_id IS NOT NULL",
    );
    // As many entries as there are open documents of batches.
    await createIndexConcurrently(
      queryRunner,
      "documents_due_rows",
      `documents (project_id, batch_id, due_at)
         WHERE lane = 1 AND status IN ('queued', 'rendering') AND batch_id IS NOT NULL`,
    );
    await queryRunner.query(`ALTER TABLE document_contents ADD COLUMN IF NOT EXISTS crc32 bigint`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
