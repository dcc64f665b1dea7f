import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // `uses` has the names of the snippets that its HTML names itself.
  `CREATE TABLE snippets (
     snippet_id text COLLATE "C" PRIMARY KEY,
     project_id text COLLATE "C" NOT NULL REFERENCES projects ON DELETE CASCADE,
     name text COLLATE "C" NOT NULL,
     html text NOT NULL,
     css text NOT NULL,
     uses text[] COLLATE "C" NOT NULL DEFAULT '{}',
     revision integer NOT NULL DEFAULT 1,
     saved_by text COLLATE "C" REFERENCES accounts ON DELETE SET NULL,
     updated_at timestamptz(3) NOT NULL DEFAULT now(),
     CONSTRAINT snippets_name_unique UNIQUE (project_id, name)
   )`,

  // The snippets in a version. They may be gone, so nothing refers to them.
  `CREATE TABLE version_snippets (
     version_id text COLLATE "C" NOT NULL REFERENCES template_versions ON DELETE CASCADE,
     snippet_id text COLLATE "C" NOT NULL,
     project_id text COLLATE "C" NOT NULL,
     revision integer NOT NULL,
     PRIMARY KEY (version_id, snippet_id)
   )`,
  `CREATE INDEX version_snippets_snippet ON version_snippets (project_id, snippet_id)`,

  // Constant defaults, and nullable columns without one, need no rewrite of a table.
  `ALTER TABLE template_drafts ADD COLUMN snippets text[] COLLATE "C" NOT NULL DEFAULT '{}'`,
  `CREATE INDEX template_drafts_with_snippets ON template_drafts (project_id) WHERE snippets <> '{}'`,
  `ALTER TABLE template_versions ADD COLUMN authored jsonb, ADD COLUMN places jsonb`,
  `ALTER TABLE preview_sources ADD COLUMN places jsonb`,
];

/**
 * Snippets, and what uses them. The texts of a version stay those that its documents print, so that a catalog of the
 * release before reads the right ones: `authored` has the author's own where they differ, and `places` where each text
 * was written.
 */
export class Snippets0012 implements MigrationInterface {
  readonly name = "Snippets0000000000012";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
