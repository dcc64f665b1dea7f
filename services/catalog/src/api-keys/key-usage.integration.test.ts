import { expect, test } from "@jest/globals";
import { internalOperations as operations } from "@platen/contracts/internal";
import { createLogger } from "@platen/telemetry";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import { createKeyUsage } from "./key-usage.ts";

const catalog = catalogForFile();

test("a use of a key that could not be written is written later, and never in place of a newer one", async () => {
  const { owner, projectId, key } = await catalog.createTenant();
  const { keyId } = await owner.call(operations.createApiKey, { params: { projectId }, body: { name: "Used once" } });
  const { dataSource } = catalog;
  // Later than all uses that the catalog itself notes.
  const first = Date.parse("2100-01-01T00:00:00Z");
  let now = first;
  const logger = createLogger({ service: "catalog", level: "error" });
  const usage = createKeyUsage({ dataSource, logger, flushEveryMs: 60_000, now: () => now });
  usage.note(key.keyId);
  usage.note(keyId);
  await dataSource.query("ALTER TABLE api_keys RENAME TO api_keys_away");
  const flushing = usage.flush();
  now += 1_000;
  usage.note(key.keyId);
  await flushing;
  await dataSource.query("ALTER TABLE api_keys_away RENAME TO api_keys");
  await usage.close();
  const { apiKeys } = await owner.call(operations.listApiKeys, { params: { projectId }, query: {} });
  const usedAt = new Map(apiKeys.map((one) => [one.keyId, one.lastUsedAt]));
  expect(usedAt.get(key.keyId)).toBe(new Date(now).toISOString());
  expect(usedAt.get(keyId)).toBe(new Date(first).toISOString());
});
