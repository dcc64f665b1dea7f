import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { randomBytes } from "node:crypto";
import { idsFrom } from "@platen/contracts";
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

test("sweeps, leases and pages read a few rows of documents, however many there are", async () => {
  const { dataSource, dependencies } = catalog;
  const { projectId } = params;
  const many = 20_000;
  await insert(
    `INSERT INTO documents (document_id, project_id, template_id, version, key_id, status, request_id, created_at)
     SELECT $1 || lpad(n::text, 16, '0'), $2, 'tpl', 1, 'key', 'completed', 'req_' || n, now() - n * interval '1 minute'
     FROM generate_series(1, ${many}) AS n`,
    idsFrom("document", new Date()),
    projectId,
  );
  await insert("VACUUM ANALYZE documents");
  /** The rows and index entries of documents that were read so far. A backend tells its counts when it is asked to. */
  async function readSoFar(): Promise<number> {
    const flush = () => insert("SELECT pg_stat_force_next_flush(), pg_sleep(0.02)");
    await Promise.all(Array.from({ length: 10 }, flush));
    const rows = await dataSource.query<{ read: number }[]>(
      `SELECT (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname LIKE 'documents\\_%')::integer
            + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname LIKE 'documents\\_%')::integer AS read`,
    );
    return rows[0]?.read ?? Number.NaN;
  }
  const { documents, lostDocuments, backgroundDocuments, contents } = dependencies;
  const query = { page: 1, pageSize: 20, sort: "createdAt:desc" } as const;
  const statements: Record<string, () => Promise<unknown>> = {
    "the sweep of lost documents": () => lostDocuments.closeLost(),
    "the backlog": () => backgroundDocuments.backlog(),
    "a lease": () => backgroundDocuments.lease({ courier: "c", documents: 10, inputBytes: 1_000, served: [] }),
    "the sweep of kept PDFs": () => contents.sweep(),
    "failed documents": () => documents.list(projectId, { ...query, status: "failed" }),
    "documents with a warning": () => documents.list(projectId, { ...query, warning: "any" }),
    "a request's document": () => documents.list(projectId, { ...query, search: "req_17" }),
    "an hour's documents": () =>
      documents.list(projectId, { ...query, from: new Date(Date.now() - 3_600_000).toISOString() }),
  };
  const counts: Record<string, number> = {};
  for (const [name, run] of Object.entries(statements)) {
    const before = await readSoFar();
    await run();
    counts[name] = (await readSoFar()) - before;
  }
  expect(Object.entries(counts).filter(([, count]) => !(count < 1_000))).toEqual([]);

  // A list counts and reaches the newest 10,000, and says that there are more.
  const { rows, pagination } = await documents.list(projectId, { ...query, page: 500 });
  expect(pagination).toEqual({ page: 500, pageSize: 20, total: 10_000, totalPages: 500, hasMore: true });
  expect(rows.map(({ requestId }) => requestId)).toEqual(
    Array.from({ length: 20 }, (_, index) => `req_${9_981 + index}`),
  );
  expect((await documents.list(projectId, { ...query, page: 501 })).rows).toEqual([]);
});
