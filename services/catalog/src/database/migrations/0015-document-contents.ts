import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // Nothing refers to it and it refers to nothing: a row stays until its object is deleted, longer than document and
  // project.
  `CREATE TABLE document_contents (
     content_id text COLLATE "C" PRIMARY KEY,
     document_id text COLLATE "C" NOT NULL,
     project_id text COLLATE "C" NOT NULL,
     size_bytes integer,
     sha256 text COLLATE "C",
     expires_at timestamptz(3) NOT NULL,
     deleted_at timestamptz(3),
     sweep_at timestamptz
   )`,
  `CREATE INDEX document_contents_document ON document_contents (document_id, project_id)`,
  `CREATE INDEX document_contents_project ON document_contents (project_id)`,
  `CREATE INDEX document_contents_sweep ON document_contents (sweep_at) WHERE sweep_at IS NOT NULL`,
];

/**
 * The PDFs that Platen keeps. A row is written before its object and deleted after it, so that every object has a row.
 * `sha256` is there once the object is written whole. `sweep_at` tells when housekeeping looks at the row again. A
 * table of its own: documents whose PDFs are not kept pay nothing for it.
 */
export class DocumentContents0015 implements MigrationInterface {
  readonly name = "DocumentContents0000000000015";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
