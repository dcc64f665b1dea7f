import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // Each project has rows of its own: equal bytes tell one project nothing of another. `used_at` is when the bytes were
  // stored, or an asset last gave them up. No foreign key to the project: its
  // deletion removes these rows afterwards, in batches.
  `CREATE TABLE asset_blobs (
     project_id text COLLATE "C" NOT NULL,
     sha256 text COLLATE "C" NOT NULL,
     content_type text NOT NULL,
     size_bytes integer NOT NULL,
     bytes bytea NOT NULL,
     used_at timestamptz(3) NOT NULL DEFAULT now(),
     PRIMARY KEY (project_id, sha256)
   )`,
  // Compressing pictures and fonts would cost time and gain nothing.
  `ALTER TABLE asset_blobs ALTER COLUMN bytes SET STORAGE EXTERNAL`,

  `CREATE TABLE assets (
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
   )`,
  `CREATE INDEX assets_blob ON assets (project_id, sha256)`,

  // The files that a version or a preview uses. `asset_id` and `name` are of the asset at that time, which may be gone.
  `CREATE TABLE version_assets (
     version_id text COLLATE "C" NOT NULL REFERENCES template_versions ON DELETE CASCADE,
     name text COLLATE "C" NOT NULL,
     project_id text COLLATE "C" NOT NULL,
     asset_id text COLLATE "C" NOT NULL,
     sha256 text COLLATE "C" NOT NULL,
     PRIMARY KEY (version_id, name),
     FOREIGN KEY (project_id, sha256) REFERENCES asset_blobs
   )`,
  `CREATE INDEX version_assets_blob ON version_assets (project_id, sha256)`,
  `CREATE INDEX version_assets_asset ON version_assets (project_id, asset_id)`,

  `CREATE UNLOGGED TABLE preview_source_assets (
     source_id text COLLATE "C" NOT NULL REFERENCES preview_sources ON DELETE CASCADE,
     name text COLLATE "C" NOT NULL,
     project_id text COLLATE "C" NOT NULL,
     asset_id text COLLATE "C" NOT NULL,
     sha256 text COLLATE "C" NOT NULL,
     PRIMARY KEY (source_id, name),
     FOREIGN KEY (project_id, sha256) REFERENCES asset_blobs
   )`,
  `CREATE INDEX preview_source_assets_blob ON preview_source_assets (project_id, sha256)`,

  // A constant default needs no rewrite of the table.
  `ALTER TABLE api_keys ADD COLUMN scopes text[] NOT NULL DEFAULT '{documents}'`,
];

/** The files of projects, what uses them, and the scopes of API keys. */
export class Assets0011 implements MigrationInterface {
  readonly name = "Assets0000000000011";

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations go forward only."));
  }
}
