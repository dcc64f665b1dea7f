import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // Both come with PostgreSQL and may be created by the owner of the database.
  `CREATE EXTENSION IF NOT EXISTS pg_trgm`,
  `CREATE EXTENSION IF NOT EXISTS btree_gin`,

  `CREATE TABLE accounts (
     account_id text COLLATE "C" PRIMARY KEY,
     email text COLLATE "C" NOT NULL,
     password_hash text NOT NULL,
     created_at timestamptz(3) NOT NULL DEFAULT now(),
     CONSTRAINT accounts_email_unique UNIQUE (email)
   )`,

  `CREATE TABLE sessions (
     session_hash text COLLATE "C" PRIMARY KEY,
     account_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
     created_at timestamptz(3) NOT NULL DEFAULT now(),
     seen_at timestamptz(3) NOT NULL DEFAULT now(),
     expires_at timestamptz(3) NOT NULL
   )`,
  `CREATE INDEX sessions_account ON sessions (account_id)`,

  // template_count gives the total of an unfiltered list in one read. The triggers below update it.
  `CREATE TABLE projects (
     project_id text COLLATE "C" PRIMARY KEY,
     name text COLLATE "und-x-icu" NOT NULL,
     search_name text COLLATE "und-x-icu" NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
     template_count integer NOT NULL DEFAULT 0,
     created_at timestamptz(3) NOT NULL DEFAULT now(),
     updated_at timestamptz(3) NOT NULL DEFAULT now()
   )`,

  `CREATE TABLE memberships (
     project_id text COLLATE "C" NOT NULL REFERENCES projects ON DELETE CASCADE,
     account_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
     role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
     created_at timestamptz(3) NOT NULL DEFAULT now(),
     PRIMARY KEY (project_id, account_id)
   )`,
  `CREATE INDEX memberships_account ON memberships (account_id)`,
  `CREATE INDEX memberships_created ON memberships (project_id, created_at, account_id)`,

  `CREATE TABLE invitations (
     invitation_id text COLLATE "C" PRIMARY KEY,
     project_id text COLLATE "C" NOT NULL REFERENCES projects ON DELETE CASCADE,
     email text COLLATE "C" NOT NULL,
     role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
     code_hash text COLLATE "C" NOT NULL,
     created_at timestamptz(3) NOT NULL DEFAULT now(),
     expires_at timestamptz(3) NOT NULL,
     CONSTRAINT invitations_code_unique UNIQUE (code_hash),
     CONSTRAINT invitations_email_unique UNIQUE (project_id, email)
   )`,
  `CREATE INDEX invitations_created ON invitations (project_id, created_at, invitation_id)`,

  `CREATE TABLE api_keys (
     key_id text COLLATE "C" PRIMARY KEY,
     project_id text COLLATE "C" NOT NULL REFERENCES projects ON DELETE CASCADE,
     name text COLLATE "und-x-icu" NOT NULL,
     value_hash text COLLATE "C" NOT NULL,
     last_four text NOT NULL,
     created_at timestamptz(3) NOT NULL DEFAULT now(),
     last_used_at timestamptz(3),
     revoked_at timestamptz(3),
     CONSTRAINT api_keys_value_unique UNIQUE (value_hash)
   )`,
  `CREATE INDEX api_keys_created ON api_keys (project_id, created_at, key_id) WHERE revoked_at IS NULL`,
  `CREATE INDEX api_keys_name ON api_keys (project_id, name, key_id) WHERE revoked_at IS NULL`,

  // Vacuumed often: a list can skip only vacuumed rows without reading them.
  // Names are compared and searched in lower case by the rules of Unicode, in any locale of the database.
  `CREATE TABLE templates (
     template_id text COLLATE "C" PRIMARY KEY,
     project_id text COLLATE "C" NOT NULL REFERENCES projects ON DELETE CASCADE,
     name text COLLATE "und-x-icu" NOT NULL,
     search_name text COLLATE "und-x-icu" NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
     description text NOT NULL DEFAULT '',
     tags text[] NOT NULL DEFAULT '{}',
     current_version integer,
     created_at timestamptz(3) NOT NULL DEFAULT now(),
     updated_at timestamptz(3) NOT NULL DEFAULT now(),
     CONSTRAINT templates_name_unique UNIQUE (project_id, search_name)
   ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)`,
  // One index for every order of the lists, with the id as tie-break, so that the index alone gives a page's ids.
  `CREATE INDEX templates_updated ON templates (project_id, updated_at, template_id)`,
  `CREATE INDEX templates_created ON templates (project_id, created_at, template_id)`,
  `CREATE INDEX templates_name ON templates (project_id, name, template_id)`,
  `CREATE INDEX templates_search ON templates USING gin (project_id, search_name gin_trgm_ops)`,
  `CREATE INDEX templates_tags ON templates USING gin (project_id, tags)`,

  `CREATE FUNCTION count_added_templates() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     UPDATE projects SET template_count = template_count + added.count
     FROM (SELECT project_id, count(*) AS count FROM added_templates GROUP BY project_id) AS added
     WHERE projects.project_id = added.project_id;
     RETURN NULL;
   END $$`,
  `CREATE FUNCTION count_removed_templates() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     UPDATE projects SET template_count = template_count - removed.count
     FROM (SELECT project_id, count(*) AS count FROM removed_templates GROUP BY project_id) AS removed
     WHERE projects.project_id = removed.project_id;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER count_added_templates AFTER INSERT ON templates
     REFERENCING NEW TABLE AS added_templates FOR EACH STATEMENT EXECUTE FUNCTION count_added_templates()`,
  `CREATE TRIGGER count_removed_templates AFTER DELETE ON templates
     REFERENCING OLD TABLE AS removed_templates FOR EACH STATEMENT EXECUTE FUNCTION count_removed_templates()`,

  // sample_data is JSON as text: jsonb refuses \u0000 and unpaired surrogates and forgets the order of keys.
  `CREATE TABLE template_drafts (
     template_id text COLLATE "C" PRIMARY KEY REFERENCES templates ON DELETE CASCADE,
     project_id text COLLATE "C" NOT NULL,
     html text NOT NULL,
     css text NOT NULL,
     settings jsonb NOT NULL,
     sample_data text NOT NULL,
     revision integer NOT NULL DEFAULT 1,
     updated_at timestamptz(3) NOT NULL DEFAULT now()
   )`,

  `CREATE TABLE template_versions (
     version_id text COLLATE "C" PRIMARY KEY,
     template_id text COLLATE "C" NOT NULL REFERENCES templates ON DELETE CASCADE,
     project_id text COLLATE "C" NOT NULL,
     version integer NOT NULL,
     html text NOT NULL,
     css text NOT NULL,
     settings jsonb NOT NULL,
     sample_data text NOT NULL,
     note text NOT NULL,
     created_at timestamptz(3) NOT NULL DEFAULT now(),
     CONSTRAINT template_versions_number_unique UNIQUE (template_id, version)
   )`,

  // Snapshots for previews. Unlogged, because they live for an hour and may be lost in a crash.
  `CREATE UNLOGGED TABLE preview_sources (
     source_id text COLLATE "C" PRIMARY KEY,
     project_id text COLLATE "C" NOT NULL,
     content_hash text COLLATE "C" NOT NULL,
     template_name text NOT NULL,
     html text NOT NULL,
     css text NOT NULL,
     settings jsonb NOT NULL,
     used_at timestamptz(3) NOT NULL DEFAULT now(),
     CONSTRAINT preview_sources_content_unique UNIQUE (project_id, content_hash)
   )`,
  `CREATE INDEX preview_sources_used ON preview_sources (used_at)`,

  // No foreign keys: documents outlive their templates, and a lock on the project's row for each document would make all
  // requests of a project wait for each other. Deleting a project deletes its documents.
  `CREATE TABLE documents (
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
     finished_at timestamptz(3)
   )`,
  `CREATE INDEX documents_created ON documents (project_id, created_at, document_id)`,
  `CREATE INDEX documents_template ON documents (project_id, template_id, created_at, document_id)`,
  `CREATE INDEX documents_status ON documents (project_id, status, created_at, document_id)`,
];

export class InitialSchema0001 implements MigrationInterface {
  // TypeORM orders migrations by the thirteen digits at the end of the name.
  readonly name = "InitialSchema0000000000001";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
