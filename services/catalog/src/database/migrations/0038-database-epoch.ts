import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Where the table is: a database restored from a dump has another server, another database or another table. A standby that
 * becomes the primary stays the same, because its callers repeat requests just then.
 */
const place = `(SELECT system_identifier FROM pg_control_system()) || '.'
  || (SELECT oid FROM pg_database WHERE datname = current_database()) || '.' || 'installation'::regclass::oid`;

const statements = [
  `CREATE TABLE installation (
     is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
     epoch text COLLATE "C" NOT NULL DEFAULT '',
     place text COLLATE "C" NOT NULL
   )`,
  `INSERT INTO installation (place) SELECT ${place}`,
  `CREATE VIEW database_epoch AS
   SELECT i.epoch || CASE WHEN i.place = now.place THEN '' ELSE now.place END AS epoch
   FROM installation AS i CROSS JOIN (SELECT ${place} AS place) AS now`,
];

/** A name of the database that a restore changes, so that what Redis remembers of another one is not used. */
export class DatabaseEpoch0038 implements MigrationInterface {
  readonly name = "DatabaseEpoch0000000000038";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
