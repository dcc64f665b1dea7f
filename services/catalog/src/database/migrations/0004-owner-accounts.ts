import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // The account that created the project: what a project takes counts for it. Null once that account is removed.
  `ALTER TABLE projects ADD COLUMN owner_account_id text COLLATE "C" REFERENCES accounts ON DELETE SET NULL`,
  `UPDATE projects AS p SET owner_account_id = (
     SELECT m.account_id FROM memberships AS m WHERE m.project_id = p.project_id AND m.role = 'owner'
     ORDER BY m.created_at, m.account_id LIMIT 1
   )`,
  `CREATE INDEX projects_owner_account ON projects (owner_account_id)`,
];

export class OwnerAccounts0004 implements MigrationInterface {
  readonly name = "OwnerAccounts0000000000004";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
