/** What the templates of a project share: files, snippets, texts in languages and the brand. */
export const librarySql = `
  -- Each project has rows of its own: equal bytes tell one project nothing of another. used_at is when the bytes were
  -- stored, or an asset last gave them up. No foreign key to the project: its deletion removes these rows afterwards, in
  -- batches.
  CREATE TABLE asset_blobs (
    project_id text COLLATE "C" NOT NULL,
    sha256 text COLLATE "C" NOT NULL,
    content_type text NOT NULL,
    size_bytes integer NOT NULL,
    bytes bytea NOT NULL,
    used_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, sha256)
  );
  -- Compressing pictures and fonts would cost time and gain nothing.
  ALTER TABLE asset_blobs ALTER COLUMN bytes SET STORAGE EXTERNAL;

  CREATE TABLE assets (
    asset_id text COLLATE "C" PRIMARY KEY,
    project_id text COLLATE "C" NOT NULL REFERENCES projects ON DELETE CASCADE,
    name text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('picture', 'font', 'stylesheet', 'script')),
    content_type text NOT NULL,
    size_bytes integer NOT NULL,
    sha256 text COLLATE "C" NOT NULL,
    revision integer NOT NULL DEFAULT 1,
    meta jsonb NOT NULL DEFAULT '{}',
    saved_by text COLLATE "C" REFERENCES accounts ON DELETE SET NULL,
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT assets_name_unique UNIQUE (project_id, name),
    FOREIGN KEY (project_id, sha256) REFERENCES asset_blobs
  );
  CREATE INDEX assets_blob ON assets (project_id, sha256);

  -- The files that a version or a preview uses. asset_id and name are of the asset at that time, which may be gone.
  CREATE TABLE version_assets (
    version_id text COLLATE "C" NOT NULL REFERENCES template_versions ON DELETE CASCADE,
    name text COLLATE "C" NOT NULL,
    project_id text COLLATE "C" NOT NULL,
    asset_id text COLLATE "C" NOT NULL,
    sha256 text COLLATE "C" NOT NULL,
    PRIMARY KEY (version_id, name),
    FOREIGN KEY (project_id, sha256) REFERENCES asset_blobs
  );
  CREATE INDEX version_assets_blob ON version_assets (project_id, sha256);
  CREATE INDEX version_assets_asset ON version_assets (project_id, asset_id);

  CREATE UNLOGGED TABLE preview_source_assets (
    source_id text COLLATE "C" NOT NULL REFERENCES preview_sources ON DELETE CASCADE,
    name text COLLATE "C" NOT NULL,
    project_id text COLLATE "C" NOT NULL,
    asset_id text COLLATE "C" NOT NULL,
    sha256 text COLLATE "C" NOT NULL,
    PRIMARY KEY (source_id, name),
    FOREIGN KEY (project_id, sha256) REFERENCES asset_blobs
  );
  CREATE INDEX preview_source_assets_blob ON preview_source_assets (project_id, sha256);

  -- uses has the names of the snippets that its HTML names itself.
  CREATE TABLE snippets (
    snippet_id text COLLATE "C" PRIMARY KEY,
    project_id text COLLATE "C" NOT NULL REFERENCES projects ON DELETE CASCADE,
    name text COLLATE "C" NOT NULL,
    html text NOT NULL,
    css text NOT NULL,
    uses text[] COLLATE "C" NOT NULL DEFAULT '{}',
    revision integer NOT NULL DEFAULT 1,
    saved_by text COLLATE "C" REFERENCES accounts ON DELETE SET NULL,
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT snippets_name_unique UNIQUE (project_id, name)
  );

  -- The snippets in a version. They may be gone, so nothing refers to them.
  CREATE TABLE version_snippets (
    version_id text COLLATE "C" NOT NULL REFERENCES template_versions ON DELETE CASCADE,
    snippet_id text COLLATE "C" NOT NULL,
    project_id text COLLATE "C" NOT NULL,
    revision integer NOT NULL,
    PRIMARY KEY (version_id, snippet_id)
  );
  CREATE INDEX version_snippets_snippet ON version_snippets (project_id, snippet_id);

  CREATE TABLE project_translations (
    project_id text COLLATE "C" NOT NULL REFERENCES projects ON DELETE CASCADE,
    locale text COLLATE "C" NOT NULL,
    messages jsonb NOT NULL DEFAULT '{}',
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, locale)
  );

  -- A table of its own, so that lists of projects do not read it.
  CREATE TABLE project_brands (
    project_id text COLLATE "C" PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    colours jsonb NOT NULL,
    text_font text,
    heading_font text,
    logo_asset_id text COLLATE "C" REFERENCES assets ON DELETE SET NULL,
    legal_line text NOT NULL
  );
  -- For the deletion of an asset, which looks for its uses as a logo.
  CREATE INDEX project_brands_logo ON project_brands (logo_asset_id) WHERE logo_asset_id IS NOT NULL;
`;
