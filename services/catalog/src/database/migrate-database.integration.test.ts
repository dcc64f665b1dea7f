import { afterEach, expect, test } from "@jest/globals";
import { Client } from "pg";
import { createTestDatabase, type TestDatabase } from "@platen/testing";
import { openCommandDataSource, openDataSource } from "./data-source.ts";
import { migrateDatabase } from "./migrate-database.ts";
import { InitialSchema0001 } from "./migrations/0001-initial-schema.ts";
import { DataSets0002 } from "./migrations/0002-data-sets.ts";
import { OwnerAccounts0004 } from "./migrations/0004-owner-accounts.ts";
import { migrations } from "./migrations/index.ts";
import { findPendingMigrations } from "./pending-migrations.ts";

let database: TestDatabase;
afterEach(() => database.drop());

test("three simultaneous runs on an empty database all succeed, and each migration runs once", async () => {
  database = await createTestDatabase();
  const executed = await Promise.all([1, 2, 3].map(() => migrateDatabase(database.url)));
  expect(executed.flat()).toHaveLength(migrations.length);
  await expect(migrateDatabase(database.url)).resolves.toEqual([]);
  expect(await database.connections()).toEqual([]);
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
  expect(await database.connections()).toEqual([]);
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
