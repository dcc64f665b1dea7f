/**
 * Batches: many documents of one template, whose rows stay compressed until their documents are opened. None of the tables
 * refers to another, as a batch has up to a million rows.
 */
export const batchesSql = `
  -- next_row rows have documents. retry_count rows of batch_retries get further ones. Rows fail with their newest document.
  -- clock_at and clock_done tell since when, and from how many rows on, the batch has gone on without a stop.
  -- key_id is null for batches of members. receiver is the origin of sealed_url, which is called when the batch has ended or
  -- was paused.
  CREATE TABLE batches (
    batch_id text COLLATE "C" PRIMARY KEY,
    project_id text COLLATE "C" NOT NULL,
    key_id text COLLATE "C",
    name text,
    template_id text COLLATE "C" NOT NULL,
    template_name text NOT NULL,
    version integer NOT NULL,
    source_id text COLLATE "C" NOT NULL,
    settings jsonb NOT NULL,
    metadata jsonb,
    keep_seconds integer NOT NULL,
    status text COLLATE "C" NOT NULL DEFAULT 'receiving',
    reason text,
    row_count integer NOT NULL DEFAULT 0,
    byte_count bigint NOT NULL DEFAULT 0,
    next_row integer NOT NULL DEFAULT 0,
    retry_count integer NOT NULL DEFAULT 0,
    attempt integer NOT NULL DEFAULT 1,
    stop_after_failures integer,
    forgiven_failures integer NOT NULL DEFAULT 0,
    not_before timestamptz(3),
    received_at timestamptz(3) NOT NULL DEFAULT now(),
    has_rows boolean NOT NULL DEFAULT true,
    clock_at timestamptz(3),
    clock_done integer NOT NULL DEFAULT 0,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    started_at timestamptz(3),
    finished_at timestamptz(3),
    deleted_at timestamptz(3),
    receiver text COLLATE "C",
    sealed_url bytea,
    trace text,
    CONSTRAINT batches_status CHECK (status IN
      ('receiving', 'queued', 'running', 'paused', 'completed', 'cancelled'))
  );
  CREATE INDEX batches_created ON batches (project_id, created_at, batch_id);
  -- As many entries as there are open batches.
  CREATE INDEX batches_open ON batches (project_id, batch_id)
    WHERE status IN ('receiving', 'queued', 'running', 'paused');
  -- The order in which leases look at batches with rows to open.
  CREATE INDEX batches_made ON batches (project_id, batch_id) WHERE status IN ('queued', 'running');
  CREATE INDEX batches_rows ON batches (finished_at) WHERE has_rows AND finished_at IS NOT NULL;
  -- As many entries as batches were deleted within a day.
  CREATE INDEX batches_deleted ON batches (deleted_at) WHERE deleted_at IS NOT NULL;

  -- Rows as they came, deflated together: either data or sealed. What rows say besides their data is not in there.
  CREATE TABLE batch_chunks (
    batch_id text COLLATE "C" NOT NULL,
    first_row integer NOT NULL,
    project_id text COLLATE "C" NOT NULL,
    row_count integer NOT NULL,
    sizes integer[] NOT NULL,
    notes jsonb NOT NULL,
    data bytea,
    sealed bytea,
    stored_bytes integer,
    PRIMARY KEY (batch_id, first_row)
  );
  ALTER TABLE batch_chunks ALTER COLUMN data SET STORAGE EXTERNAL, ALTER COLUMN sealed SET STORAGE EXTERNAL;
  CREATE INDEX batch_chunks_project ON batch_chunks (project_id);

  CREATE TABLE batch_retries (
    batch_id text COLLATE "C" NOT NULL,
    row_number integer NOT NULL,
    project_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (batch_id, row_number)
  );
  CREATE INDEX batch_retries_project ON batch_retries (project_id);

  -- Exact, and without one row for which all catalogs wait: each has a shard of its own.
  CREATE TABLE batch_counts (
    batch_id text COLLATE "C" NOT NULL,
    shard smallint NOT NULL,
    project_id text COLLATE "C" NOT NULL,
    completed integer NOT NULL DEFAULT 0,
    failed integer NOT NULL DEFAULT 0,
    cancelled integer NOT NULL DEFAULT 0,
    pages bigint NOT NULL DEFAULT 0,
    bytes bigint NOT NULL DEFAULT 0,
    render_ms double precision NOT NULL DEFAULT 0,
    changed_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (batch_id, shard)
  ) WITH (fillfactor = 50);
  CREATE INDEX batch_counts_project ON batch_counts (project_id);

  -- The names of the PDFs of a batch, of which no two are one file: the key of a name is the same for all names that are one
  -- file on some system.
  CREATE TABLE batch_file_names (
    batch_id text COLLATE "C" NOT NULL,
    name_key text COLLATE "C" NOT NULL,
    project_id text COLLATE "C" NOT NULL,
    row_number integer NOT NULL,
    PRIMARY KEY (batch_id, name_key)
  );
  CREATE INDEX batch_file_names_project ON batch_file_names (project_id);

  -- The files of the ZIP of a batch, until one of them is deleted or expires. pages tells where the files of each begin.
  CREATE TABLE batch_archives (
    batch_id text COLLATE "C" PRIMARY KEY,
    project_id text COLLATE "C" NOT NULL,
    archive_id text COLLATE "C" NOT NULL,
    files integer NOT NULL,
    files_bytes bigint NOT NULL,
    directory_bytes bigint NOT NULL,
    pages jsonb NOT NULL,
    good_until timestamptz(3) NOT NULL
  );
  CREATE INDEX batch_archives_project ON batch_archives (project_id);

  CREATE TABLE batch_archive_pages (
    archive_id text COLLATE "C" NOT NULL,
    page integer NOT NULL,
    project_id text COLLATE "C" NOT NULL,
    files jsonb NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (archive_id, page)
  );
  CREATE INDEX batch_archive_pages_project ON batch_archive_pages (project_id);
  CREATE INDEX batch_archive_pages_created ON batch_archive_pages (created_at);
`;
