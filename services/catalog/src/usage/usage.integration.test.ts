import { beforeEach, expect, test } from "@jest/globals";
import { randomBytes } from "node:crypto";
import { createId } from "@platen/contracts";
import { internalOperations as operations, type DocumentRequest } from "@platen/contracts/internal";
import { waitFor } from "@platen/testing";
import { sha256 } from "../secrets/sha256.ts";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import { codeOfAll, problemOf, type TestAccount, type TestTenant } from "../testing/test-catalog.ts";

const byteLimits = {
  PROJECT_CONTENT_BYTES: 1_000,
  ACCOUNT_CONTENT_BYTES: 1_500,
  PROJECT_ROW_BYTES: 10_000,
  ACCOUNT_ROW_BYTES: 15_000,
  PROJECT_WAITING_BYTES: 20_000,
  ACCOUNT_WAITING_BYTES: 30_000,
};

const secretsKey = randomBytes(32).toString("base64");
const catalog = catalogForFile({ hasStorage: true, byteLimits, secretsKey });
let owner: TestAccount;
let first: TestTenant;
let second: TestTenant;
let foreign: TestTenant;

beforeEach(async () => {
  await catalog.dataSource.query("DELETE FROM documents");
  owner = await catalog.createAccount();
  [first, second] = [await catalog.createTenant(owner), await catalog.createTenant(owner)];
  foreign = await catalog.createTenant();
});

const count = () => catalog.dependencies.usageCounts.count();

async function usageOf({ projectId }: TestTenant, as = owner) {
  await count();
  return as.call(operations.getProjectUsage, { params: { projectId } });
}

const stored = ({ contents, rows, waiting }: Awaited<ReturnType<typeof usageOf>>) =>
  [contents, rows, waiting].map(({ usedBytes }) => usedBytes);

/** Asks for a document whose PDF is kept, as a gateway does. */
async function generate({ key, templateId }: TestTenant, keep: DocumentRequest["keep"] = { mostKeepSeconds: 3_600 }) {
  const documentId = createId("document");
  const asked = { documentId, keyHash: sha256(key.value), requestId: createId("request"), templateId, keep };
  const { documents } = await catalog.asNobody(operations.openDocuments, { body: { documents: [asked] } });
  const [creation] = documents;
  if (!creation) throw new Error("the catalog answered for no document");
  return creation;
}

/** Keeps a PDF of so many bytes. */
async function keepPdf(project: TestTenant, bytes: number): Promise<string> {
  const creation = await generate(project);
  if (creation.outcome !== "opened") throw new Error(creation.message);
  const { documentId, sourceId } = creation;
  const { projectId } = project;
  const grant = catalog.grant({ documentId, projectId, sourceId, preview: false, keepSeconds: 3_600 });
  const content = randomBytes(bytes);
  await catalog.withBearer(grant)(operations.putDocumentContent, { params: { documentId }, bytes: content });
  return documentId;
}

const input = (bytes: number) => randomBytes(bytes).toString("base64");

async function openBackground({ key, templateId }: TestTenant, bytes = 1_000): Promise<string> {
  const ids = { documentId: createId("document"), requestId: createId("request"), templateId };
  const body = { ...ids, keepSeconds: 3_600, mostKeepSeconds: 3_600, input: input(bytes), inputBytes: bytes };
  return (await key.call(operations.openBackground, { body })).document.documentId;
}

const cancel = ({ key }: TestTenant, documentId: string) =>
  key.call(operations.cancelDocument, { params: { documentId } });

const openBatch = async ({ key, templateId }: TestTenant) =>
  (
    await key.call(operations.openBatch, {
      body: { rendering: {}, templateId, keepSeconds: 3_600, mostKeepSeconds: 3_600 },
    })
  ).batchId;
const append = ({ key }: TestTenant, batchId: string, bytes: number, firstRow = 0) =>
  key.call(operations.appendBatchRows, {
    params: { batchId },
    body: { firstRow, sizes: [bytes], notes: [null], data: input(bytes) },
  });

test("a project that keeps as many PDFs as it may is refused further ones, and keeps those that it was promised", async () => {
  const promised = await openBackground(first);
  const [documentId, replayed] = [await keepPdf(first, 900), { keyHash: "a".repeat(64), bodyHash: "b".repeat(64) }];
  const ids = { documentId: createId("document"), requestId: createId("request"), templateId: first.templateId };
  const background = {
    ...ids,
    keepSeconds: 3_600,
    mostKeepSeconds: 3_600,
    input: input(10),
    inputBytes: 10,
    idempotency: replayed,
  };
  await first.key.call(operations.openBackground, { body: background });
  await keepPdf(first, 200);
  expect((await usageOf(first)).contents).toMatchObject({ usedBytes: 1_100, limitBytes: 1_000 });
  const refused = await generate(first);
  expect(refused).toMatchObject({ outcome: "refused", code: "quota.reached" });
  expect("message" in refused && refused.message).toMatch(
    /stores 1,100 bytes of kept PDFs.*1,000.*PROJECT_CONTENT_BYTES.*Delete/,
  );
  expect(await codeOfAll([openBackground(first), openBatch(first)])).toBe("quota.reached");
  // Documents that are not kept, and other accounts.
  await expect(first.key.createDocument({ templateId: first.templateId })).resolves.toBeDefined();
  expect(await generate(foreign)).toMatchObject({ outcome: "opened" });
  // The answer to a request that was accepted stays what it was.
  const repeated = { ...background, documentId: createId("document") };
  const again = await first.key.call(operations.openBackground, { body: repeated });
  expect([again.isReplayed, again.document.documentId]).toEqual([true, ids.documentId]);

  const { documents } = await catalog.asCourier(operations.leaseBackground, {
    body: { courier: "c", documents: 10, inputBytes: 1_000_000, served: [], servedFlows: [] },
  });
  const leased = documents.find((document) => document.documentId === promised);
  const claims = { documentId: promised, projectId: first.projectId, sourceId: leased?.sourceId ?? "", preview: false };
  const grant = catalog.courierGrant({ ...claims, keepSeconds: 3_600 });
  const put = { params: { documentId: promised }, bytes: randomBytes(50) };
  await catalog.withBearer(grant)(operations.putDocumentContent, put);

  await first.key.call(operations.deleteDocumentContent, { params: { documentId } });
  expect((await usageOf(first)).contents.usedBytes).toBe(250);
  expect(await generate(first)).toMatchObject({ outcome: "opened" });
});

test("projects of one account share its limits, and no other account sees or spends them", async () => {
  await keepPdf(first, 900);
  await keepPdf(second, 700);
  await keepPdf(foreign, 300);
  const usage = await usageOf(first);
  expect(usage.contents).toEqual({
    usedBytes: 900,
    limitBytes: 1_000,
    account: { usedBytes: 1_600, limitBytes: 1_500 },
  });
  for (const project of [first, second])
    expect(await generate(project)).toMatchObject({ message: expect.stringContaining("ACCOUNT_CONTENT_BYTES") });
  expect((await usageOf(foreign, foreign.owner)).contents).toMatchObject({
    usedBytes: 300,
    account: { usedBytes: 300 },
  });
  // A member sees what the project stores, and not what its owner has elsewhere.
  const member = await catalog.createMember(first.projectId, "viewer");
  expect((await usageOf(first, member)).contents).toEqual({ usedBytes: 900, limitBytes: 1_000, account: null });
  expect((await problemOf(usageOf(first, foreign.owner))).code).toBe("project.not_found");
});

test("rows of batches are refused from a limit on, and rows of a cancelled batch free theirs at once", async () => {
  const [batchId, other] = [await openBatch(first), await openBatch(first)];
  await append(first, batchId, 6_000);
  await append(first, other, 6_000);
  await count();
  const refused = await problemOf(append(first, batchId, 10, 1));
  expect([refused.code, refused.message]).toEqual(["quota.reached", expect.stringContaining("PROJECT_ROW_BYTES")]);
  const { rowCount } = await first.key.call(operations.countBatchRows, { params: { batchId } });
  expect(rowCount).toBe(1);
  expect(await codeOfAll([openBatch(first)])).toBe("quota.reached");
  await append(foreign, await openBatch(foreign), 10);
  await first.key.call(operations.closeBatch, { params: { batchId: other } });
  const isFreed = async () => (await usageOf(first)).rows.usedBytes < 7_000;
  await waitFor(isFreed, { describe: "the rows of the cancelled batch to be deleted" });
  await append(first, batchId, 10, 1);
});

test("data of documents that wait are refused from a limit on, until documents are finished or cancelled", async () => {
  const documentIds = [await openBackground(first, 15_000), await openBackground(first, 15_000)];
  await count();
  expect((await problemOf(openBackground(first))).message).toContain("PROJECT_WAITING_BYTES");
  // Of the account, whose other project has stored nothing.
  expect((await problemOf(openBackground(second))).message).toContain("ACCOUNT_WAITING_BYTES");
  await openBackground(foreign);
  await cancel(first, documentIds[0] ?? "");
  await count();
  await openBackground(second);
});

test("one count adds up all changes, more than one statement takes", async () => {
  await count();
  await catalog.dataSource.query(
    "INSERT INTO usage_changes (project_id, kind, bytes) SELECT $1, 'rows', 1 FROM generate_series(1, 10001)",
    [first.projectId],
  );
  expect((await usageOf(first)).rows.usedBytes).toBe(10_001);
});

test("bytes are counted exactly, whatever happens at once, and no count is left of a deleted project", async () => {
  const batchId = await openBatch(first);
  const work = Array.from({ length: 24 }, async (_, index) => {
    if (index % 3 === 0) {
      const documentId = await keepPdf(first, 10 + index);
      if (index % 2 === 0) await first.key.call(operations.deleteDocumentContent, { params: { documentId } });
    } else if (index % 3 === 1) {
      const documentId = await openBackground(first, 100 + index);
      if (index % 2 === 0) await cancel(first, documentId);
    } else await count();
  });
  await Promise.all([...work, append(first, batchId, 500), count()]);
  const [found] = await catalog.dataSource.query<{ contents: string; rows: string; waiting: string }[]>(
    `SELECT (SELECT coalesce(sum(size_bytes), 0) FROM document_contents WHERE project_id = $1 AND deleted_at IS NULL) AS contents,
            (SELECT coalesce(sum(stored_bytes), 0) FROM batch_chunks WHERE project_id = $1) AS rows,
            (SELECT coalesce(sum(octet_length(sealed)), 0) FROM document_inputs WHERE project_id = $1) AS waiting`,
    [first.projectId],
  );
  const expected = [Number(found?.contents), Number(found?.rows), Number(found?.waiting)];
  expect(stored(await usageOf(first))).toEqual(expected);
  expect(expected.every((bytes) => bytes > 0)).toBe(true);

  const { name } = await owner.call(operations.getProject, { params: { projectId: first.projectId } });
  const deletion = { params: { projectId: first.projectId }, query: { confirmName: name } };
  await owner.call(operations.deleteProject, deletion);
  await count();
  await catalog.dependencies.expiredRows.removeExpired();
  const sql = "SELECT * FROM project_usage WHERE project_id = $1";
  expect(await catalog.dataSource.query(sql, [first.projectId])).toEqual([]);
});
