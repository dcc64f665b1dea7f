import { afterEach, expect, test } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@platen/testing";
import { openDataSource } from "./data-source.ts";
import { migrateDatabase } from "./migrate-database.ts";
import { migrations } from "./migrations/index.ts";

let database: TestDatabase;
afterEach(() => database.drop());

test("three replicas that start at once on an empty database all come up, and each migration runs once", async () => {
  database = await createTestDatabase();
  const executed = await Promise.all([1, 2, 3].map(() => migrateDatabase(database.url)));
  expect(executed.flat()).toHaveLength(migrations.length);
  await expect(migrateDatabase(database.url)).resolves.toEqual([]);
  expect(await database.connections()).toEqual([]);
});

test("the tables are what the entities say", async () => {
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
