import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { createId, idsFrom, type Failure } from "@platen/contracts";
import { internalOperations as operations, type OutcomeReport } from "@platen/contracts/internal";
import { createLogger } from "@platen/telemetry";
import { waitFor } from "@platen/testing";
import { openDataSource } from "../data-source.ts";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import { measured, problemOf, type TestTenant } from "../testing/test-catalog.ts";
import { createUsageRollUp } from "./usage-roll-up.ts";

const catalog = catalogForFile({ retentionDays: 30 });
let tenant: TestTenant;
let foreign: TestTenant;
let rollUp: ReturnType<typeof startRollUp>;
beforeEach(async () => {
  tenant = await catalog.createTenant();
  foreign = await catalog.createTenant();
  rollUp = startRollUp();
});
afterEach(() => rollUp.close());

const failure: Failure = { code: "data_invalid", message: "No.", retryable: false };
const missing = { code: "data.missing", severity: "error", message: "No amount.", path: "amount" } as const;
const completed = { ...measured, status: "completed", sha256: "ab".repeat(32) } as const;

type Outcome = OutcomeReport extends infer Report
  ? Report extends OutcomeReport
    ? Omit<Report, "grant" | "documentId">
    : never
  : never;

async function report({ projectId }: TestTenant, documentId: string, outcome: Outcome): Promise<void> {
  const claims = { documentId, projectId, sourceId: createId("templateVersion"), preview: false };
  const reports = [{ ...outcome, documentId, grant: catalog.grant(claims) }];
  await catalog.asNobody(operations.reportOutcomes, { body: { reports } });
}

async function create({ key, templateId }: TestTenant): Promise<string> {
  return (await key.createDocument({ templateId })).documentId;
}

async function make(of: TestTenant, outcome: Outcome = completed): Promise<string> {
  const documentId = await create(of);
  await report(of, documentId, outcome);
  return documentId;
}

/** Makes copies of a document. */
async function copy(documentId: string, copies: number): Promise<void> {
  await catalog.dataSource.query(
    `INSERT INTO documents (document_id, project_id, template_id, version, status, page_count)
     SELECT copied, project_id, template_id, version, status, 1
     FROM documents, unnest($2::text[]) AS copied WHERE document_id = $1`,
    [documentId, Array.from({ length: copies }, () => createId("document"))],
  );
}

/** A roll-up that counts documents at once. Each of a test's documents is written when it begins. */
const startRollUp = (dataSource = catalog.dataSource) =>
  createUsageRollUp({ dataSource, logger: createLogger({ service: "catalog", level: "error" }), settledMs: 0 });

async function countAll(): Promise<void> {
  await catalog.dataSource.query("UPDATE usage_open SET look_at = now()");
  await waitFor(() => rollUp.count(), { describe: "the documents to be counted" });
}

const usageOf = ({ key }: TestTenant, query: { step?: "hour" | "day"; from?: string; templateId?: string } = {}) =>
  key.call(operations.getDocumentUsage, { query });
const countsOf = async (of: TestTenant, query?: Parameters<typeof usageOf>[1]) => {
  const { made, failed, withWarnings, pages } = (await usageOf(of, query)).total;
  return { made, failed, withWarnings, pages };
};

test("documents count once by what became of them, in their own project, template, hour and day", async () => {
  const other = await catalog.publishTemplate(tenant.owner, tenant.projectId);
  await make(tenant, { ...completed, queueMs: 5, renderMs: 20 });
  await make(tenant, { ...completed, warnings: [missing] });
  await make(tenant, { status: "failed", failure });
  await make(tenant, { status: "cancelled" });
  await make({ ...tenant, templateId: other }, { ...completed, renderMs: 700 });
  await create(tenant);
  await make(foreign);
  await countAll();
  await countAll();
  const all = { made: 3, failed: 1, withWarnings: 1, pages: 6 };
  for (const step of ["hour", "day"] as const) expect(await countsOf(tenant, { step })).toEqual(all);
  expect(await countsOf(foreign)).toEqual({ made: 1, failed: 0, withWarnings: 0, pages: 2 });
  expect(await countsOf(foreign, { templateId: other })).toMatchObject({ made: 0 });
  expect((await usageOf(tenant)).total).toMatchObject({ bytes: 24, p50Ms: 30, p95Ms: 1_000 });
  expect((await usageOf(tenant, { templateId: other })).total).toMatchObject({ made: 1, p50Ms: 1_000 });

  const { projectId, owner } = tenant;
  const { templates } = await owner.call(operations.getTemplateUsage, { params: { projectId } });
  expect(templates.map(({ templateId, made, failed }) => [templateId, made, failed])).toEqual([
    [tenant.templateId, 2, 1],
    [other, 1, 0],
  ]);
  const { projects } = await owner.call(operations.getMemberUsage, {});
  expect(projects.map((project) => [project.projectId, project.made, project.failed])).toEqual([[projectId, 3, 1]]);
});

test("a document that is not final when others are counted counts when it is", async () => {
  const documentId = await create(tenant);
  await make(tenant);
  await countAll();
  expect(await countsOf(tenant)).toMatchObject({ made: 1, failed: 0 });
  await report(tenant, documentId, { status: "failed", failure });
  await countAll();
  await countAll();
  expect(await countsOf(tenant)).toMatchObject({ made: 1, failed: 1 });
});

test("a lost document counts as failed, and as made once its report comes after all", async () => {
  const [lost, late] = [await create(tenant), await create(tenant)];
  await catalog.dataSource.query(
    "UPDATE documents SET created_at = now() - interval '4 minutes' WHERE project_id = $1",
    [tenant.projectId],
  );
  await catalog.dependencies.lostDocuments.closeLost();
  await countAll();
  expect(await countsOf(tenant)).toMatchObject({ made: 0, failed: 2 });
  await report(tenant, late, completed);
  await countAll();
  await countAll();
  expect(await countsOf(tenant)).toEqual({ made: 1, failed: 1, withWarnings: 0, pages: 2 });
  const left = () =>
    catalog.dataSource.query("SELECT document_id FROM usage_open WHERE project_id = $1", [tenant.projectId]);
  expect(await left()).toEqual([{ document_id: lost }]);
  await catalog.dataSource.query(
    "UPDATE documents SET finished_at = now() - interval '3 hours' WHERE document_id = $1",
    [lost],
  );
  await countAll();
  expect(await left()).toEqual([]);
});

test("catalogs that count at the same time count each document once", async () => {
  const dataSources = await Promise.all(
    [1, 2, 3].map(() => openDataSource({ url: catalog.database.url, poolSize: 2 })),
  );
  const others = dataSources.map((dataSource) => startRollUp(dataSource));
  try {
    await copy(await make(tenant), 2_500);
    await copy(await make(tenant, { status: "failed", failure }), 2_500);
    await Promise.all(others.map((other) => waitFor(() => other.count(), { describe: "the documents to be counted" })));
    expect(await countsOf(tenant)).toMatchObject({ made: 2_501, failed: 2_501 });
  } finally {
    for (const other of others) await other.close();
    for (const dataSource of dataSources) await dataSource.destroy();
  }
});

test("a document whose id has another time than its record counts once all projects are looked at", async () => {
  const documentId = await make(tenant);
  await countAll();
  const early = idsFrom("document", new Date(Date.now() - 3_600_000));
  await catalog.dataSource.query(
    `INSERT INTO documents (document_id, project_id, template_id, version, status, page_count)
     SELECT $2, $3, template_id, version, status, 1 FROM documents WHERE document_id = $1`,
    [documentId, `${early}0000000000000000`, foreign.projectId],
  );
  await countAll();
  expect(await countsOf(foreign)).toMatchObject({ made: 0 });
  const others = startRollUp();
  await waitFor(() => others.count(), { describe: "all projects to be looked at" });
  await others.close();
  expect(await countsOf(foreign)).toMatchObject({ made: 1 });
});

test("a count that ends in the middle is repeated, and counts nothing twice", async () => {
  await make(tenant);
  await countAll();
  const holder = await openDataSource({ url: catalog.database.url, poolSize: 1 });
  try {
    await holder.transaction(async (manager) => {
      await manager.query("SELECT 1 FROM usage_days WHERE project_id = $1 FOR UPDATE", [tenant.projectId]);
      await make(tenant);
      const counting = rollUp.count().catch(() => false);
      const end = async () => {
        await manager.query("SELECT pg_stat_clear_snapshot()");
        const ended = await manager.query<unknown[]>(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return ended.length > 0;
      };
      await waitFor(end, { describe: "the count to wait" });
      expect(await counting).toBe(false);
    });
  } finally {
    await holder.destroy();
  }
  expect(await countsOf(tenant)).toMatchObject({ made: 1 });
  await countAll();
  await countAll();
  expect(await countsOf(tenant)).toMatchObject({ made: 2 });
});

test("counts stay when records are deleted, days longer than hours, and none is left of a deleted project", async () => {
  await make(tenant);
  await make(foreign);
  await countAll();
  const { dataSource, dependencies } = catalog;
  await dataSource.query("UPDATE documents SET created_at = now() - interval '31 days' WHERE project_id = $1", [
    tenant.projectId,
  ]);
  await dependencies.oldDocuments.removeOld();
  expect((await tenant.key.call(operations.listDocuments, { query: {} })).documents).toEqual([]);
  await countAll();
  expect(await countsOf(tenant)).toMatchObject({ made: 1 });

  for (const table of ["usage_hours", "usage_days"])
    await dataSource.query(`UPDATE ${table} SET at = at - interval '100 days' WHERE project_id = $1`, [
      tenant.projectId,
    ]);
  await dependencies.expiredRows.removeExpired();
  const from = new Date(Date.now() - 110 * 24 * 3_600_000).toISOString();
  expect(await countsOf(tenant, { step: "day", from })).toMatchObject({ made: 1 });
  const left = (table: string) => dataSource.query(`SELECT 1 FROM ${table} WHERE project_id = $1`, [tenant.projectId]);
  expect(await left("usage_hours")).toEqual([]);

  const params = { projectId: tenant.projectId };
  const { name } = await tenant.owner.call(operations.getProject, { params });
  await tenant.owner.call(operations.deleteProject, { params, query: { confirmName: name } });
  for (const table of ["usage_days", "usage_marks", "usage_open"]) expect(await left(table)).toEqual([]);
  expect(await countsOf(foreign)).toMatchObject({ made: 1 });
});

test("an answer has a point for each hour or day, at most 750, and names a time that it cannot have", async () => {
  const { key } = tenant;
  const points = async (query: { from?: string; to?: string; step?: "hour" | "day" }) =>
    (await key.call(operations.getDocumentUsage, { query })).points.map(({ at }) => at);
  const from = "2026-01-01T00:30:00Z";
  expect(await points({ from, to: "2026-01-03T00:00:00Z", step: "day" })).toEqual([
    "2026-01-01T00:00:00.000Z",
    "2026-01-02T00:00:00.000Z",
  ]);
  expect([(await points({})).length, (await points({ step: "day" })).length]).toEqual([24, 30]);
  const refused: [Parameters<typeof points>[0], RegExp][] = [
    [{ from, to: from, step: "day" }, /before `to`/],
    [{ from: "2020-01-01T00:00:00Z", to: "2026-01-01T00:00:00Z", step: "day" }, /750 days before `to`/],
    [{ from: "2020-01-01T00:00:00Z", to: "2020-01-02T00:00:00Z" }, /92 days ago, unless `step` is `day`/],
  ];
  for (const [query, message] of refused) {
    const problem = await problemOf(points(query));
    expect([problem.code, problem.details?.[0]?.path]).toEqual(["request.invalid", "from"]);
    expect(problem.message).toMatch(message);
  }
  const viewer = await catalog.createMember(tenant.projectId, "viewer");
  const params = { projectId: tenant.projectId };
  expect((await viewer.call(operations.getDocumentUsage, { params })).points).toHaveLength(24);
  expect((await problemOf(foreign.owner.call(operations.getDocumentUsage, { params }))).code).toBe("project.not_found");
});
