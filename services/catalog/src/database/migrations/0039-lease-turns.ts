import type { MigrationInterface, QueryRunner } from "typeorm";

/** Leases look at the rows of open batches anyway. */
const isListedAgain =
  "NEW.lane = 1 AND NEW.batch_id IS NULL AND NEW.due_at IS DISTINCT FROM OLD.due_at AND NEW.status IN ('queued', 'rendering')";

const statements = [
  // A lease finds documents that become due by the time in their inputs, and those that are due by the turns of their
  // account, project and batch. The default holds for rows that a catalog of an earlier release writes.
  `ALTER TABLE document_inputs ADD COLUMN list_at timestamptz NOT NULL DEFAULT now()`,
  // Accounts with due documents have no holder, projects have their account, batches their project, and documents of no
  // batch have their project as both.
  `CREATE TABLE lease_turns (
     holder text COLLATE "C" NOT NULL,
     member text COLLATE "C" NOT NULL,
     turn_at timestamptz NOT NULL,
     PRIMARY KEY (member, holder)
   )`,
  `CREATE INDEX lease_turns_next ON lease_turns (holder, turn_at, member)`,
  // The trace of the request that made the document or the batch: its `traceparent`.
  "ALTER TABLE documents ADD COLUMN trace text",
  "ALTER TABLE batches ADD COLUMN trace text",
  // Whatever changes when a document is due, a catalog of an earlier release too, and a lease that ends without a report.
  `CREATE FUNCTION list_due_document() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     UPDATE document_inputs SET list_at = NEW.due_at
     WHERE document_id = NEW.document_id AND project_id = NEW.project_id;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER documents_list_due AFTER UPDATE OF due_at ON documents
     FOR EACH ROW WHEN (${isListedAgain}) EXECUTE FUNCTION list_due_document()`,
];

/** The turns by which a lease chooses documents, so that it reads as many rows as it leases and not one of each project. */
export class LeaseTurns0039 implements MigrationInterface {
  readonly name = "LeaseTurns0000000000039";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
