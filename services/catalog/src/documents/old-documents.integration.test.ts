import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createId } from "@platen/contracts";
import { internalOperations as operations } from "@platen/contracts/internal";
import { startTestCatalog, type TestAccount, type TestCatalog } from "../testing/test-catalog.ts";

let catalog: TestCatalog;
let owner: TestAccount;
beforeAll(async () => {
  catalog = await startTestCatalog({ retentionDays: 30 });
  owner = await catalog.createAccount();
});
afterAll(() => catalog.stop());

/** A project with a key, and functions that read its lists. */
async function createProjectWithDocuments() {
  const projectId = await catalog.createProject(owner);
  const key = await catalog.createKey(owner, projectId);
  const templateId = await catalog.publishTemplate(owner, projectId);
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

test("without a retention no record is removed", async () => {
  const keeping = await startTestCatalog();
  try {
    const account = await keeping.createAccount();
    const projectId = await keeping.createProject(account);
    const key = await keeping.createKey(account, projectId);
    await key.createDocument({ templateId: await keeping.publishTemplate(account, projectId) });
    await keeping.dataSource.query("UPDATE documents SET created_at = now() - interval '20 years'");
    expect(await keeping.dependencies.oldDocuments.removeOld()).toBe(0);
    expect((await key.call(operations.listDocuments, { query: {} })).pagination.total).toBe(1);
  } finally {
    await keeping.stop();
  }
});
