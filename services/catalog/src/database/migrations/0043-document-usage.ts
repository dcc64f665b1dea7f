import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What a project's templates made in an hour, and in a day. The foreign key makes the roll-up, and no document, wait for the
 * deletion of its project, so that it leaves no rows of a deleted one. Each row is changed many times, and in place.
 */
const periodSql = (table: string) => `
  CREATE TABLE ${table} (
    project_id text COLLATE "C" NOT NULL REFERENCES projects ON DELETE CASCADE,
    at timestamptz(3) NOT NULL,
    template_id text COLLATE "C" NOT NULL,
    made integer NOT NULL,
    failed integer NOT NULL,
    with_warnings integer NOT NULL,
    pages bigint NOT NULL,
    bytes bigint NOT NULL,
    durations integer[] NOT NULL,
    PRIMARY KEY (project_id, at, template_id)
  ) WITH (fillfactor = 70)`;

/** Counts of documents that outlive their records. */
export class DocumentUsage0043 implements MigrationInterface {
  readonly name = "DocumentUsage0000000000043";

  async up(queryRunner: QueryRunner): Promise<void> {
    const statements = [
      periodSql("usage_hours"),
      periodSql("usage_days"),
      "CREATE INDEX usage_hours_at ON usage_hours (at)",
      // The last document of each project that the roll-up has seen, in the order of the index documents_timeline.
      `CREATE TABLE usage_marks (
         project_id text COLLATE "C" PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
         created_at timestamptz(3) NOT NULL,
         document_id text COLLATE "C" NOT NULL
       )`,
      // Documents that the roll-up has seen before they were final. A row with is_lost has counted as failed.
      `CREATE TABLE usage_open (
         document_id text COLLATE "C" PRIMARY KEY,
         project_id text COLLATE "C" NOT NULL REFERENCES projects ON DELETE CASCADE,
         look_at timestamptz NOT NULL DEFAULT now(),
         is_lost boolean NOT NULL DEFAULT false
       )`,
      "CREATE INDEX usage_open_look ON usage_open (look_at)",
      "CREATE INDEX usage_open_project ON usage_open (project_id)",
    ];
    for (const sql of statements) await queryRunner.query(sql);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
