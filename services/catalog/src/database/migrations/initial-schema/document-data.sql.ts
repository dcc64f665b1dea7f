/**
 * What belongs to documents and is in tables of its own, so that documents without it pay nothing for it. Nothing refers to
 * these tables and they refer to no document: their rows are deleted after it.
 */
export const documentDataSql = `
  -- The PDFs that Platen keeps. A row is written before its object and deleted after it, so that every object has a row: it
  -- stays longer than document and project.
  -- sha256 is there once the object is written whole. sweep_at tells when housekeeping looks at the row again.
  -- The links to a PDF carry link_generation. Taking links back counts it on, so that no link of before has it.
  -- lost_at is when the storage said that it has no such object, although the row says that the PDF is kept.
  CREATE TABLE document_contents (
    content_id text COLLATE "C" PRIMARY KEY,
    document_id text COLLATE "C" NOT NULL,
    project_id text COLLATE "C" NOT NULL,
    size_bytes integer,
    sha256 text COLLATE "C",
    expires_at timestamptz(3) NOT NULL,
    deleted_at timestamptz(3),
    sweep_at timestamptz,
    crc32 bigint,
    link_generation integer NOT NULL DEFAULT 0,
    lost_at timestamptz(3)
  );
  CREATE INDEX document_contents_document ON document_contents (document_id, project_id);
  CREATE INDEX document_contents_project ON document_contents (project_id);
  CREATE INDEX document_contents_sweep ON document_contents (sweep_at) WHERE sweep_at IS NOT NULL;

  -- What a document that no caller waits for is made from, until the statement that closes the document deletes it: either
  -- input or sealed, with its size in input_bytes or sealed_input_bytes. By list_at a lease finds documents that become due.
  CREATE TABLE document_inputs (
    document_id text COLLATE "C" PRIMARY KEY,
    project_id text COLLATE "C" NOT NULL,
    source_id text COLLATE "C" NOT NULL,
    keep_seconds integer NOT NULL,
    input_bytes integer,
    input bytea,
    sealed bytea,
    sealed_input_bytes integer,
    list_at timestamptz NOT NULL DEFAULT now()
  );
  -- Stored as they come: inputs are deflated already, and encrypted bytes do not shrink.
  ALTER TABLE document_inputs ALTER COLUMN input SET STORAGE EXTERNAL, ALTER COLUMN sealed SET STORAGE EXTERNAL;
  CREATE INDEX document_inputs_project ON document_inputs (project_id);
  CREATE INDEX document_inputs_list ON document_inputs (list_at);

  -- The Idempotency-Keys of requests that are answered before their documents are made: as durable as the answer. The keys
  -- of batches have hashes of their own.
  CREATE TABLE request_keys (
    project_id text COLLATE "C" NOT NULL,
    key_hash text COLLATE "C" NOT NULL,
    body_hash text COLLATE "C" NOT NULL,
    document_id text COLLATE "C",
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    batch_id text COLLATE "C",
    PRIMARY KEY (project_id, key_hash)
  );
  CREATE INDEX request_keys_created ON request_keys (created_at);

  -- For how long projects keep the requests of documents. A table of its own: the statement that creates a document looks
  -- into it, and it has rows of few projects.
  CREATE TABLE request_keeping (
    project_id text COLLATE "C" PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    days smallint NOT NULL,
    redacted_paths text[] NOT NULL,
    revision integer NOT NULL DEFAULT 1
  );

  -- The requests, encrypted. sealed is null for a request that was too large.
  CREATE TABLE kept_requests (
    document_id text COLLATE "C" PRIMARY KEY,
    project_id text COLLATE "C" NOT NULL,
    sealed bytea,
    stored_bytes integer NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    expires_at timestamptz(3) NOT NULL
  );
  ALTER TABLE kept_requests ALTER COLUMN sealed SET STORAGE EXTERNAL;
  CREATE INDEX kept_requests_project ON kept_requests (project_id, created_at, document_id) INCLUDE (stored_bytes);
  CREATE INDEX kept_requests_expiry ON kept_requests (expires_at);

  -- One row for all refused requests of a minute with the same key and code. A project has at most a few hundred rows.
  CREATE TABLE refused_requests (
    refusal_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id text COLLATE "C" NOT NULL REFERENCES projects ON DELETE CASCADE,
    key_id text COLLATE "C" NOT NULL,
    code text COLLATE "C" NOT NULL,
    minute timestamptz NOT NULL,
    requests integer NOT NULL,
    message text NOT NULL,
    path text,
    request_id text COLLATE "C" NOT NULL,
    last_at timestamptz(3) NOT NULL,
    CONSTRAINT refused_requests_minute_unique UNIQUE (project_id, key_id, code, minute)
  );
  CREATE INDEX refused_requests_minute ON refused_requests (minute);
`;
