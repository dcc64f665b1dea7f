import type { MigrationInterface, QueryRunner } from "typeorm";
import { createIndexConcurrently } from "../create-index-concurrently.ts";

/**
 * Documents that no caller waits for: when they are due, who has them until then, and what they are made from. `lane` is 1
 * for them and 0 for documents whose callers wait, which pay for none of this.
 */
export class BackgroundDocuments0017 implements MigrationInterface {
  readonly name = "BackgroundDocuments0000000000017";
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // Constant defaults and nullable columns need no rewrite of the table.
    await queryRunner.query(
      `ALTER TABLE documents
         ADD COLUMN IF NOT EXISTS lane smallint NOT NULL DEFAULT 0,
         ADD COLUMN IF NOT EXISTS reference text,
         ADD COLUMN IF NOT EXISTS metadata jsonb,
         ADD COLUMN IF NOT EXISTS not_before timestamptz(3),
         ADD COLUMN IF NOT EXISTS attempts smallint NOT NULL DEFAULT 0,
         ADD COLUMN IF NOT EXISTS due_at timestamptz(3),
         ADD COLUMN IF NOT EXISTS lease text COLLATE "C"`,
    );
    // As many entries as there are open documents.
    await createIndexConcurrently(
      queryRunner,
      "documents_due",
      "documents (project_id, due_at) WHERE lane = 1 AND status IN ('queued', 'rendering')",
    );
    await createIndexConcurrently(
      queryRunner,
      "documents_reference",
      `documents (project_id, reference COLLATE "C", created_at, document_id) WHERE reference IS NOT NULL`,
    );
    // Deleted by the statement that closes the document. Stored as it comes, because it is deflated already.
    await queryRunner.query(
      `CREATE TABLE IF NOT EXISTS document_inputs (
         document_id text COLLATE "C" PRIMARY KEY,
         project_id text COLLATE "C" NOT NULL,
         source_id text COLLATE "C" NOT NULL,
         keep_seconds integer NOT NULL,
         input_bytes integer NOT NULL,
         input bytea NOT NULL
       )`,
    );
    await queryRunner.query(`ALTER TABLE document_inputs ALTER COLUMN input SET STORAGE EXTERNAL`);
    await queryRunner.query(`CREATE INDEX IF NOT EXISTS document_inputs_project ON document_inputs (project_id)`);
    // The Idempotency-Keys of requests that are answered before their documents are made: as durable as the answer.
    await queryRunner.query(
      `CREATE TABLE IF NOT EXISTS request_keys (
         project_id text COLLATE "C" NOT NULL,
         key_hash text COLLATE "C" NOT NULL,
         body_hash text COLLATE "C" NOT NULL,
         document_id text COLLATE "C" NOT NULL,
         created_at timestamptz(3) NOT NULL DEFAULT now(),
         PRIMARY KEY (project_id, key_hash)
       )`,
    );
    await queryRunner.query(`CREATE INDEX IF NOT EXISTS request_keys_created ON request_keys (created_at)`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
