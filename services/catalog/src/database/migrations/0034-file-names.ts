import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // The key of a name is the same for all names that are one file on some system.
  `CREATE TABLE batch_file_names (
     batch_id text COLLATE "C" NOT NULL,
     name_key text COLLATE "C" NOT NULL,
     project_id text COLLATE "C" NOT NULL,
     row_number integer NOT NULL,
     PRIMARY KEY (batch_id, name_key)
   )`,
  `CREATE INDEX batch_file_names_project ON batch_file_names (project_id)`,
];

/** The names of the PDFs of a batch, of which no two are one file. */
export class FileNames0034 implements MigrationInterface {
  readonly name = "FileNames0000000000034";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
