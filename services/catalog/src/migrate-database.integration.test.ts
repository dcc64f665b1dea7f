import { afterEach, expect, test } from "@jest/globals";
import { randomBytes } from "node:crypto";
import { createId } from "@platen/contracts";
import { Client } from "pg";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { assertNothingLeftOpen, createTestDatabase, waitFor, type TestDatabase } from "@platen/testing";
import { createIndexConcurrently } from "./database/create-index-concurrently.ts";
import { openCommandDataSource, openDataSource } from "./data-source.ts";
import { migrateDatabase } from "./migrate-database.ts";
import { InitialSchema0001 } from "./database/migrations/0001-initial-schema.ts";
import { DataSets0002 } from "./database/migrations/0002-data-sets.ts";
import { OwnerAccounts0004 } from "./database/migrations/0004-owner-accounts.ts";
import { PartitionedDocuments0023 } from "./database/migrations/0023-partitioned-documents.ts";
import { ContentRetention0028 } from "./database/migrations/0028-content-retention.ts";
import { migrations } from "./database/migrations/index.ts";
import { findPendingMigrations } from "./database/pending-migrations.ts";

class LaterIndex implements MigrationInterface {
  readonly name = "LaterIndex0000000000098";
  readonly transaction = false;
  readonly up = (queryRunner: QueryRunner) =>
    createIndexConcurrently(queryRunner, "documents_later", "documents (project_id, filename)");
  readonly down = () => Promise.reject(new Error("forward only"));
}

class LaterColumn implements MigrationInterface {
  readonly name: string = "LaterColumn0000000000099";
  readonly up = async (queryRunner: QueryRunner) => {
    await queryRunner.query("ALTER TABLE documents ADD COLUMN later text");
  };
  readonly down = () => Promise.reject(new Error("forward only"));
}

class LaterColumnAlone extends LaterColumn {
  override readonly name = "LaterColumnAlone0000000000097";
  readonly transaction = false;
}

let database: TestDatabase;
afterEach(() => database.drop());

test("three simultaneous runs on an empty database all succeed, and each migration runs once", async () => {
  database = await createTestDatabase();
  const executed = await Promise.all([1, 2, 3].map(() => migrateDatabase(database.url)));
  expect(executed.flat()).toHaveLength(migrations.length);
  await expect(migrateDatabase(database.url)).resolves.toEqual([]);
  await assertNothingLeftOpen([database]);
});

test("pending migrations are listed, oldest first, and migrations of a newer release are ignored", async () => {
  database = await createTestDatabase();
  const all = migrations.map((Migration) => new Migration().name);
  await expect(findPendingMigrations(database.url)).resolves.toEqual(all);
  await migrateDatabase(database.url);
  await expect(findPendingMigrations(database.url)).resolves.toEqual([]);
  const connection = new Client(database.url);
  await connection.connect();
  await connection.query("INSERT INTO migrations (timestamp, name) VALUES (99, 'AddedLater0000000000099')");
  await connection.query("DELETE FROM migrations WHERE name = $1", [all.at(-1)]);
  await connection.end();
  await expect(findPendingMigrations(database.url)).resolves.toEqual(all.slice(-1));
  await assertNothingLeftOpen([database]);
});

const writeDocument = `INSERT INTO documents (document_id, project_id, template_id, version, status)
  VALUES (gen_random_uuid(), 'p', 't', 1, 'queued')`;
/** Opens a transaction in a migrated database, which has written a document. */
async function withOpenWrite(work: (holder: Client, other: Client) => Promise<void>): Promise<void> {
  database = await createTestDatabase();
  await migrateDatabase(database.url);
  const [holder, other] = [1, 2].map(() => new Client(database.url)) as [Client, Client];
  await Promise.all([holder.connect(), other.connect()]);
  try {
    await holder.query(`BEGIN; ${writeDocument}`);
    await work(holder, other);
  } finally {
    await Promise.all([holder.end(), other.end()]);
  }
}

test("an index of documents is created while transactions write documents, and again after an interrupted attempt", () =>
  withOpenWrite(async (holder, other) => {
    const migrate = () => migrateDatabase(database.url, { migrations: [LaterIndex] });
    const migrating = migrate();
    const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query ~ 'CREATE INDEX'`;
    await waitFor(async () => (await other.query(waits)).rowCount === 1, { describe: "the index to wait" });
    await other.query(`SET statement_timeout = 5000; ${writeDocument}`);
    await holder.query("COMMIT");
    await expect(migrating).resolves.toEqual(["LaterIndex0000000000098"]);

    const itsRow = "indexrelid = 'documents_later'::regclass";
    await other.query(`UPDATE pg_index SET indisvalid = false WHERE ${itsRow}`);
    await other.query("DELETE FROM migrations WHERE name ~ 'LaterIndex'");
    await migrate();
    const { rows } = await other.query(`SELECT indisvalid FROM pg_index WHERE ${itsRow}`);
    expect(rows).toEqual([{ indisvalid: true }]);
  }));

test.each([LaterColumn, LaterColumnAlone])(
  "a migration that waits for a table in use lets writes pass, tries again, and gives up in the end: $name",
  (Migration) =>
    withOpenWrite(async (holder, other) => {
      const options = { migrations: [Migration], lockTimeoutMs: 100, pauseMs: 10 };
      await expect(migrateDatabase(database.url, { ...options, tries: 2 })).rejects.toThrow("pg_stat_activity");
      const held = Promise.withResolvers<number>();
      const migrating = migrateDatabase(database.url, { ...options, onLockHeld: held.resolve });
      await held.promise;
      await other.query(`SET statement_timeout = 5000; ${writeDocument}`);
      await holder.query("COMMIT");
      await expect(migrating).resolves.toEqual([new Migration().name]);
    }),
);

test("documents become a partitioned table that keeps rows and rights, under connections that go on", async () => {
  database = await createTestDatabase();
  const isEarlier = (Migration: (typeof migrations)[number]) => Migration !== PartitionedDocuments0023;
  await migrateDatabase(database.url, { migrations: migrations.filter(isEarlier) });
  const connection = new Client(database.url);
  await connection.connect();
  const write = (id: string) =>
    connection.query({
      name: "write",
      text: `INSERT INTO documents (document_id, project_id, template_id, version, status)
             VALUES ($1, 'p', 't', 1, 'queued') ON CONFLICT DO NOTHING RETURNING tableoid::regclass::text AS name`,
      values: [id],
    });
  try {
    const [first, second] = [createId("document"), createId("document")];
    const role = `reports_${randomBytes(6).toString("hex")}`;
    await connection.query(`CREATE ROLE ${role}; GRANT SELECT ON documents TO ${role}`);
    await write(first);
    const ids = [first, second];
    const migrated = new AbortController();
    const migrating = migrateDatabase(database.url).finally(() => migrated.abort());
    // Writes go on all the time.
    while (!migrated.signal.aborted) {
      ids.push(createId("document"));
      await write(ids.at(-1) ?? "");
    }
    expect(await migrating).toEqual(["PartitionedDocuments0000000000023"]);
    await write(second);
    // The prepared statement reaches the new table, and the ids of before are still unique.
    expect((await write(second)).rows).toEqual([]);
    expect((await write(createId("document"))).rows).toEqual([{ name: "documents_first" }]);
    const { rows } = await connection.query(
      `SELECT count(*)::integer AS count, has_table_privilege('${role}', 'documents', 'SELECT') AS may FROM documents`,
    );
    expect(rows).toEqual([{ count: ids.length + 1, may: true }]);
    const columns =
      "SELECT column_name FROM information_schema.columns WHERE table_name = $1 ORDER BY ordinal_position";
    expect((await connection.query(columns, ["documents"])).rows).toEqual(
      (await connection.query(columns, ["documents_first"])).rows,
    );
    await connection.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  } finally {
    await connection.end();
  }
});

test("the tables match the entities", async () => {
  database = await createTestDatabase();
  await migrateDatabase(database.url);
  const dataSource = await openDataSource({ url: database.url, poolSize: 1 });
  try {
    expect(dataSource.entityMetadatas.length).toBeGreaterThan(9);
    for (const entity of dataSource.entityMetadatas) {
      const found = await dataSource.query<{ name: string; nullable: boolean }[]>(
        `SELECT column_name AS name, is_nullable = 'YES' AS nullable FROM information_schema.columns
         WHERE table_name = $1`,
        [entity.tableName],
      );
      for (const { databaseName, isNullable } of entity.columns) {
        expect([entity.tableName, found.find(({ name }) => name === databaseName)]).toEqual([
          entity.tableName,
          { name: databaseName, nullable: isNullable },
        ]);
      }
    }
  } finally {
    await dataSource.destroy();
  }
});

test("a project of an earlier release belongs to its first owner, and to no account without one", async () => {
  database = await createTestDatabase();
  const dataSource = await openCommandDataSource(database.url);
  try {
    const queryRunner = dataSource.createQueryRunner();
    await new InitialSchema0001().up(queryRunner);
    await queryRunner.query("INSERT INTO projects (project_id, name) VALUES ('p', 'Old'), ('q', 'Older')");
    await queryRunner.query(
      "INSERT INTO accounts (account_id, email, password_hash) VALUES ('a', 'a', ''), ('b', 'b', ''), ('c', 'c', '')",
    );
    await queryRunner.query(
      `INSERT INTO memberships (project_id, account_id, role, created_at) VALUES
       ('p', 'a', 'viewer', '2026-01-01'), ('p', 'b', 'owner', '2026-01-03'), ('p', 'c', 'owner', '2026-01-02'),
       ('q', 'a', 'editor', '2026-01-01')`,
    );
    await new OwnerAccounts0004().up(queryRunner);
    const rows: unknown = await queryRunner.query("SELECT project_id, owner_account_id FROM projects ORDER BY 1");
    expect(rows).toEqual([
      { project_id: "p", owner_account_id: "c" },
      { project_id: "q", owner_account_id: null },
    ]);
    await queryRunner.release();
  } finally {
    await dataSource.destroy();
  }
});

test("projects of an earlier release keep PDFs for 7 days without a maximum, also those that it creates afterwards", async () => {
  database = await createTestDatabase();
  const isEarlier = (Migration: (typeof migrations)[number]) => Migration !== ContentRetention0028;
  await migrateDatabase(database.url, { migrations: migrations.filter(isEarlier) });
  const connection = new Client(database.url);
  await connection.connect();
  try {
    const create = (id: string) => connection.query(`INSERT INTO projects (project_id, name) VALUES ('${id}', 'Old')`);
    await create("p");
    await migrateDatabase(database.url);
    await create("q");
    const columns = "content_default_days AS days, content_max_days AS most";
    const { rows } = await connection.query(`SELECT ${columns} FROM projects ORDER BY project_id`);
    expect(rows).toEqual([
      { days: 7, most: null },
      { days: 7, most: null },
    ]);
    await expect(connection.query("UPDATE projects SET content_max_days = 6")).rejects.toThrow("projects_content_days");
  } finally {
    await connection.end();
  }
});

test("sample data of the first schema becomes the one data set of its draft and version, keys in their order", async () => {
  database = await createTestDatabase();
  const dataSource = await openCommandDataSource(database.url);
  try {
    const queryRunner = dataSource.createQueryRunner();
    await new InitialSchema0001().up(queryRunner);
    await queryRunner.query("INSERT INTO projects (project_id, name) VALUES ('p', 'Old')");
    await queryRunner.query("INSERT INTO templates (template_id, project_id, name) VALUES ('t', 'p', 'Old')");
    const source = String.raw`'p', '', '', '{}', '{"z":"\u0000\ud800","a":[1]}'`;
    await queryRunner.query(
      `INSERT INTO template_drafts (template_id, project_id, html, css, settings, sample_data) VALUES ('t', ${source})`,
    );
    await queryRunner.query(
      `INSERT INTO template_versions (version_id, template_id, version, note, project_id, html, css, settings, sample_data)
       SELECT 'v' || n, 't', n, '', ${source} FROM generate_series(1, 401) AS n`,
    );
    await new DataSets0002().up(queryRunner);
    const rows: unknown = await queryRunner.query(
      "SELECT DISTINCT data_sets FROM (SELECT data_sets FROM template_drafts UNION ALL SELECT data_sets FROM template_versions) AS all_rows",
    );
    const json = String.raw`{
  "z": "\u0000\ud800",
  "a": [
    1
  ]
}`;
    expect(rows).toEqual([{ data_sets: [{ name: "Sample data", json }] }]);
    // The previous release writes rows without data sets.
    await queryRunner.query("DELETE FROM template_drafts");
    await queryRunner.query(
      `INSERT INTO template_drafts (template_id, project_id, html, css, settings, sample_data) VALUES ('t', ${source})`,
    );
    await queryRunner.release();
  } finally {
    await dataSource.destroy();
  }
});
