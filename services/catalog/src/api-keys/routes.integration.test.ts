import { beforeEach, describe, expect, test } from "@jest/globals";
import { isApiKeyValue } from "@platen/contracts";
import { internalOperations as operations } from "@platen/contracts/internal";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import type { TestAccount } from "../testing/test-catalog.ts";

const catalog = catalogForFile();

let owner: TestAccount;
let projectId: string;
beforeEach(async () => {
  owner = await catalog.createAccount();
  projectId = await catalog.createProject(owner);
});

const create = (name: string) => owner.call(operations.createApiKey, { params: { projectId }, body: { name } });
const list = (query: { sort?: "name:asc" | "createdAt:desc" } = {}) =>
  owner.call(operations.listApiKeys, { params: { projectId }, query });

describe("API keys", () => {
  test("the value is returned once and not stored", async () => {
    const { key, ...shown } = await create("Production");
    expect(isApiKeyValue(key)).toBe(true);
    expect(shown).toMatchObject({ name: "Production", lastFour: key.slice(-4), lastUsedAt: null });
    await expect(list()).resolves.toMatchObject({ apiKeys: [shown] });
    expect(JSON.stringify(await list())).not.toContain(key);
    const stored: unknown = await catalog.dataSource.query("SELECT * FROM api_keys");
    expect(JSON.stringify(stored)).not.toContain(key);
  });

  test("only active keys are listed, by name or by age", async () => {
    const beta = await create("beta");
    const alpha = await create("Alpha");
    const gone = await create("Gone");
    await owner.call(operations.revokeApiKey, { params: { projectId, keyId: gone.keyId } });
    const ids = ({ apiKeys }: Awaited<ReturnType<typeof list>>) => apiKeys.map(({ keyId }) => keyId);
    expect(ids(await list())).toEqual([alpha.keyId, beta.keyId]);
    expect(ids(await list({ sort: "name:asc" }))).toEqual([alpha.keyId, beta.keyId]);
    expect((await list()).pagination.total).toBe(2);
  });

  test("renaming changes the name and nothing else", async () => {
    const { key, ...before } = await create("Production");
    const params = { projectId, keyId: before.keyId };
    await expect(owner.call(operations.renameApiKey, { params, body: { name: " Staging " } })).resolves.toEqual({
      ...before,
      name: "Staging",
    });
    await expect(catalog.asKey(key)(operations.listTemplates, {})).resolves.toBeDefined();
    await expect(owner.call(operations.renameApiKey, { params, body: { name: "" } })).rejects.toMatchObject({
      code: "request.invalid",
    });
  });

  test("a key does what its scopes allow, and keys without a choice make documents", async () => {
    const templateId = await catalog.publishTemplate(owner, projectId);
    const keyWith = async (scopes?: ("documents" | "templates")[]) => {
      const body = { name: "Key", ...(scopes && { scopes }) };
      return owner.call(operations.createApiKey, { params: { projectId }, body });
    };
    const allowed = async ({ key }: { key: string }) => {
      const call = catalog.asKey(key);
      const answers = await Promise.allSettled([
        catalog.createDocument(key, { templateId }),
        call(operations.listDocuments, {}),
        call(operations.listTemplates, {}),
        call(operations.listAssets, {}),
        call(operations.getTenant, {}),
      ]);
      return answers.map((answer) => (answer.status === "fulfilled" ? "ok" : (answer.reason as { code: string }).code));
    };
    const missing = "auth.scope_missing";
    const documents = await keyWith();
    expect([documents.scopes, await allowed(documents)]).toEqual([["documents"], ["ok", "ok", "ok", missing, "ok"]]);
    expect(await allowed(await keyWith(["templates"]))).toEqual([missing, missing, "ok", "ok", "ok"]);
    const both = await keyWith(["templates", "documents"]);
    expect([both.scopes, await allowed(both)]).toEqual([
      ["documents", "templates"],
      ["ok", "ok", "ok", "ok", "ok"],
    ]);
    await expect(keyWith([])).rejects.toMatchObject({ code: "request.invalid", details: [{ path: "scopes" }] });
    const [{ count }] = await catalog.dataSource.query<[{ count: number }]>(
      "SELECT count(*)::integer FROM documents WHERE project_id = $1",
      [projectId],
    );
    expect(count).toBe(2);
  });

  test("revocation is permanent", async () => {
    const { key, keyId } = await create("Production");
    const params = { projectId, keyId };
    await owner.call(operations.revokeApiKey, { params });
    await expect(catalog.asKey(key)(operations.listTemplates, {})).rejects.toMatchObject({ code: "auth.key_invalid" });
    await expect(owner.call(operations.revokeApiKey, { params })).rejects.toMatchObject({ code: "key.not_found" });
    await expect(owner.call(operations.renameApiKey, { params, body: { name: "Back" } })).rejects.toMatchObject({
      code: "key.not_found",
    });
  });

  test("the last uses are written later, in one statement", async () => {
    const { key, keyId } = await create("Production");
    const before = Date.now();
    for (let use = 0; use < 3; use += 1) await catalog.asKey(key)(operations.listTemplates, {});
    await expect(list()).resolves.toMatchObject({ apiKeys: [{ keyId, lastUsedAt: null }] });
    await catalog.dependencies.keyUsage.flush();
    const { apiKeys } = await list();
    expect(Date.parse(apiKeys[0]?.lastUsedAt ?? "")).toBeGreaterThanOrEqual(before);
  });
});
