import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `ALTER TABLE invitations ADD COLUMN password_tries integer NOT NULL DEFAULT 0`,

  // The earliest account is the one that set Platen up.
  `ALTER TABLE accounts ADD COLUMN instance_role text COLLATE "C" NOT NULL DEFAULT 'member'
     CONSTRAINT accounts_instance_role_known CHECK (instance_role IN ('admin', 'member'))`,
  `UPDATE accounts SET instance_role = 'admin'
   WHERE account_id = (SELECT account_id FROM accounts ORDER BY created_at, account_id LIMIT 1)`,
];

export class Accounts0005 implements MigrationInterface {
  readonly name = "Accounts0000000000005";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
