import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `CREATE TABLE project_translations (
     project_id text COLLATE "C" NOT NULL REFERENCES projects ON DELETE CASCADE,
     locale text COLLATE "C" NOT NULL,
     messages jsonb NOT NULL DEFAULT '{}',
     updated_at timestamptz(3) NOT NULL DEFAULT now(),
     PRIMARY KEY (project_id, locale)
   )`,
  // Constant defaults, and nullable columns without one, need no rewrite of a table.
  `ALTER TABLE projects ADD COLUMN default_locale text COLLATE "C" NOT NULL DEFAULT 'en'`,
  `ALTER TABLE template_drafts ADD COLUMN translations jsonb NOT NULL DEFAULT '{}'`,
  `ALTER TABLE template_versions
     ADD COLUMN translations jsonb NOT NULL DEFAULT '{}', ADD COLUMN messages jsonb, ADD COLUMN locales text[]`,
  `ALTER TABLE preview_sources ADD COLUMN messages jsonb`,
];

/** Tables of texts, and the texts that a version prints: `locales` are the languages that its documents may have. */
export class Translations0009 implements MigrationInterface {
  readonly name = "Translations0000000000009";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
