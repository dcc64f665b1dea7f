import { afterEach, expect, test } from "@jest/globals";
import { Client } from "pg";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { assertNothingLeftOpen, createTestDatabase, waitFor, type TestDatabase } from "@platen/testing";
import { createIndexConcurrently } from "./database/create-index-concurrently.ts";
import { openDataSource } from "./data-source.ts";
import { migrateDatabase } from "./migrate-database.ts";
import { InitialSchema0040 } from "./database/migrations/0040-initial-schema.ts";
import { BrandVariables0045 } from "./database/migrations/0045-brand-variables.ts";
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

const lastStep = "LeaseIndexes0000000000040";
const lastButOne = "LeaseTurns0000000000039";

/** Records migrations without their tables, and migrates. Returns what is recorded afterwards and whether there are tables. */
async function migrateAfter(...steps: string[]): Promise<{ error: unknown; recorded: number; hasTables: boolean }> {
  database = await createTestDatabase();
  const connection = new Client(database.url);
  await connection.connect();
  try {
    await connection.query(
      "CREATE TABLE migrations (id serial PRIMARY KEY, timestamp bigint NOT NULL, name text NOT NULL)",
    );
    await connection.query(
      "INSERT INTO migrations (timestamp, name) SELECT right(name, 13)::bigint, name FROM unnest($1::text[]) AS name",
      [steps],
    );
    const error: unknown = await migrateDatabase(database.url, { migrations: [InitialSchema0040] }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const sql = `SELECT count(*)::integer AS recorded, to_regclass('accounts') IS NOT NULL AS "hasTables" FROM migrations`;
    const { rows } = await connection.query<{ recorded: number; hasTables: boolean }>(sql);
    return { error, recorded: rows[0]?.recorded ?? 0, hasTables: rows[0]?.hasTables ?? false };
  } finally {
    await connection.end();
  }
}

test("a database that the earlier migrations have made is ready and stays as it is", async () => {
  const after = await migrateAfter(lastButOne, lastStep);
  expect(after).toEqual({ error: undefined, recorded: 2, hasTables: false });
  await expect(findPendingMigrations(database.url)).resolves.not.toContain(lastStep);
});

test("a database that has some of the earlier migrations is refused, with the commit that has the others", async () => {
  const after = await migrateAfter("InitialSchema0000000000001", lastButOne);
  expect(after).toEqual({ error: expect.any(Error), recorded: 2, hasTables: false });
  expect(String(after.error)).toMatch(new RegExp(`at ${lastButOne}.* of the commit [0-9a-f]{8} first`));
  await expect(findPendingMigrations(database.url)).resolves.toContain(lastStep);
});

test("colours that were saved before they had variables keep the names that drafts use", async () => {
  database = await createTestDatabase();
  const before = migrations.slice(0, migrations.indexOf(BrandVariables0045));
  await migrateDatabase(database.url, { migrations: before });
  const connection = new Client(database.url);
  await connection.connect();
  const colour = (name: string, variable?: string) => ({ name, value: "#14438c", ...(variable && { variable }) });
  const brands = {
    old: ["Signal blue", "Signal-Blue!", "Äußeres Grün", "Синий", "Main"].map((name) => colour(name)),
    mixed: [colour("Ink"), colour("Blue", "ink")],
    named: [colour("Navy", "signal-blue")],
    empty: [],
  };
  try {
    await connection.query(
      "INSERT INTO accounts (account_id, email, password_hash) VALUES ('acc', 'a@example.com', '')",
    );
    for (const [projectId, colours] of Object.entries(brands)) {
      await connection.query("INSERT INTO projects (project_id, name, owner_account_id) VALUES ($1, 'x', 'acc')", [
        projectId,
      ]);
      await connection.query("INSERT INTO project_brands (project_id, colours, legal_line) VALUES ($1, $2, '')", [
        projectId,
        JSON.stringify(colours),
      ]);
    }
    await migrateDatabase(database.url);
    const { rows } = await connection.query<{ projectId: string; colours: { name: string; variable: string }[] }>(
      'SELECT project_id AS "projectId", colours FROM project_brands',
    );
    const variables = rows.map(({ projectId, colours }) => [projectId, colours.map(({ variable }) => variable)]);
    expect(Object.fromEntries(variables)).toEqual({
      old: ["signal-blue", "signal-blue-2", "au-eres-grun", "colour", "main-2"],
      mixed: ["ink-2", "ink"],
      named: ["signal-blue"],
      empty: [],
    });
  } finally {
    await connection.end();
  }
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
