/** Templates: what authors edit, what documents print, and snapshots for previews. */
export const templatesSql = `
  -- Names are compared and searched in lower case by the rules of Unicode, in any locale of the database.
  -- Vacuumed often: a list can skip only vacuumed rows without reading them.
  CREATE TABLE templates (
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
  ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
  -- One index for every order of the lists, with the id as tie-break, so that the index alone gives a page's ids.
  CREATE INDEX templates_updated ON templates (project_id, updated_at, template_id);
  CREATE INDEX templates_created ON templates (project_id, created_at, template_id);
  CREATE INDEX templates_name ON templates (project_id, name, template_id);
  CREATE INDEX templates_search ON templates USING gin (project_id, search_name gin_trgm_ops);
  CREATE INDEX templates_tags ON templates USING gin (project_id, tags);

  CREATE FUNCTION count_added_templates() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE projects SET template_count = template_count + added.count
    FROM (SELECT project_id, count(*) AS count FROM added_templates GROUP BY project_id) AS added
    WHERE projects.project_id = added.project_id;
    RETURN NULL;
  END $$;
  CREATE FUNCTION count_removed_templates() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE projects SET template_count = template_count - removed.count
    FROM (SELECT project_id, count(*) AS count FROM removed_templates GROUP BY project_id) AS removed
    WHERE projects.project_id = removed.project_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER count_added_templates AFTER INSERT ON templates
    REFERENCING NEW TABLE AS added_templates FOR EACH STATEMENT EXECUTE FUNCTION count_added_templates();
  CREATE TRIGGER count_removed_templates AFTER DELETE ON templates
    REFERENCING OLD TABLE AS removed_templates FOR EACH STATEMENT EXECUTE FUNCTION count_removed_templates();

  -- data_sets has each set as the author's own text: jsonb stores a text unchanged, and of a value it would lose the order
  -- of keys and refuse \\u0000 and unpaired surrogates.
  -- In dialect 1 the text of a tag is always a name of the data.
  CREATE TABLE template_drafts (
    template_id text COLLATE "C" PRIMARY KEY REFERENCES templates ON DELETE CASCADE,
    project_id text COLLATE "C" NOT NULL,
    html text NOT NULL,
    css text NOT NULL,
    settings jsonb NOT NULL,
    sample_data text NOT NULL DEFAULT '{}',
    revision integer NOT NULL DEFAULT 1,
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    data_sets jsonb NOT NULL DEFAULT '[{ "name": "Sample data", "json": "{}" }]',
    saved_by text COLLATE "C" REFERENCES accounts ON DELETE SET NULL,
    dialect smallint NOT NULL DEFAULT 1,
    translations jsonb NOT NULL DEFAULT '{}',
    snippets text[] COLLATE "C" NOT NULL DEFAULT '{}',
    CONSTRAINT template_drafts_dialect_known CHECK (dialect IN (1, 2))
  );
  CREATE INDEX template_drafts_with_snippets ON template_drafts (project_id) WHERE snippets <> '{}';

  -- html and css are what documents print: authored has the author's own texts where they differ, and places where each
  -- text was written.
  -- library is what a worker needs beside the texts: the addresses of files and the faces of fonts, as they were when the
  -- texts were composed.
  -- locales are the languages that documents may have, messages their texts.
  CREATE TABLE template_versions (
    version_id text COLLATE "C" PRIMARY KEY,
    template_id text COLLATE "C" NOT NULL REFERENCES templates ON DELETE CASCADE,
    project_id text COLLATE "C" NOT NULL,
    version integer NOT NULL,
    html text NOT NULL,
    css text NOT NULL,
    settings jsonb NOT NULL,
    sample_data text NOT NULL DEFAULT '{}',
    note text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    data_sets jsonb NOT NULL DEFAULT '[{ "name": "Sample data", "json": "{}" }]',
    published_by text COLLATE "C" REFERENCES accounts ON DELETE SET NULL,
    dialect smallint NOT NULL DEFAULT 1,
    translations jsonb NOT NULL DEFAULT '{}',
    messages jsonb,
    locales text[],
    authored jsonb,
    places jsonb,
    library jsonb,
    published_by_key text COLLATE "C",
    CONSTRAINT template_versions_number_unique UNIQUE (template_id, version),
    CONSTRAINT template_versions_dialect_known CHECK (dialect IN (1, 2))
  );

  -- Unlogged, because snapshots live for an hour and may be lost in a crash.
  CREATE UNLOGGED TABLE preview_sources (
    source_id text COLLATE "C" PRIMARY KEY,
    project_id text COLLATE "C" NOT NULL,
    content_hash text COLLATE "C" NOT NULL,
    template_name text NOT NULL,
    html text NOT NULL,
    css text NOT NULL,
    settings jsonb NOT NULL,
    used_at timestamptz(3) NOT NULL DEFAULT now(),
    dialect smallint NOT NULL DEFAULT 1,
    messages jsonb,
    places jsonb,
    library jsonb,
    CONSTRAINT preview_sources_content_unique UNIQUE (project_id, content_hash),
    CONSTRAINT preview_sources_dialect_known CHECK (dialect IN (1, 2))
  );
  CREATE INDEX preview_sources_used ON preview_sources (used_at);
`;
