import type { MigrationInterface, QueryRunner } from "typeorm";
import { createIndexConcurrently } from "../create-index-concurrently.ts";

/** The ids of requests, with the indexes by which documents are found, and the requests that were refused. */
export class RequestIds0016 implements MigrationInterface {
  readonly name = "RequestIds0000000000016";
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // A nullable column without a default needs no rewrite of the table.
    await queryRunner.query(`ALTER TABLE documents ADD COLUMN IF NOT EXISTS request_id text COLLATE "C"`);
    await createIndexConcurrently(
      queryRunner,
      "documents_request",
      "documents (project_id, request_id, created_at, document_id) WHERE request_id IS NOT NULL",
    );
    // In bytewise order, so that LIKE finds the texts with a prefix by it.
    await createIndexConcurrently(
      queryRunner,
      "documents_filename",
      `documents (project_id, filename COLLATE "C", created_at, document_id) WHERE filename IS NOT NULL`,
    );
    // One row for all requests of a minute with the same key and code. A project has at most a few hundred rows.
    await queryRunner.query(
      `CREATE TABLE IF NOT EXISTS refused_requests (
         refusal_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         project_id text COLLATE "C" NOT NULL REFERENCES projects ON DELETE CASCADE,
         key_id text COLLATE "C" NOT NULL,
         code text COLLATE "C" NOT NULL,
         minute timestamptz NOT NULL,
         requests integer NOT NULL,
         message text NOT NULL,
         path text,
         request_id text COLLATE "C" NOT NULL,
         last_at timestamptz(3) NOT NULL,
         CONSTRAINT refused_requests_minute_unique UNIQUE (project_id, key_id, code, minute)
       )`,
    );
    await queryRunner.query(`CREATE INDEX IF NOT EXISTS refused_requests_minute ON refused_requests (minute)`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
