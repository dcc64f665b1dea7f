import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `ALTER TABLE template_drafts ADD COLUMN saved_by text COLLATE "C" REFERENCES accounts ON DELETE SET NULL`,
  `ALTER TABLE template_versions ADD COLUMN published_by text COLLATE "C" REFERENCES accounts ON DELETE SET NULL`,
  `ALTER TABLE invitations ADD COLUMN invited_by text COLLATE "C" REFERENCES accounts ON DELETE SET NULL`,

  // The name is kept for the time when the template is gone. No foreign keys, for the reason that the table has none.
  `ALTER TABLE documents ADD COLUMN key_id text COLLATE "C", ADD COLUMN template_name text`,
  `CREATE INDEX documents_key ON documents (project_id, key_id, created_at, document_id)`,
];

export class WhoAndWithWhichKey0003 implements MigrationInterface {
  readonly name = "WhoAndWithWhichKey0000000000003";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
