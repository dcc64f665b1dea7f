import { beforeEach, describe, expect, test } from "@jest/globals";
import { createId } from "@platen/contracts";
import { internalOperations as operations, type KeptTime } from "@platen/contracts/internal";
import { sha256 } from "../secrets/sha256.ts";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import { problemOf, type TestAccount, type TestTenant } from "../testing/test-catalog.ts";

const day = 86_400;
/** The maximum of the installation. */
const most = 30 * day;

const catalog = catalogForFile({ hasStorage: true });
let owner: TestAccount;
let project: TestTenant;
let other: TestTenant;

async function createProject(): Promise<TestTenant> {
  const tenant = await catalog.createTenant(owner);
  const body = { allowsInlineHtml: true };
  await owner.call(operations.renameProject, { params: { projectId: tenant.projectId }, body });
  return tenant;
}

beforeEach(async () => {
  owner = await catalog.createAccount();
  project = await createProject();
  other = await createProject();
});

const change = (body: { contentDefaultDays?: number; contentMaxDays?: number | null }) =>
  owner.call(operations.renameProject, { params: { projectId: project.projectId }, body });

/** What became of a request: for how many seconds its PDF is kept, or the problem of the field. */
type Outcome = number | undefined | { code: string; path: string | undefined; message: string | undefined };

type Creation =
  | { outcome: "opened"; keepSeconds?: number | undefined }
  | { outcome: "refused"; code: string; details?: { path: string; message: string }[] | undefined };

function outcomeOf(creation: Creation | undefined): Outcome {
  if (creation?.outcome !== "refused") return creation?.keepSeconds;
  const [detail] = creation.details ?? [];
  return { code: creation.code, path: detail?.path, message: detail?.message };
}

/** The seconds in the one row that a request has written, or its problem. */
async function written(call: Promise<unknown>, table: "document_inputs" | "batches", projectId: string) {
  const [outcome] = await Promise.allSettled([call]);
  const kept = await catalog.dataSource.query<{ seconds: number }[]>(
    `SELECT keep_seconds AS seconds FROM ${table} WHERE project_id = $1`,
    [projectId],
  );
  await catalog.dataSource.query(`DELETE FROM ${table} WHERE project_id = $1`, [projectId]);
  if (outcome?.status === "fulfilled") return kept[0]?.seconds;
  expect(kept).toEqual([]);
  const { code, details } = await problemOf(call);
  return { code, path: details[0]?.path, message: details[0]?.message };
}

const newDocument = ({ key }: TestTenant) => ({
  documentId: createId("document"),
  keyHash: sha256(key.value),
  requestId: createId("request"),
});

const ways: Record<string, (keep: KeptTime, of: TestTenant) => Promise<Outcome>> = {
  async "a document of a template"(keep, of) {
    const body = { documents: [{ ...newDocument(of), templateId: of.templateId, keep }] };
    return outcomeOf((await catalog.asNobody(operations.openDocuments, { body })).documents[0]);
  },
  async "a document of HTML in the request"(keep, of) {
    const body = { documents: [{ ...newDocument(of), keep }] };
    return outcomeOf((await catalog.asNobody(operations.openInlineDocuments, { body })).documents[0]);
  },
  async "a document that no caller waits for"(keep, { key, templateId, projectId }) {
    const ids = { documentId: createId("document"), requestId: createId("request"), templateId };
    const call = key.call(operations.openBackground, { body: { ...ids, ...keep, input: "", inputBytes: 1 } });
    return written(call, "document_inputs", projectId);
  },
  async "a batch of a key"(keep, { key, templateId, projectId }) {
    return written(
      key.call(operations.openBatch, { body: { rendering: {}, templateId, ...keep } }),
      "batches",
      projectId,
    );
  },
  async "a batch of a member"(keep, { templateId, projectId }) {
    const call = owner.call(operations.openBatch, {
      params: { projectId },
      body: { rendering: {}, templateId, ...keep },
    });
    return written(call, "batches", projectId);
  },
};

describe.each(Object.entries(ways))("%s", (_, open) => {
  const ask = (keepSeconds?: number, of = project) => open({ keepSeconds, mostKeepSeconds: most }, of);

  test("is kept for 7 days or the project's default, unless its request names a time", async () => {
    expect(await ask()).toBe(7 * day);
    expect(await ask(30 * day)).toBe(30 * day);
    await change({ contentDefaultDays: 2 });
    expect(await ask()).toBe(2 * day);
    expect(await ask(3_600)).toBe(3_600);
    expect(await ask(undefined, other)).toBe(7 * day);
  });

  test("is refused with the field if its request names more than the project's maximum, and other projects go on", async () => {
    await change({ contentDefaultDays: 1, contentMaxDays: 3 });
    expect(await ask(3 * day)).toBe(3 * day);
    expect(await ask(3 * day + 1)).toEqual({
      code: "request.invalid",
      path: "expiresIn",
      message: "must be at most 259200 seconds (3 days), the maximum of this project",
    });
    expect(await ask(3 * day + 1, other)).toBe(3 * day + 1);
    await change({ contentMaxDays: 1 });
    expect(await ask(2 * day)).toMatchObject({ message: expect.stringContaining("(1 day), the maximum") });
    await change({ contentMaxDays: null });
    expect(await ask(3 * day + 1)).toBe(3 * day + 1);
  });

  test("without a time of its own is never kept longer than the installation allows", async () => {
    await change({ contentDefaultDays: 60, contentMaxDays: 90 });
    expect(await ask()).toBe(most);
  });
});

test("a document that is refused for its time is not written, and a document without `keep` is not kept", async () => {
  await change({ contentDefaultDays: 1, contentMaxDays: 1 });
  const ask = { ...newDocument(project), templateId: project.templateId };
  const tooLong = { keepSeconds: 2 * day, mostKeepSeconds: most };
  const documents = [
    { ...ask, keep: tooLong },
    { ...ask, documentId: createId("document") },
  ];
  const inline = [{ ...newDocument(project), keep: tooLong }, newDocument(project)];
  const answers = [
    ...(await catalog.asNobody(operations.openDocuments, { body: { documents } })).documents,
    ...(await catalog.asNobody(operations.openInlineDocuments, { body: { documents: inline } })).documents,
  ];
  expect(answers.map(outcomeOf)).toEqual([
    expect.objectContaining({ path: "expiresIn" }),
    undefined,
    expect.objectContaining({ path: "expiresIn" }),
    undefined,
  ]);
  const { pagination } = await project.key.call(operations.listDocuments, {});
  expect(pagination.total).toBe(2);
});

test("a repeated request with an Idempotency-Key gets its first answer after the maximum was lowered", async () => {
  const bodyHash = sha256("body");
  const time = { keepSeconds: 5 * day, mostKeepSeconds: most };
  const { key, templateId } = project;
  const open = () =>
    key.call(operations.openBackground, {
      body: {
        documentId: createId("document"),
        requestId: createId("request"),
        templateId,
        ...time,
        input: "",
        inputBytes: 1,
        idempotency: { keyHash: sha256("document"), bodyHash },
      },
    });
  const openBatch = () =>
    key.call(operations.openBatch, {
      body: { rendering: {}, templateId, ...time, idempotency: { keyHash: sha256("batch"), bodyHash } },
    });
  const { document } = await open();
  const { batchId } = await openBatch();
  await change({ contentDefaultDays: 1, contentMaxDays: 1 });
  expect(await open()).toMatchObject({ isReplayed: true, document: { documentId: document.documentId } });
  expect(await openBatch()).toMatchObject({ isReplayed: true, batchId });
});
