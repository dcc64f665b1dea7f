/** Accounts of people and their sessions. */
export const accountsSql = `
  CREATE TABLE accounts (
    account_id text COLLATE "C" PRIMARY KEY,
    email text COLLATE "C" NOT NULL,
    password_hash text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    instance_role text COLLATE "C" NOT NULL DEFAULT 'member',
    CONSTRAINT accounts_email_unique UNIQUE (email),
    CONSTRAINT accounts_instance_role_known CHECK (instance_role IN ('admin', 'member'))
  );

  CREATE TABLE sessions (
    session_hash text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    seen_at timestamptz(3) NOT NULL DEFAULT now(),
    expires_at timestamptz(3) NOT NULL
  );
  CREATE INDEX sessions_account ON sessions (account_id);
`;
