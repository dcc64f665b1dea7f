/** Messages to addresses that callers name, and the secrets that sign them. */
export const deliveriesSql = `
  -- subject_id is the document or batch that the message tells about. A row is written with the subject and waits for its
  -- end (pending): then payload is what is sent, the same bytes at each attempt. due_at is the next attempt, or the end of a
  -- lease. receiver is the origin of the address, whose rest may be a secret.
  CREATE TABLE deliveries (
    delivery_id text COLLATE "C" PRIMARY KEY,
    project_id text COLLATE "C" NOT NULL,
    subject_id text COLLATE "C" NOT NULL,
    receiver text COLLATE "C" NOT NULL,
    sealed_url bytea NOT NULL,
    status text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'waiting', 'delivered', 'failed')),
    event text COLLATE "C",
    payload text,
    attempts smallint NOT NULL DEFAULT 0,
    due_at timestamptz(3),
    lease text COLLATE "C",
    log jsonb NOT NULL DEFAULT '[]',
    finished_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now()
  );
  CREATE INDEX deliveries_subject ON deliveries (project_id, subject_id);
  CREATE INDEX deliveries_due ON deliveries (project_id, due_at) WHERE status = 'waiting';
  CREATE INDEX deliveries_finished ON deliveries (finished_at) WHERE finished_at IS NOT NULL;

  -- How often messages were sent again by request, by the hour: of a message and of an account, whose ids are holders.
  CREATE TABLE delivery_retries (
    holder text COLLATE "C" NOT NULL,
    hour timestamptz(3) NOT NULL,
    count integer NOT NULL,
    PRIMARY KEY (holder, hour)
  );

  CREATE TABLE webhook_secrets (
    project_id text COLLATE "C" PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    sealed bytea NOT NULL,
    previous_sealed bytea,
    previous_until timestamptz(3)
  );
`;
