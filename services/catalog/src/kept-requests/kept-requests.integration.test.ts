import { beforeEach, expect, test } from "@jest/globals";
import { randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { createId, type RequestKeepingDays } from "@platen/contracts";
import { internalOperations as operations } from "@platen/contracts/internal";
import { sha256 } from "../secrets/sha256.ts";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import type { TestAccount, TestKey } from "../testing/test-catalog.ts";

const data = { customer: { iban: "GB33BUKB20201555555555" } };
const packed = deflateRawSync(JSON.stringify({ data })).toString("base64");

const catalog = catalogForFile({
  secretsKey: randomBytes(32).toString("base64"),
  retentionDays: 3,
  hasStorage: true,
  projectRequestBytes: 1_000_000,
});
const without = catalogForFile();

let owner: TestAccount;
let key: TestKey;
let params: { projectId: string };
let templateId: string;
beforeEach(async () => {
  const { projectId, ...tenant } = await catalog.createTenant();
  params = { projectId };
  ({ owner, key, templateId } = tenant);
});

const setKeeping = (days: RequestKeepingDays, redactedPaths: string[] = []) =>
  owner.call(operations.saveRequestKeeping, { params, body: { days, redactedPaths } });

/** Creates a document, and hands its request over as the gateway does; undefined if the project keeps none. */
async function makeDocument(as = key) {
  const { documentId, keeping } = await as.createDocument({ templateId });
  return { documentId, keyHash: sha256(as.value), keeping };
}
const keep = (documentId: string, changes: { keyHash?: string; revision?: number; request?: string | null } = {}) =>
  catalog.asNobody(operations.keepRequests, {
    body: { requests: [{ documentId, keyHash: sha256(key.value), revision: 1, request: packed, ...changes }] },
  });
const read = (documentId: string, as: TestAccount = owner) =>
  as.call(operations.getDocumentRequest, { params: { ...params, documentId } });
const query = <Row>(sql: string, ...values: unknown[]) => catalog.dataSource.query<Row[]>(sql, values);
const rows = (documentId: string) =>
  query<{ sealed: Buffer }>("SELECT sealed FROM kept_requests WHERE document_id = $1", documentId);
const none = { request: null, isTooLarge: false, keptUntil: null };

test("a project keeps no requests until its owner says so, and then owners and editors read them", async () => {
  expect(await owner.call(operations.getRequestKeeping, { params })).toEqual({
    days: 0,
    redactedPaths: [],
    isAvailable: true,
  });
  const before = await makeDocument();
  expect(before.keeping).toBeUndefined();
  expect(await keep(before.documentId)).toEqual({ kept: 0 });

  const [editor, viewer] = await Promise.all([
    catalog.createMember(params.projectId, "editor"),
    catalog.createMember(params.projectId, "viewer"),
  ]);
  const body = { days: 7, redactedPaths: ["customer.iban"] } as const;
  const save = (by: TestAccount) =>
    by.call(operations.saveRequestKeeping, { params, body: { ...body, redactedPaths: [...body.redactedPaths] } });
  await expect(save(editor)).rejects.toMatchObject({ code: "auth.scope_missing" });
  expect(await save(owner)).toEqual({ ...body, isAvailable: true });
  expect(await viewer.call(operations.getRequestKeeping, { params })).toMatchObject(body);

  const { documentId, keeping } = await makeDocument();
  expect(keeping).toEqual({ revision: 1, redactedPaths: ["customer.iban"] });
  expect(await read(documentId)).toEqual(none);
  expect(await keep(documentId)).toEqual({ kept: 1 });
  const kept = await read(documentId, editor);
  expect(kept).toMatchObject({ request: { data }, isTooLarge: false });
  expect(Date.parse(kept.keptUntil ?? "")).toBeGreaterThan(Date.now() + 6.9 * 86_400_000);
  await expect(read(documentId, viewer)).rejects.toMatchObject({ code: "auth.scope_missing" });
  const removal = { params: { ...params, documentId } };
  await expect(viewer.call(operations.deleteDocumentRequest, removal)).rejects.toMatchObject({
    code: "auth.scope_missing",
  });
  await editor.call(operations.deleteDocumentRequest, removal);
  expect(await read(documentId)).toEqual(none);
});

test("a kept request is read with all digits of its numbers", async () => {
  await setKeeping(1);
  const { documentId } = await makeDocument();
  const numbers = '{"id":12345678901234567890,"rates":[0.1234567890123456789,1e400]}';
  await keep(documentId, { request: deflateRawSync(`{"data":${numbers}}`).toString("base64") });
  expect(JSON.stringify((await read(documentId)).request?.data)).toBe(numbers);
});

test("a kept request is encrypted in the database and opens for its own document alone", async () => {
  await setKeeping(1);
  const [first, second] = [await makeDocument(), await makeDocument()];
  await Promise.all([keep(first.documentId), keep(second.documentId, { request: null })]);
  const [row] = await rows(first.documentId);
  for (const text of ["iban", "GB33", Buffer.from(packed, "base64")]) expect(row?.sealed.includes(text)).toBe(false);
  expect(await read(second.documentId)).toEqual({ ...none, isTooLarge: true });
  await query("UPDATE kept_requests SET sealed = $1 WHERE document_id = $2", row?.sealed, second.documentId);
  // As for one that is sealed with a key which this catalog lacks: it is there, and not lost.
  await expect(read(second.documentId)).rejects.toMatchObject({
    status: 503,
    code: "dependency.unavailable",
    message: expect.stringContaining("SECRETS_KEY"),
  });
});

test("the request of a document that a member has asked for is kept for its project, and one of a key's document is not", async () => {
  await setKeeping(1);
  const byKey = await makeDocument();
  const body = {
    documentId: createId("document"),
    requestId: createId("request"),
    templateId,
    mostKeepSeconds: 3_600,
    input: packed,
    inputBytes: 10,
  };
  const { document, keeping } = await owner.call(operations.openBackground, { params, body });
  expect(keeping).toEqual({ revision: 1, redactedPaths: [] });
  const keepAs = (documentId: string, projectId: string) =>
    catalog.asNobody(operations.keepRequests, {
      body: { requests: [{ documentId, keyHash: null, projectId, revision: 1, request: packed }] },
    });
  expect(await keepAs(byKey.documentId, params.projectId)).toEqual({ kept: 0 });
  expect(await keepAs(document.documentId, (await catalog.createTenant()).projectId)).toEqual({ kept: 0 });
  expect(await keepAs(document.documentId, params.projectId)).toEqual({ kept: 1 });
  expect(await read(document.documentId)).toMatchObject({ request: { data } });
});

test("no other project's key or member stores, reads or deletes the request of a document", async () => {
  await setKeeping(30);
  const { documentId } = await makeDocument();
  const stranger = await catalog.createAccount();
  const other = { projectId: await catalog.createProject(stranger) };
  const othersKey = await catalog.createKey(stranger, other.projectId);
  await stranger.call(operations.saveRequestKeeping, { params: other, body: { days: 30, redactedPaths: [] } });
  expect(await keep(documentId, { keyHash: sha256(othersKey.value) })).toEqual({ kept: 0 });
  await keep(documentId);
  for (const operation of [operations.getDocumentRequest, operations.deleteDocumentRequest]) {
    await expect(stranger.call(operation, { params: { ...params, documentId } })).rejects.toMatchObject({
      code: "project.not_found",
    });
    await expect(stranger.call(operation, { params: { ...other, documentId } })).rejects.toMatchObject({
      code: "document.not_found",
    });
  }
  expect(await read(documentId)).toMatchObject({ request: { data } });
});

test("a request that was redacted by an earlier setting is not stored", async () => {
  await setKeeping(7, []);
  const { documentId } = await makeDocument();
  await setKeeping(7, ["customer.iban"]);
  expect(await keep(documentId, { revision: 1 })).toEqual({ kept: 0 });
  expect(await rows(documentId)).toEqual([]);
});

test("requests go when their time is over, with fewer days, with their document, its PDF and their project", async () => {
  await setKeeping(7);
  const made = await Promise.all(Array.from({ length: 5 }, () => makeDocument()));
  const [expired, older, deleted, old, last] = made.map(({ documentId }) => documentId) as [
    string,
    string,
    string,
    string,
    string,
  ];
  for (const { documentId } of made) await keep(documentId);
  const isKept = async (documentId: string) => (await rows(documentId)).length > 0;

  await query("UPDATE kept_requests SET expires_at = now() WHERE document_id = $1", expired);
  expect(await read(expired)).toEqual(none);
  await catalog.dependencies.keptRequests.removeDue();
  expect(await isKept(expired)).toBe(false);

  await query("UPDATE kept_requests SET created_at = now() - interval '2 days' WHERE document_id = $1", older);
  expect(await read(older)).toMatchObject({ request: { data } });
  await setKeeping(1);
  expect(await isKept(older)).toBe(false);

  await key.call(operations.deleteDocumentContent, { params: { documentId: deleted } });
  expect(await isKept(deleted)).toBe(false);
  await expect(key.call(operations.deleteDocumentContent, { params: { documentId: deleted } })).rejects.toMatchObject({
    code: "content.not_found",
  });

  await query("UPDATE documents SET created_at = now() - interval '4 days' WHERE document_id = $1", old);
  await catalog.dependencies.oldDocuments.removeOld();
  expect(await isKept(old)).toBe(false);

  expect(await isKept(last)).toBe(true);
  const { name } = await owner.call(operations.getProject, { params });
  await owner.call(operations.deleteProject, { params, query: { confirmName: name } });
  expect(await isKept(last)).toBe(false);
});

test("zero days delete all kept requests at once, and a project keeps no more bytes than it may", async () => {
  await setKeeping(30);
  const [first, second, third] = [await makeDocument(), await makeDocument(), await makeDocument()];
  const large = randomBytes(400_000).toString("base64");
  for (const { documentId } of [first, second, third]) await keep(documentId, { request: large });
  await catalog.dependencies.keptRequests.removeDue();
  const left = await Promise.all([first, second, third].map(async ({ documentId }) => (await rows(documentId)).length));
  expect(left).toEqual([0, 1, 1]);
  await setKeeping(0);
  expect(await rows(third.documentId)).toEqual([]);
});

test("a document that no caller waits for names the setting like others, and a replayed request does not", async () => {
  await setKeeping(1, ["a"]);
  const { open } = catalog.dependencies.backgroundDocuments;
  const [found] = await query<{ keyId: string }>(
    'SELECT key_id AS "keyId" FROM api_keys WHERE project_id = $1',
    params.projectId,
  );
  const caller = { projectId: params.projectId, keyId: found?.keyId ?? "" };
  const request = {
    documentId: createId("document"),
    templateId,
    requestId: createId("request"),
    keepSeconds: 3_600,
    mostKeepSeconds: 3_600,
    input: packed,
    inputBytes: 10,
    idempotency: { keyHash: "a".repeat(64), bodyHash: "b".repeat(64) },
  };
  expect(await open(caller, request)).toMatchObject({ keeping: { revision: 1, redactedPaths: ["a"] } });
  expect(await open(caller, { ...request, documentId: createId("document") })).not.toHaveProperty("keeping");
});

test("an installation without a key keeps nothing and says what is missing", async () => {
  const { owner: account, projectId, key: made, templateId: template } = await without.createTenant();
  const of = { projectId };
  const save = (days: RequestKeepingDays) =>
    account.call(operations.saveRequestKeeping, { params: of, body: { days, redactedPaths: [] } });
  expect(await account.call(operations.getRequestKeeping, { params: of })).toMatchObject({ isAvailable: false });
  await expect(save(7)).rejects.toMatchObject({
    code: "dependency.unavailable",
    message: expect.stringContaining("SECRETS_KEY"),
  });
  await expect(save(0)).resolves.toMatchObject({ days: 0 });
  // A key that is gone does not stop documents.
  await without.dataSource.query("UPDATE request_keeping SET days = 7");
  expect(await made.createDocument({ templateId: template })).not.toHaveProperty("keeping");
});
