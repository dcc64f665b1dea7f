import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { randomBytes } from "node:crypto";
import { idsFrom } from "@platen/contracts";
import { internalOperations as operations } from "@platen/contracts/internal";
import { startOwnPostgres, waitFor, type OwnServer } from "@platen/testing";
import { openSession } from "../accounts/open-session.ts";
import { startTestCatalog, type TestAccount, type TestCatalog } from "../testing/test-catalog.ts";

// Reads depend on what PostgreSQL has cleaned up, and old transactions of other test files, such as a backup, hold that back.
let server: OwnServer;
let catalog: TestCatalog;
let owner: TestAccount;
let params: { projectId: string };
beforeAll(async () => {
  server = await startOwnPostgres();
  catalog = await startTestCatalog({ server: server.url });
});
afterAll(async () => {
  await catalog.stop();
  await server.stop();
});
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

/** The rows and index entries of tables that were read so far. A backend tells its counts when it is asked to. */
async function readSoFar(tables = "%"): Promise<number> {
  const flush = () => insert("SELECT pg_stat_force_next_flush(), pg_sleep(0.02)");
  await Promise.all(Array.from({ length: 10 }, flush));
  const rows = await catalog.dataSource.query<{ read: number }[]>(
    `SELECT (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname LIKE $1)::integer
          + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname LIKE $1)::integer AS read`,
    [tables],
  );
  return rows[0]?.read ?? Number.NaN;
}

test("a lease reads as many rows with 4,000 projects that wait as with 400, of one account or of many", async () => {
  const { backgroundDocuments } = catalog.dependencies;
  const asked = 20;
  /** Lets so many further projects wait, half of them of one account, each with three documents. */
  async function letWait(from: number, to: number): Promise<void> {
    await insert(
      `WITH owners AS (
         INSERT INTO accounts (account_id, email, password_hash)
         SELECT 'acc_' || n, n || '@example.com', '' FROM generate_series($2::integer, $3::integer) AS n
       ), made AS (
         INSERT INTO projects (project_id, name, owner_account_id)
         SELECT 'prj_' || n, 'x', 'acc_' || CASE WHEN n % 2 = 0 THEN 1 ELSE n END
         FROM generate_series($2::integer, $3::integer) AS n RETURNING project_id
       ), waiting AS (
         INSERT INTO documents (document_id, project_id, template_id, version, key_id, status, lane, due_at)
         SELECT $1 || substr(md5(project_id || d), 1, 16), project_id, 'tpl', 1, 'key', 'queued', 1, now() - interval '1 minute'
         FROM made CROSS JOIN generate_series(1, 3) AS d RETURNING document_id, project_id
       )
       INSERT INTO document_inputs (document_id, project_id, source_id, keep_seconds, input_bytes, input)
       SELECT document_id, project_id, 'src', 1, 1, '' FROM waiting`,
      idsFrom("document", new Date()),
      from,
      to,
    );
  }
  const served = Array.from({ length: 50 }, (_, index) => ({
    projectId: `prj_${index + 1}`,
    servedMs: 900,
    meanMs: 90,
  }));
  const lease = () =>
    backgroundDocuments.lease({ courier: "c", documents: asked, inputBytes: 1_000_000, served, servedFlows: [] });
  const unlisted = async () => count("document_inputs", "list_at <= now()");
  async function rowsReadByLease(): Promise<number> {
    // The leases before list whatever has become due.
    while ((await unlisted()) > 0) await lease();
    await insert("VACUUM ANALYZE documents, document_inputs, projects, lease_turns");
    const counts: number[] = [];
    // Whatever else reads meanwhile, such as autovacuum, does not read each time.
    for (const _ of [1, 2, 3]) {
      const before = await readSoFar();
      expect(await lease()).toHaveLength(asked);
      counts.push((await readSoFar()) - before);
    }
    return Math.min(...counts);
  }
  await letWait(1, 400);
  const few = await rowsReadByLease();
  await letWait(401, 4_000);
  const many = await rowsReadByLease();
  expect([many, many < 1.5 * few, many < 60 * asked]).toEqual([many, true, true]);
  await insert("TRUNCATE documents, document_inputs, lease_turns");
});

test("a search for a beginning reads a few rows beside those of its count, however many names begin so", async () => {
  const { documents } = catalog.dependencies;
  const { projectId } = params;
  const fill = (from: number, to: number, name: string) =>
    insert(
      `INSERT INTO documents (document_id, project_id, template_id, version, key_id, status, filename, created_at)
       SELECT $1 || lpad(n::text, 16, '0'), $2, 'tpl', 1, 'key', 'completed', $5 || n || '.pdf', now() - n * interval '1 second'
       FROM generate_series($3::integer, $4::integer) AS n`,
      idsFrom("document", new Date()),
      projectId,
      from,
      to,
      name,
    );
  await fill(1, 15, "letter-");
  await fill(16, 40_000, "invoice-");
  await insert("VACUUM ANALYZE documents");
  const query = { page: 1, pageSize: 20, sort: "createdAt:desc" } as const;
  const names = async (search: string, page = 1) =>
    (await documents.list(projectId, { ...query, page, search })).rows.map(({ filename }) => filename);
  const numbered = (from: number) => Array.from({ length: 20 }, (_, index) => `invoice-${from + index}.pdf`);
  const before = await readSoFar();
  expect(await names("invoice-")).toEqual(numbered(16));
  // The count ends at 10,000, and is made once more to choose the index.
  expect((await readSoFar()) - before).toBeLessThan(21_000);
  expect(await names("invoice-", 500)).toEqual(numbered(9_996));
  expect(await names("letter-1")).toEqual(["1", "10", "11", "12", "13", "14", "15"].map((n) => `letter-${n}.pdf`));
  const oldest = await documents.list(projectId, { ...query, sort: "createdAt:asc", search: "invoice-" });
  expect(oldest.rows[0]?.filename).toBe("invoice-40000.pdf");
  await insert("TRUNCATE documents");
});

test("sweeps, leases and pages read a few rows of documents, however many there are", async () => {
  const { dependencies } = catalog;
  const { projectId } = params;
  const many = 20_000;
  const ofDocuments = String.raw`documents\_%`;
  await insert(
    `INSERT INTO documents (document_id, project_id, template_id, version, key_id, status, request_id, created_at)
     SELECT $1 || lpad(n::text, 16, '0'), $2, 'tpl', 1, 'key', 'completed', 'req_' || n, now() - n * interval '1 minute'
     FROM generate_series(1, ${many}) AS n`,
    idsFrom("document", new Date()),
    projectId,
  );
  await insert("VACUUM ANALYZE documents");
  const { documents, lostDocuments, backgroundDocuments, contents } = dependencies;
  const query = { page: 1, pageSize: 20, sort: "createdAt:desc" } as const;
  const statements: Record<string, () => Promise<unknown>> = {
    "the sweep of lost documents": () => lostDocuments.closeLost(),
    "the backlog": () => backgroundDocuments.backlog(),
    "a lease": () =>
      backgroundDocuments.lease({ courier: "c", documents: 10, inputBytes: 1_000, served: [], servedFlows: [] }),
    "the sweep of kept PDFs": () => contents.sweep(),
    "failed documents": () => documents.list(projectId, { ...query, status: "failed" }),
    "documents with a warning": () => documents.list(projectId, { ...query, warning: "any" }),
    "a request's document": () => documents.list(projectId, { ...query, search: "req_17" }),
    "an hour's documents": () =>
      documents.list(projectId, { ...query, from: new Date(Date.now() - 3_600_000).toISOString() }),
  };
  const counts: Record<string, number> = {};
  for (const [name, run] of Object.entries(statements)) {
    const before = await readSoFar(ofDocuments);
    await run();
    counts[name] = (await readSoFar(ofDocuments)) - before;
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

test("the uses of a brand read the drafts that use it, and not the other 2,000", async () => {
  const { projectId } = params;
  await insert(
    `WITH made AS (
       INSERT INTO templates (template_id, project_id, name)
       SELECT $2 || lpad(n::text, 16, '0'), $1, 'x' || n FROM generate_series(1, 2000) AS n
       RETURNING template_id, project_id, name)
     INSERT INTO template_drafts (template_id, project_id, html, css, settings)
     SELECT template_id, project_id, 'var(--brand', CASE name WHEN 'x7' THEN 'var(--brand-main, red)' ELSE '' END, '{}'
     FROM made`,
    projectId,
    idsFrom("template", new Date()),
  );
  await insert("VACUUM ANALYZE template_drafts");
  const uses = () => owner.call(operations.getBrandUses, { params });
  const before = await readSoFar(String.raw`template\_drafts%`);
  expect((await uses()).templates).toMatchObject([{ name: "x7", isInDraft: true }]);
  expect((await readSoFar(String.raw`template\_drafts%`)) - before).toBeLessThan(100);
});

test("a count of documents reads no more rows with 4,000 projects than with 400, if none has new documents", async () => {
  const { usageRollUp } = catalog.dependencies;
  async function rowsReadByCount(projects: number): Promise<number> {
    await insert(
      `INSERT INTO projects (project_id, name, owner_account_id)
       SELECT $1 || n, 'x', $2 FROM generate_series(1, $3::integer) AS n`,
      `${params.projectId}_${projects}_`,
      owner.accountId,
      projects,
    );
    await insert("VACUUM ANALYZE projects, documents, usage_marks");
    await waitFor(() => usageRollUp.count(), { describe: "the documents to be counted" });
    const counts: number[] = [];
    for (const _ of [1, 2, 3]) {
      const before = await readSoFar();
      await usageRollUp.count();
      counts.push((await readSoFar()) - before);
    }
    return Math.min(...counts);
  }
  const few = await rowsReadByCount(400);
  const many = await rowsReadByCount(3_600);
  expect([few, many, many <= few + 100]).toEqual([few, many, true]);
});
