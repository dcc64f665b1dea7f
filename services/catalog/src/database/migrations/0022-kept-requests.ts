import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // A table of its own: the statement that creates a document looks into it, and it has rows of few projects.
  `CREATE TABLE request_keeping (
     project_id text COLLATE "C" PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
     days smallint NOT NULL,
     redacted_paths text[] NOT NULL,
     revision integer NOT NULL DEFAULT 1
   )`,
  // Nothing refers to it and it refers to nothing, like document_inputs. `sealed` is null for a request that was too large.
  `CREATE TABLE kept_requests (
     document_id text COLLATE "C" PRIMARY KEY,
     project_id text COLLATE "C" NOT NULL,
     sealed bytea,
     stored_bytes integer NOT NULL,
     created_at timestamptz(3) NOT NULL DEFAULT now(),
     expires_at timestamptz(3) NOT NULL
   )`,
  // Encrypted bytes do not shrink.
  `ALTER TABLE kept_requests ALTER COLUMN sealed SET STORAGE EXTERNAL`,
  `CREATE INDEX kept_requests_project ON kept_requests (project_id, created_at, document_id) INCLUDE (stored_bytes)`,
  `CREATE INDEX kept_requests_expiry ON kept_requests (expires_at)`,
];

/** For how long projects keep the requests of documents, and the requests, encrypted. */
export class KeptRequests0022 implements MigrationInterface {
  readonly name = "KeptRequests0000000000022";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
