import { beforeAll, describe, expect, test } from "@jest/globals";
import { createId, idsFrom } from "@platen/contracts";
import { internalOperations as operations } from "@platen/contracts/internal";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import type { TestAccount } from "../testing/test-catalog.ts";
import { createNextPartition, listPartitions } from "./document-partitions.ts";

const catalog = catalogForFile({ retentionDays: 30 });
const keeping = catalogForFile();
let owner: TestAccount;
beforeAll(async () => {
  owner = await catalog.createAccount();
});

/** A project with a key, and functions that read its lists. */
async function createProjectWithDocuments() {
  const { key, templateId } = await catalog.createTenant(owner);
  return {
    createDocument: async () => (await key.createDocument({ templateId })).documentId,
    /** Copies of a document, requested almost this many days ago. */
    async copy(documentId: string, count: number, days: number): Promise<string[]> {
      const ids = Array.from({ length: count }, () => createId("document"));
      await catalog.dataSource.query(
        `INSERT INTO documents (document_id, project_id, template_id, version, status, created_at)
         SELECT copy, project_id, template_id, version, status, now() - make_interval(days => $3) + interval '1 minute'
         FROM documents, unnest($2::text[]) AS copy WHERE document_id = $1`,
        [documentId, ids, days],
      );
      return ids;
    },
    age: (documentId: string, days: number) =>
      catalog.dataSource.query(
        "UPDATE documents SET created_at = now() - make_interval(days => $2) WHERE document_id = $1",
        [documentId, days],
      ),
    list: async () => {
      const { documents, pagination } = await key.call(operations.listDocuments, { query: {} });
      return { ids: documents.map(({ documentId }) => documentId), total: pagination.total };
    },
  };
}

test("all records older than the retention are removed in every project, and younger records stay", async () => {
  const [one, other] = [await createProjectWithDocuments(), await createProjectWithDocuments()];
  const [oldOfOne, oldOfOther, young] = [
    await one.createDocument(),
    await other.createDocument(),
    await other.createDocument(),
  ];
  await one.copy(oldOfOne, 2_500, 31);
  const almostOld = await one.copy(oldOfOne, 1, 30);
  await one.age(oldOfOne, 30);
  await other.age(oldOfOther, 400);

  const { oldDocuments } = catalog.dependencies;
  const removed = await Promise.all([oldDocuments.removeOld(), oldDocuments.removeOld()]);
  // Each of two simultaneous runs skips the rows that the other has locked, until its next check.
  expect(removed[0] + removed[1] + (await oldDocuments.removeOld())).toBe(2_502);
  expect(await one.list()).toEqual({ ids: almostOld, total: 1 });
  expect(await other.list()).toEqual({ ids: [young], total: 1 });
});

test("the signal stops it between two batches", async () => {
  const project = await createProjectWithDocuments();
  await project.copy(await project.createDocument(), 1_500, 31);
  const stopping = new AbortController();
  const removing = catalog.dependencies.oldDocuments.removeOld(stopping.signal);
  stopping.abort();
  expect(await removing).toBe(1_000);
  expect(await catalog.dependencies.oldDocuments.removeOld()).toBe(500);
});

describe("partitions", () => {
  const dayMs = 24 * 60 * 60 * 1_000;
  const at = (days: number) => idsFrom("document", new Date(Date.now() + days * dayMs));
  const namesOf = async () => (await listPartitions(catalog.dataSource.manager)).map(({ name }) => name).toSorted();
  /** Lets the first partition end some days ago, as if the catalog had been migrated before. */
  const endFirst = async (days: number) => {
    await catalog.dataSource.query("ALTER TABLE documents DETACH PARTITION documents_first");
    await catalog.dataSource.query(
      `ALTER TABLE documents ATTACH PARTITION documents_first FOR VALUES FROM (MINVALUE) TO ('${at(days)}')`,
    );
  };
  const insert = async (projectId: string, documentId: string) => {
    await catalog.dataSource.query(
      `INSERT INTO documents (document_id, project_id, template_id, version, status) VALUES ($1, $2, 'tpl', 1, 'queued')`,
      [documentId, projectId],
    );
    await catalog.dataSource.query(
      `INSERT INTO document_contents (content_id, document_id, project_id, expires_at, sweep_at)
       SELECT 'cnt_' || n || $1, $1, $2, now() + interval '1 year', now() + interval '1 year'
       FROM generate_series(1, 2) AS n`,
      [documentId, projectId],
    );
    await catalog.dataSource.query("INSERT INTO document_inputs VALUES ($1, $2, 'src', 1, 1, '')", [
      documentId,
      projectId,
    ]);
  };

  test("are dropped when all of their documents are too old, with what belongs to those, and no earlier", async () => {
    const { dataSource } = catalog;
    await dataSource.query("DELETE FROM documents");
    const projectId = await catalog.createProject(owner);
    await endFirst(-60);
    for (const [name, from, to] of [
      ["documents_until_20010101", -60, -30.01],
      ["documents_until_20010201", -30.01, -29.99],
    ] as const)
      await dataSource.query(
        `CREATE TABLE ${name} PARTITION OF documents FOR VALUES FROM ('${at(from)}') TO ('${at(to)}')`,
      );
    const [ancient, old, young] = [-70, -31, -30].map((days) => at(days).padEnd(30, "0"));
    for (const documentId of [ancient, old, young]) await insert(projectId, documentId ?? "");
    // Another run may have detached a partition and ended before it dropped it.
    await dataSource.query("ALTER TABLE documents DETACH PARTITION documents_first");

    expect(await catalog.dependencies.oldDocuments.removeOld()).toBe(0);
    const left = async (table: string, where = "true") =>
      (
        await dataSource.query<{ documentId: string }[]>(
          `SELECT DISTINCT document_id AS "documentId" FROM ${table} WHERE project_id = $1 AND ${where} ORDER BY 1`,
          [projectId],
        )
      ).map(({ documentId }) => documentId);
    expect(await left("documents")).toEqual([young]);
    expect(await left("document_inputs")).toEqual([young]);
    expect(await left("document_contents", "sweep_at <= now()")).toEqual([ancient, old]);
    expect(await left("document_contents", "sweep_at > now()")).toEqual([young]);
    expect(await namesOf()).toEqual(["documents_default", "documents_until_20010201"]);
  });

  test("are created in time, once, and begin after documents that found none", async () => {
    const { dataSource } = catalog;
    const [before] = (await namesOf()).filter((name) => name.startsWith("documents_until"));
    const create = () => createNextPartition(dataSource, 7);
    await Promise.all([create(), create()]);
    await create();
    const created = (await namesOf()).filter((name) => name.startsWith("documents_until") && name !== before);
    expect(created).toHaveLength(1);
    const project = await createProjectWithDocuments();
    const partitionOf = async (documentId: string) => {
      const sql = "SELECT tableoid::regclass::text AS name FROM documents WHERE document_id = $1";
      return (await dataSource.query<{ name: string }[]>(sql, [documentId]))[0]?.name;
    };
    const documentId = await project.createDocument();
    expect(await partitionOf(documentId)).toBe(created[0]);

    // Catalogs were down for so long that today has no partition.
    await dataSource.query(`DROP TABLE ${created[0]}`);
    const late = await project.createDocument();
    expect(await partitionOf(late)).toBe("documents_default");
    await create();
    const again = await project.createDocument();
    expect(await partitionOf(again)).toBe("documents_default");
    expect((await project.list()).ids).toEqual([again, late]);
    const tomorrow = at(1).padEnd(30, "0");
    await dataSource.query(
      "INSERT INTO documents (document_id, project_id, template_id, version, status) VALUES ($1, 'p', 't', 1, 'queued')",
      [tomorrow],
    );
    expect(await partitionOf(tomorrow)).toBe(created[0]);
  });
});

test("without a retention no record is removed", async () => {
  const { key, templateId } = await keeping.createTenant();
  await key.createDocument({ templateId });
  await keeping.dataSource.query("UPDATE documents SET created_at = now() - interval '20 years'");
  expect(await keeping.dependencies.oldDocuments.removeOld()).toBe(0);
  expect((await key.call(operations.listDocuments, { query: {} })).pagination.total).toBe(1);
});
