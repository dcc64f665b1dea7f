import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `ALTER TABLE template_drafts ADD COLUMN saved_by text COLLATE "C" REFERENCES accounts ON DELETE SET NULL`,
  `ALTER TABLE template_versions ADD COLUMN published_by text COLLATE "C" REFERENCES accounts ON DELETE SET NULL`,
  `ALTER TABLE invitations ADD COLUMN invited_by text COLLATE "C" REFERENCES accounts ON DELETE SET NULL`,

  // template_name outlives a deleted template. No foreign keys, for the same reason as in migration 0001.
  // Migration 0006 creates the index of key_id: here it would stop all writes of documents.
  `ALTER TABLE documents ADD COLUMN key_id text COLLATE "C", ADD COLUMN template_name text`,
];

export class AuthorsAndApiKeys0003 implements MigrationInterface {
  // Databases have recorded this name, so it stays.
  readonly name = "WhoAndWithWhichKey0000000000003";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
