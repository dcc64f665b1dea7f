import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { randomBytes } from "node:crypto";
import { internalOperations as operations } from "@platen/contracts/internal";
import { openSession } from "../accounts/open-session.ts";
import { startTestCatalog, type TestAccount, type TestCatalog } from "../testing/test-catalog.ts";

let catalog: TestCatalog;
let owner: TestAccount;
let params: { projectId: string };
beforeAll(async () => {
  catalog = await startTestCatalog();
});
afterAll(() => catalog.stop());
beforeEach(async () => {
  owner = await catalog.createAccount();
  params = { projectId: await catalog.createProject(owner) };
});

const insert = (sql: string, ...values: unknown[]) => catalog.dataSource.query(sql, values);
const count = async (table: string, where: string, ...values: unknown[]): Promise<number> => {
  const rows = await catalog.dataSource.query<{ count: number }[]>(
    `SELECT count(*)::integer AS count FROM ${table} WHERE ${where}`,
    values,
  );
  return rows[0]?.count ?? Number.NaN;
};

test.each<[string, (projectId: string) => Promise<unknown>, () => Promise<unknown>]>([
  [
    "API keys",
    (projectId) =>
      insert(
        `INSERT INTO api_keys (key_id, project_id, name, value_hash, last_four)
         SELECT $1 || n, $1, 'x', $1 || n, 'xxxx' FROM generate_series(1, 99) AS n`,
        projectId,
      ),
    () => owner.call(operations.createApiKey, { params, body: { name: "One more" } }),
  ],
  [
    "invitations",
    (projectId) =>
      insert(
        `INSERT INTO invitations (invitation_id, project_id, email, role, code_hash, expires_at)
         SELECT $1 || n, $1, n || '@example.com', 'viewer', $1 || n, now() + interval '1 day'
         FROM generate_series(1, 99) AS n`,
        projectId,
      ),
    () =>
      owner.call(operations.inviteMember, {
        params,
        body: { email: `${randomBytes(6).toString("hex")}@example.com`, role: "viewer" },
      }),
  ],
  [
    "templates",
    (projectId) =>
      insert(
        `INSERT INTO templates (template_id, project_id, name)
         SELECT $1 || n, $1, 'x' || n FROM generate_series(1, 9999) AS n`,
        projectId,
      ),
    () => owner.call(operations.createTemplate, { params, body: { name: randomBytes(6).toString("hex") } }),
  ],
])("a project has a limited number of %s, also of those asked for at once", async (_what, fill, create) => {
  await fill(params.projectId);
  const outcomes = await Promise.allSettled([create(), create(), create()]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(create()).rejects.toMatchObject({ code: "quota.reached", status: 409 });
  params = { projectId: await catalog.createProject(owner) };
  await expect(create()).resolves.toBeDefined();
});

test("an account keeps its newest 50 sessions", async () => {
  for (let number = 0; number < 55; number += 1) {
    await openSession(catalog.dataSource.manager, owner.accountId, randomBytes);
  }
  expect(await count("sessions", "account_id = $1", owner.accountId)).toBe(50);
  await expect(owner.call(operations.getProject, { params })).rejects.toMatchObject({ code: "auth.session_invalid" });
});

test("a project keeps the sources of its 50 latest previews, and takes none from another project", async () => {
  const other = { projectId: await catalog.createProject(owner) };
  const preview = (of: typeof params, number: number) =>
    owner.call(operations.openSourcePreview, { params: of, body: { name: "x", html: `<p>${number}` } });
  await preview(other, 0);
  for (let number = 0; number < 55; number += 1) await preview(params, number);
  expect(await count("preview_sources", "project_id = $1", params.projectId)).toBe(50);
  expect(await count("preview_sources", "project_id = $1", other.projectId)).toBe(1);
});

test("expired sessions, invitations and sources of previews are removed, and others stay", async () => {
  const other = await catalog.createAccount();
  await owner.call(operations.inviteMember, { params, body: { email: "late@example.com", role: "viewer" } });
  await insert("UPDATE invitations SET expires_at = now() WHERE project_id = $1", params.projectId);
  await insert("UPDATE sessions SET seen_at = now() - interval '15 days' WHERE account_id = $1", owner.accountId);
  await insert("UPDATE preview_sources SET used_at = now() - interval '2 hours'");
  await catalog.dependencies.expiredRows.removeExpired();
  expect(await count("sessions", "account_id = $1", owner.accountId)).toBe(0);
  expect(await count("sessions", "account_id = $1", other.accountId)).toBe(1);
  expect(await count("invitations", "project_id = $1", params.projectId)).toBe(0);
  expect(await count("preview_sources", "true")).toBe(0);
});
