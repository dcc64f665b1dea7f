/** Projects with their members and API keys. */
export const projectsSql = `
  -- template_count gives the total of an unfiltered list in one read. Triggers of templates update it.
  -- owner_account_id is the account that created the project: what a project takes counts for it. Null once that account is
  -- removed.
  -- content_default_days says for how many days PDFs are kept whose requests do not say it, content_max_days the most that
  -- they may say.
  CREATE TABLE projects (
    project_id text COLLATE "C" PRIMARY KEY,
    name text COLLATE "und-x-icu" NOT NULL,
    search_name text COLLATE "und-x-icu" NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
    template_count integer NOT NULL DEFAULT 0,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    owner_account_id text COLLATE "C" REFERENCES accounts ON DELETE SET NULL,
    default_locale text COLLATE "C" NOT NULL DEFAULT 'en',
    allows_inline_html boolean NOT NULL DEFAULT false,
    content_default_days smallint NOT NULL DEFAULT 7,
    content_max_days smallint,
    CONSTRAINT projects_content_days CHECK (content_default_days <= content_max_days)
  );
  CREATE INDEX projects_owner_account ON projects (owner_account_id);

  CREATE TABLE memberships (
    project_id text COLLATE "C" NOT NULL REFERENCES projects ON DELETE CASCADE,
    account_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
    role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, account_id)
  );
  CREATE INDEX memberships_account ON memberships (account_id);
  CREATE INDEX memberships_created ON memberships (project_id, created_at, account_id);

  CREATE TABLE invitations (
    invitation_id text COLLATE "C" PRIMARY KEY,
    project_id text COLLATE "C" NOT NULL REFERENCES projects ON DELETE CASCADE,
    email text COLLATE "C" NOT NULL,
    role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
    code_hash text COLLATE "C" NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    expires_at timestamptz(3) NOT NULL,
    invited_by text COLLATE "C" REFERENCES accounts ON DELETE SET NULL,
    password_tries integer NOT NULL DEFAULT 0,
    CONSTRAINT invitations_code_unique UNIQUE (code_hash),
    CONSTRAINT invitations_email_unique UNIQUE (project_id, email)
  );
  CREATE INDEX invitations_created ON invitations (project_id, created_at, invitation_id);

  -- By created_by owners learn which keys a removed member has seen. Null once the account is deleted.
  CREATE TABLE api_keys (
    key_id text COLLATE "C" PRIMARY KEY,
    project_id text COLLATE "C" NOT NULL REFERENCES projects ON DELETE CASCADE,
    name text COLLATE "und-x-icu" NOT NULL,
    value_hash text COLLATE "C" NOT NULL,
    last_four text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    last_used_at timestamptz(3),
    revoked_at timestamptz(3),
    scopes text[] NOT NULL DEFAULT '{documents}',
    created_by text COLLATE "C" REFERENCES accounts ON DELETE SET NULL,
    CONSTRAINT api_keys_value_unique UNIQUE (value_hash)
  );
  CREATE INDEX api_keys_created ON api_keys (project_id, created_at, key_id) WHERE revoked_at IS NULL;
  CREATE INDEX api_keys_name ON api_keys (project_id, name, key_id) WHERE revoked_at IS NULL;
  CREATE INDEX api_keys_maker ON api_keys (created_by) WHERE created_by IS NOT NULL;
`;
