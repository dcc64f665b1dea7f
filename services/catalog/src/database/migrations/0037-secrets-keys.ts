import type { MigrationInterface, QueryRunner } from "typeorm";

/** Of each table so many of the newest values tell which keys are in use. */
const looked = 1_000;
const keyId = "substring(sealed FROM 1 FOR 4)";

const statements = [
  `CREATE TABLE secrets_keys (
     key_id bytea PRIMARY KEY,
     last_used_at timestamptz(3) NOT NULL DEFAULT now()
   )`,
  `INSERT INTO secrets_keys (key_id)
   SELECT DISTINCT ${keyId} FROM (
     (SELECT sealed FROM webhook_secrets LIMIT ${looked})
     UNION ALL (SELECT sealed_url FROM deliveries WHERE status = 'waiting' LIMIT ${looked})
     UNION ALL (SELECT ${keyId} FROM kept_requests WHERE sealed IS NOT NULL ORDER BY document_id DESC LIMIT ${looked})
     UNION ALL (SELECT ${keyId} FROM document_inputs WHERE sealed IS NOT NULL LIMIT ${looked})
     UNION ALL (SELECT ${keyId} FROM batch_chunks WHERE sealed IS NOT NULL LIMIT ${looked})
   ) AS found (sealed)`,
];

/** The keys that have sealed values, by the ids that the values begin with. */
export class SecretsKeys0037 implements MigrationInterface {
  readonly name = "SecretsKeys0000000000037";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
