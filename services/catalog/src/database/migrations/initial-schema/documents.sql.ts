const openInBackground = "lane = 1 AND status IN ('queued', 'rendering')";

const indexes = {
  documents_template: "(project_id, template_id, created_at, document_id)",
  documents_key: "(project_id, key_id, created_at, document_id)",
  // Nearly all documents are completed, so they need no index by their status: the index by time has the status beside it.
  documents_timeline: "(project_id, created_at, document_id) INCLUDE (status)",
  documents_exceptions: "(project_id, status, created_at, document_id) WHERE status <> 'completed'",
  documents_warnings: "(project_id, created_at, document_id) WHERE warning_codes IS NOT NULL",
  // A request's id needs no order.
  documents_request_id: "(project_id, request_id) WHERE request_id IS NOT NULL",
  // In bytewise order, so that LIKE finds the texts with a prefix by it.
  documents_filename: `(project_id, filename COLLATE "C", created_at, document_id) WHERE filename IS NOT NULL`,
  documents_reference: `(project_id, reference COLLATE "C", created_at, document_id) WHERE reference IS NOT NULL`,
  documents_batch: "(batch_id, row_number, document_id) WHERE batch_id IS NOT NULL",
  // As many entries as there are open documents, and open documents of batches.
  documents_due: `(project_id, due_at) WHERE ${openInBackground}`,
  documents_due_rows: `(project_id, batch_id, due_at) WHERE ${openInBackground} AND batch_id IS NOT NULL`,
};

// The first partition's indexes have the names that earlier databases have. Each becomes a part of the table's index.
const indexesSql = Object.entries(indexes)
  .map(([name, on]) => `CREATE INDEX first_${name} ON documents_first ${on}; CREATE INDEX ${name} ON documents ${on};`)
  .join("\n");

/** The records of documents. `firstEnd` is the id before which documents are in the first partition. */
export const documentsSql = (firstEnd: string): string => `
  -- Partitioned by the time in the ids: a retention drops partitions, and vacuum never comes back to old ones.
  -- No foreign keys: documents outlive their templates, and a lock on the project's row for each document would make all
  -- requests of a project wait for each other. Deleting a project deletes its documents. template_name outlives a deleted
  -- template.
  -- lane is 1 for documents that no caller waits for and 0 for the others, which pay for none of the columns that follow it:
  -- when the document is due, and which lease has it until then. trace is the traceparent of the request.
  CREATE TABLE documents (
    document_id text COLLATE "C" PRIMARY KEY,
    project_id text COLLATE "C" NOT NULL,
    template_id text COLLATE "C" NOT NULL,
    version integer NOT NULL,
    status text COLLATE "C" NOT NULL
      CHECK (status IN ('queued', 'rendering', 'completed', 'failed', 'cancelled')),
    filename text,
    page_count integer,
    size_bytes integer,
    sha256 text,
    queue_ms double precision,
    render_ms double precision,
    failure jsonb,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    finished_at timestamptz(3),
    key_id text COLLATE "C",
    template_name text,
    warnings jsonb,
    warning_codes text[],
    request_id text COLLATE "C",
    lane smallint NOT NULL DEFAULT 0,
    reference text,
    metadata jsonb,
    not_before timestamptz(3),
    attempts smallint NOT NULL DEFAULT 0,
    due_at timestamptz(3),
    lease text COLLATE "C",
    batch_id text COLLATE "C",
    row_number integer,
    trace text
  ) PARTITION BY RANGE (document_id);

  CREATE TABLE documents_first PARTITION OF documents FOR VALUES FROM (MINVALUE) TO ('${firstEnd}');
  ${indexesSql}
  -- For rows that no other partition takes, because no catalog has created one in time.
  CREATE TABLE documents_default PARTITION OF documents DEFAULT;
`;
