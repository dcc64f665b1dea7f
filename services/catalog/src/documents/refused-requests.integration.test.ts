import { beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createId, maxRefusedRequests } from "@platen/contracts";
import { internalOperations as operations, type Refusal } from "@platen/contracts/internal";
import { sha256 } from "../secrets/sha256.ts";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import type { TestAccount, TestKey } from "../testing/test-catalog.ts";

const catalog = catalogForFile({ retentionDays: 30 });
let owner: TestAccount;
let projectId: string;
let key: TestKey;
beforeAll(async () => {
  owner = await catalog.createAccount();
});
beforeEach(async () => {
  projectId = await catalog.createProject(owner);
  key = await catalog.createKey(owner, projectId);
});

const refusal = (changes: Partial<Refusal> = {}): Refusal => ({
  keyHash: sha256(key.value),
  code: "request.invalid",
  requests: 1,
  message: "is required",
  path: "templateId",
  requestId: createId("request"),
  ...changes,
});
const record = (...refusals: Refusal[]) => catalog.asNobody(operations.recordRefusals, { body: { refusals } });
const list = (project = projectId, keyId?: string) =>
  owner.call(operations.listRefusedRequests, { params: { projectId: project }, query: { keyId } });

test("refusals of one minute with one key and code are one record, with the last reason", async () => {
  // The clock of the database decides the minute, so the test moves the records to the present one.
  const toNow = () =>
    catalog.dataSource.query(
      "UPDATE refused_requests SET minute = date_trunc('minute', now()) WHERE project_id = $1 AND code = 'request.invalid'",
      [projectId],
    );
  await record(refusal({ requests: 4 }), refusal({ code: "rate.limited", path: undefined }));
  await toNow();
  const last = refusal({ requests: 2, message: "must be an object", path: "data" });
  await record(last);
  const { refusedRequests, pagination } = await list();
  expect(pagination.total).toBe(2);
  expect(refusedRequests[0]).toMatchObject({
    apiKey: { keyId: key.keyId, name: "Production", lastFour: key.value.slice(-4) },
    code: "request.invalid",
    requests: 6,
    message: "must be an object",
    path: "data",
    requestId: last.requestId,
  });
  expect(refusedRequests[1]).toMatchObject({ code: "rate.limited", requests: 1, path: null });
});

test("another project sees nothing, and refusals of unknown and revoked keys are left out", async () => {
  const elsewhere = await catalog.createProject(owner);
  const revoked = await catalog.createKey(owner, projectId);
  await owner.call(operations.revokeApiKey, { params: { projectId, keyId: revoked.keyId } });
  await record(refusal(), refusal({ keyHash: sha256(revoked.value) }), refusal({ keyHash: "0".repeat(64) }));
  expect((await list()).pagination.total).toBe(1);
  expect((await list(projectId, revoked.keyId)).pagination.total).toBe(0);
  expect((await list(elsewhere)).pagination.total).toBe(0);
  expect((await list(elsewhere, key.keyId)).pagination.total).toBe(0);
  const stranger = await catalog.createAccount();
  await expect(
    stranger.call(operations.listRefusedRequests, { params: { projectId }, query: {} }),
  ).rejects.toMatchObject({ code: "project.not_found" });
});

test("a project keeps its newest records, however many are refused, and takes none from another", async () => {
  const elsewhere = await catalog.createProject(owner);
  const other = await catalog.createKey(owner, elsewhere);
  await record(refusal({ keyHash: sha256(other.value) }));
  for (let round = 0; round < 3; round += 1) {
    await record(...Array.from({ length: 150 }, (_, index) => refusal({ code: `code.${round}_${index}` })));
  }
  const { refusedRequests, pagination } = await list();
  expect(pagination.total).toBe(maxRefusedRequests);
  expect(refusedRequests[0]?.code).toMatch(/^code\.2_/);
  expect((await list(elsewhere)).pagination.total).toBe(1);
});

test("records are removed with those of documents, after the retention", async () => {
  await record(refusal(), refusal({ code: "rate.limited" }));
  await catalog.dataSource.query(
    "UPDATE refused_requests SET minute = now() - interval '30 days 1 minute' WHERE project_id = $1 AND code = 'rate.limited'",
    [projectId],
  );
  await catalog.dependencies.oldDocuments.removeOld();
  expect((await list()).refusedRequests.map(({ code }) => code)).toEqual(["request.invalid"]);
});
