/**
 * Where the table is: a database restored from a dump has another server, another database or another table. A standby that
 * becomes the primary stays the same, because its callers repeat requests just then.
 */
const place = `(SELECT system_identifier FROM pg_control_system()) || '.'
  || (SELECT oid FROM pg_database WHERE datname = current_database()) || '.' || 'installation'::regclass::oid`;

/** What the installation knows of itself: its database, its storage and its keys. */
export const installationSql = `
  -- A name of the database that a restore changes, so that what Redis remembers of another one is not used.
  CREATE TABLE installation (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    epoch text COLLATE "C" NOT NULL DEFAULT '',
    place text COLLATE "C" NOT NULL
  );
  INSERT INTO installation (place) SELECT ${place};
  CREATE VIEW database_epoch AS
    SELECT i.epoch || CASE WHEN i.place = now.place THEN '' ELSE now.place END AS epoch
    FROM installation AS i CROSS JOIN (SELECT ${place} AS place) AS now;

  -- The storage in which this installation keeps its PDFs, by the id in its mark. At most one row. marked_at is null until the
  -- mark is written: a catalog that is killed in between leaves the rest to the next one.
  CREATE TABLE storage_owner (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    storage_id text COLLATE "C" NOT NULL,
    marked_at timestamptz(3)
  );

  -- The keys that have sealed values, by the ids that the values begin with.
  CREATE TABLE secrets_keys (
    key_id bytea PRIMARY KEY,
    last_used_at timestamptz(3) NOT NULL DEFAULT now()
  );
`;
