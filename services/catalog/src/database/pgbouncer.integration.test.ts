import { describe, expect, test } from "@jest/globals";
import { internalOperations as operations } from "@platen/contracts/internal";
import { createTestDatabase, startPgBouncer, withPgBouncer } from "@platen/testing";
import { startTestCatalog, type TestCatalog } from "../testing/test-catalog.ts";
import { migrateDatabase } from "../migrate-database.ts";
import { migrations } from "./migrations/index.ts";

async function useCatalog(catalog: TestCatalog): Promise<void> {
  const { owner, projectId, key, templateId } = await catalog.createTenant();
  const requests = Array.from({ length: 8 }, () => [
    key.createDocument({ templateId }),
    key.call(operations.listTemplates, { query: { page: 900 } }),
    catalog.publishTemplate(owner, projectId),
  ]);
  await Promise.all(requests.flat());
}

withPgBouncer(describe).each(["session", "transaction"] as const)("behind PgBouncer in %s mode", (poolMode) => {
  test("a catalog serves more requests than PgBouncer has connections, and runs migrate at once", async () => {
    const pgBouncer = await startPgBouncer(poolMode);
    try {
      const catalog = await startTestCatalog({ databaseUrl: (url) => pgBouncer.inFrontOf(url) });
      try {
        await useCatalog(catalog);
      } finally {
        await catalog.stop();
      }

      const database = await createTestDatabase();
      const runs = await Promise.all([1, 2].map(() => migrateDatabase(pgBouncer.inFrontOf(database.url))));
      expect(runs.flat()).toHaveLength(migrations.length);
      await database.drop();
    } finally {
      await pgBouncer.stop();
    }
  });
});
