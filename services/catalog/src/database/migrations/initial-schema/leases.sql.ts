/**
 * By what a lease chooses background documents, so that it reads as many rows as it leases and not one of each project:
 * documents that become due by the time in their inputs, and those that are due by the turns of their account, project and
 * batch.
 */
export const leasesSql = `
  -- Accounts with due documents have no holder, projects have their account, batches their project, and documents of no
  -- batch have their project as both.
  CREATE TABLE lease_turns (
    holder text COLLATE "C" NOT NULL,
    member text COLLATE "C" NOT NULL,
    turn_at timestamptz NOT NULL,
    PRIMARY KEY (member, holder)
  );
  CREATE INDEX lease_turns_next ON lease_turns (holder, turn_at, member);

  -- Whatever changes when a document is due, also a lease that ends without a report. Leases look at the rows of open
  -- batches anyway.
  CREATE FUNCTION list_due_document() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE document_inputs SET list_at = NEW.due_at
    WHERE document_id = NEW.document_id AND project_id = NEW.project_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER documents_list_due AFTER UPDATE OF due_at ON documents
    FOR EACH ROW WHEN (NEW.lane = 1 AND NEW.batch_id IS NULL AND NEW.due_at IS DISTINCT FROM OLD.due_at
      AND NEW.status IN ('queued', 'rendering'))
    EXECUTE FUNCTION list_due_document();
`;
