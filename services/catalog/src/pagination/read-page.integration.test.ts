import { beforeAll, describe, expect, jest, test } from "@jest/globals";
import { idsFrom } from "@platen/contracts";
import { internalOperations as operations } from "@platen/contracts/internal";
import fc from "fast-check";
import { openCommandDataSource } from "../data-source.ts";
import { createDocumentReader } from "../documents/document-reader.ts";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import type { TestAccount, TestKey } from "../testing/test-catalog.ts";

const catalog = catalogForFile();
let owner: TestAccount;
let projectId: string;
let largeProjectId: string;
let key: TestKey;
const templateCount = 2_357;

beforeAll(async () => {
  owner = await catalog.createAccount();
  projectId = await catalog.createProject(owner);
  key = await catalog.createKey(owner, projectId);
  largeProjectId = await catalog.createProject(owner);
  // Without the statement timeout of requests, because this takes longer on a busy machine.
  const commands = await openCommandDataSource(catalog.database.url);
  for (const [project, count] of [
    [projectId, templateCount],
    [largeProjectId, 20_000],
  ] as const) {
    // Few different instants, so that the tie-break matters.
    await commands.query(
      `INSERT INTO templates (template_id, project_id, name, tags, created_at, updated_at)
       SELECT 'tpl_' || lpad(md5($1 || n)::text, 26, '0'), $1,
              CASE n % 3 WHEN 0 THEN 'Rechnung ' WHEN 1 THEN 'öffentlich ' ELSE 'INVOICE ' END || n,
              CASE n % 50 WHEN 0 THEN ARRAY['rare', 'billing'] ELSE ARRAY['billing'] END,
              timestamptz '2026-01-01' + (n % 7) * interval '1 minute',
              timestamptz '2026-02-01' + (n % 5) * interval '1 minute'
       FROM generate_series(1, $2::integer) AS n`,
      [project, count],
    );
  }
  await commands.query("VACUUM ANALYZE templates");
  await commands.destroy();
});

function listTemplates(query: {
  page?: number;
  pageSize?: number;
  sort?: `${"updatedAt" | "createdAt" | "name"}:${"asc" | "desc"}`;
  search?: string;
  tag?: string;
}) {
  return key.call(operations.listTemplates, { query });
}

async function walk(query: Parameters<typeof listTemplates>[0]): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const { templates, pagination } = await listTemplates({ ...query, page });
    totalPages = pagination.totalPages;
    ids.push(...templates.map(({ templateId }) => templateId));
  }
  return ids;
}

const sorts = ["updatedAt:asc", "updatedAt:desc", "createdAt:asc", "createdAt:desc", "name:asc", "name:desc"] as const;
const columns = { updatedAt: "updated_at", createdAt: "created_at", name: "name" } as const;

/** The whole ordered list, read by one plain statement. */
async function idsInOrder(sort: (typeof sorts)[number], filter = "true"): Promise<string[]> {
  const [field, direction] = sort.split(":") as [keyof typeof columns, "asc" | "desc"];
  const rows = await catalog.dataSource.query<{ id: string }[]>(
    `SELECT template_id AS id FROM templates WHERE project_id = $1 AND ${filter}
     ORDER BY ${columns[field]} ${direction}, template_id ${direction}`,
    [projectId],
  );
  return rows.map(({ id }) => id);
}

describe("walking pages", () => {
  test("sees each item once and in order, for any sort and page size", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...sorts), fc.integer({ min: 60, max: 100 }), async (sort, pageSize) => {
        expect(await walk({ sort, pageSize })).toEqual(await idsInOrder(sort));
      }),
      { numRuns: 8 },
    );
  });

  test("sees each found item once, with the exact total", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...sorts),
        fc.constantFrom(
          { query: { search: "RECHNUNG 1" }, filter: "name LIKE 'Rechnung 1%'" },
          { query: { search: "Öffent" }, filter: "name LIKE 'öffentlich%'" },
          { query: { search: "1" }, filter: "name LIKE '%1%'" },
          { query: { tag: "rare" }, filter: "'rare' = ANY(tags)" },
          { query: { tag: "billing", search: "invoice 2" }, filter: "name LIKE 'INVOICE 2%'" },
          { query: { tag: "Billing" }, filter: "false" },
          { query: { search: "invoice_2" }, filter: "false" },
        ),
        async (sort, { query, filter }) => {
          const ids = await idsInOrder(sort, filter);
          expect(await walk({ ...query, sort, pageSize: 100 })).toEqual(ids);
          expect((await listTemplates(query)).pagination.total).toBe(ids.length);
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe("pages", () => {
  test("without parameters it is page 1 of 20, newest change first", async () => {
    const { templates, pagination } = await listTemplates({});
    expect(pagination).toEqual({ page: 1, pageSize: 20, total: templateCount, totalPages: 118 });
    expect(templates.map(({ templateId }) => templateId)).toEqual((await idsInOrder("updatedAt:desc")).slice(0, 20));
  });

  test.each([119, 1_000, 1_000_000_000])("page %d is past the last: empty, with true totals", async (page) => {
    const { templates, pagination } = await listTemplates({ page });
    expect(templates).toEqual([]);
    expect(pagination).toEqual({ page, pageSize: 20, total: templateCount, totalPages: 118 });
  });

  test("the total stays exact through every way to add and remove templates", async () => {
    const project = await catalog.createProject(owner);
    const total = async () =>
      (await owner.call(operations.listTemplates, { params: { projectId: project } })).pagination.total;
    const made = await Promise.all(Array.from({ length: 12 }, () => catalog.publishTemplate(owner, project)));
    expect(await total()).toBe(12);
    await Promise.all(
      made
        .slice(0, 5)
        .map((templateId) => owner.call(operations.deleteTemplate, { params: { projectId: project, templateId } })),
    );
    expect(await total()).toBe(7);
    await catalog.dataSource.query("DELETE FROM templates WHERE project_id = $1", [project]);
    expect(await total()).toBe(0);
    expect((await listTemplates({})).pagination.total).toBe(templateCount);
  });

  test("total and items are of one instant, on every page, while templates come and go", async () => {
    const project = await catalog.createProject(owner);
    await catalog.dataSource.query(
      `INSERT INTO templates (template_id, project_id, name)
       SELECT 'tpl_' || lpad(md5($1 || n)::text, 26, '0'), $1, 'T' || n FROM generate_series(1, 1500) AS n`,
      [project],
    );
    const params = { projectId: project };
    const done = new AbortController();
    const changing = (async () => {
      while (!done.signal.aborted) {
        const templateId = await catalog.publishTemplate(owner, project);
        await owner.call(operations.deleteTemplate, { params: { ...params, templateId } });
      }
    })();
    // The last page has as many items as the total says it must.
    for (let round = 0; round < 40; round += 1) {
      for (const page of [1, 16]) {
        const { templates, pagination } = await owner.call(operations.listTemplates, {
          params,
          query: { page, pageSize: 100, sort: "createdAt:asc" },
        });
        const expected = Math.max(0, Math.min(100, pagination.total - (page - 1) * 100));
        expect(templates).toHaveLength(expected);
      }
    }
    done.abort();
    await changing;
  });
});

describe("plans", () => {
  // The tests above have added templates, and the planner avoids a GIN index with many pending entries.
  beforeAll(async () => {
    await catalog.dataSource.query("VACUUM ANALYZE templates");
  });

  type Explained = [{ "QUERY PLAN": [{ Plan: Plan }] }];
  type Plan = { "Node Type": string; "Index Name"?: string; "Relation Name"?: string; Plans?: Plan[] };

  function nodesOf(plan: Plan): Plan[] {
    return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
  }

  async function fillDocuments(): Promise<void> {
    const commands = await openCommandDataSource(catalog.database.url);
    await commands.query(
      `INSERT INTO documents (document_id, project_id, template_id, version, status, filename, request_id)
       SELECT $3 || n, CASE WHEN n % 10 = 0 THEN $1 ELSE $2 END, 'tpl', 1, 'completed', 'invoice-' || n, 'req_' || n
       FROM generate_series(1, 20000) AS n ON CONFLICT DO NOTHING`,
      [projectId, largeProjectId, idsFrom("document", new Date())],
    );
    await commands.query("VACUUM ANALYZE documents");
    await commands.destroy();
  }

  test.each([
    ["updated_at", "templates_updated"],
    ["created_at", "templates_created"],
    ["name", "templates_name"],
  ])("the order by %s comes from its index alone, in both directions", async (column, index) => {
    for (const direction of ["ASC", "DESC"]) {
      const [{ "QUERY PLAN": explained }] = await catalog.dataSource.query<Explained>(
        `EXPLAIN (FORMAT JSON) SELECT t.template_id FROM templates AS t WHERE t.project_id = '${projectId}'
         ORDER BY t.${column} ${direction}, t.template_id ${direction} LIMIT 20 OFFSET 1100`,
      );
      const nodes = nodesOf(explained[0].Plan);
      expect(nodes.map((node) => node["Index Name"] ?? node["Node Type"])).toEqual(["Limit", index]);
      expect(nodes[1]?.["Node Type"]).toBe("Index Only Scan");
    }
  });

  test.each([
    ["search", "t.search_name LIKE '%rechnung 17%'", "templates_search"],
    ["tag", "t.tags @> ARRAY['rare']", "templates_tags"],
  ])("a %s in a large project is found by its index", async (_filter, condition, index) => {
    const [{ "QUERY PLAN": explained }] = await catalog.dataSource.query<Explained>(
      `EXPLAIN (FORMAT JSON) SELECT count(*) FROM templates AS t WHERE t.project_id = '${largeProjectId}' AND ${condition}`,
    );
    expect(nodesOf(explained[0].Plan).map((node) => node["Index Name"])).toContain(index);
  });

  test.each([
    ["request's id", "d.request_id = 'req_17'", "first_documents_request_id", "(d.created_at + interval '0')"],
    [
      "file name",
      `d.filename COLLATE "C" LIKE 'invoice-17%'`,
      "first_documents_filename",
      "(d.created_at + interval '0')",
    ],
  ])("documents are found by their %s in a large project by its index", async (_what, condition, index, order) => {
    await fillDocuments();
    const [{ "QUERY PLAN": explained }] = await catalog.dataSource.query<Explained>(
      `EXPLAIN (FORMAT JSON) SELECT d.document_id FROM documents AS d
       WHERE d.project_id = '${largeProjectId}' AND ${condition} ORDER BY ${order} DESC, d.document_id DESC LIMIT 20`,
    );
    const nodes = nodesOf(explained[0].Plan);
    expect(nodes.map((node) => node["Index Name"])).toContain(index);
    // The other partitions are empty.
    const ofPartition = nodes.filter((node) => node["Relation Name"] === "documents_first");
    expect(ofPartition.map((node) => node["Node Type"])).not.toContain("Seq Scan");
  });

  test("the documents of a project are counted and found in an index alone, and then 20 are read", async () => {
    await fillDocuments();
    const sent = jest.spyOn(catalog.dataSource.manager, "query");
    const page = { page: 1, pageSize: 20, sort: "createdAt:desc" } as const;
    await createDocumentReader(catalog.dataSource).list(projectId, page);
    const [sql, parameters] = sent.mock.calls[0] ?? [];
    const [{ "QUERY PLAN": explained }] = await catalog.dataSource.transaction(async (manager) => {
      // For so few rows, the planner would take the table's pages that a bitmap names.
      await manager.query("SET LOCAL enable_bitmapscan = off; SET LOCAL enable_seqscan = off");
      return manager.query<Explained>(`EXPLAIN (FORMAT JSON) ${sql}`, parameters);
    });
    const ofDocuments = nodesOf(explained[0].Plan).filter((node) => node["Relation Name"] === "documents_first");
    expect(ofDocuments.map((node) => node["Node Type"])).toEqual(["Index Only Scan", "Index Only Scan", "Index Scan"]);
  });
});
