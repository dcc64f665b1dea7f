import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { randomBytes } from "node:crypto";
import { verifyWebhook } from "@platen/client";
import { createId, type Failure } from "@platen/contracts";
import {
  internalOperations as operations,
  type DeliveryReport,
  type LeasedDelivery,
  type OutcomeReport,
} from "@platen/contracts/internal";
import { createEgressRules } from "@platen/egress";
import { createLogger } from "@platen/telemetry";
import { Webhook } from "standardwebhooks";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import { codeOfAll, measured, problemOf, type TestAccount, type TestKey } from "../testing/test-catalog.ts";
import { createOldDocuments } from "../documents/old-documents.ts";
import { createSealer } from "../secrets/sealer.ts";
import { createDeliveries } from "./deliveries.ts";
import { createWebhookSecrets } from "./webhook-secrets.ts";

const url = "https://hooks.example/n8n/resume?token=a-secret-of-the-receiver";
const secretsKey = randomBytes(32).toString("base64");
const catalog = catalogForFile({ hasStorage: true, secretsKey, egressAllow: "127.0.0.1:9" });
let owner: TestAccount;
let projectId: string;
let key: TestKey;
let templateId: string;
let strangersKey: TestKey;

beforeAll(async () => {
  strangersKey = (await catalog.createTenant()).key;
  ({ owner, projectId, key, templateId } = await catalog.createTenant());
});
beforeEach(async () => {
  // A lease gives whatever is due.
  for (const table of ["deliveries", "delivery_retries", "documents", "webhook_secrets"])
    await catalog.dataSource.query(`DELETE FROM ${table}`);
});

type Given = { callbackUrl?: string; reference?: string; metadata?: Record<string, string>; documentId?: string };
async function opened(given: Given = {}, of = key) {
  const ids = { documentId: createId("document"), requestId: createId("request"), templateId };
  const body = {
    ...ids,
    keepSeconds: 3_600,
    mostKeepSeconds: 3_600,
    input: "",
    inputBytes: 0,
    callbackUrl: url,
    ...given,
  };
  return (await of.call(operations.openBackground, { body })).document.documentId;
}

type Outcome = OutcomeReport extends infer One
  ? One extends unknown
    ? Omit<One, "grant" | "documentId">
    : never
  : never;
const completed: Outcome = { status: "completed", ...measured, sha256: "a".repeat(64) };
const failure: Failure = { code: "data_invalid", message: "It cannot be filled.", retryable: false };
function report(documentId: string, outcome: Outcome) {
  const grant = catalog.courierGrant({ documentId, projectId, sourceId: "", preview: false });
  const reports = [{ ...outcome, grant, documentId }];
  return catalog.asNobody(operations.reportOutcomes, { body: { reports } });
}
const cancel = (documentId: string) => key.call(operations.cancelDocument, { params: { documentId } });

type Underway = { projectId: string; receiver: string; count: number };
type Full = Omit<Underway, "count">;
async function lease(name = "lease-1", deliveries = 100, underway: Underway[] = [], full: Full[] = []) {
  const body = { lease: name, deliveries, underway, full };
  return (await catalog.asCourier(operations.leaseDeliveries, { body })).deliveries;
}
function reportDelivery({ deliveryId, projectId: of }: LeasedDelivery, given: Partial<DeliveryReport> = {}) {
  const one = { deliveryId, projectId: of, lease: "lease-1", at: 0, durationMs: 12, ...given };
  return catalog.asCourier(operations.reportDeliveries, { body: { reports: [one] } });
}
const query = { page: 1, pageSize: 20, sort: "createdAt:desc" } as const;
const listOf = (documentId: string, of = key) =>
  of.call(operations.listDocumentDeliveries, { params: { documentId }, query });
async function deliveryOf(documentId: string) {
  const [delivery] = (await listOf(documentId)).deliveries;
  if (!delivery) throw new Error("The document has no delivery.");
  return delivery;
}
/** Moves the next attempt of all deliveries to now. */
const letPass = () => catalog.dataSource.query("UPDATE deliveries SET due_at = now() WHERE status = 'waiting'");
const secretOf = (of = owner) => of.call(operations.getWebhookSecret, { params: { projectId } });
const rotate = (of = owner) => of.call(operations.rotateWebhookSecret, { params: { projectId } });

test("a document makes one message when it is completed, however often that is reported, and none before or without an address", async () => {
  const documentId = await opened({ reference: "order 2031" });
  await report(await opened({ callbackUrl: undefined as never }), completed);
  await report(documentId, { status: "rendering", queueMs: 1 });
  expect(await lease()).toEqual([]);
  expect(await deliveryOf(documentId)).toMatchObject({ status: "pending", event: null, nextAttemptAt: null });
  await Promise.all([report(documentId, completed), report(documentId, completed)]);
  await cancel(documentId);
  const [message, ...others] = await lease();
  expect(others).toEqual([]);
  const { deliveryId } = await deliveryOf(documentId);
  expect(message).toMatchObject({ deliveryId, projectId, receiver: "https://hooks.example", url });
  const { createdAt, finishedAt } = await key.call(operations.getDocument, { params: { documentId } });
  expect(finishedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const document = {
    documentId,
    status: "completed",
    reference: "order 2031",
    metadata: null,
    pageCount: 2,
    sizeBytes: 8,
    sha256: "a".repeat(64),
    failure: null,
    createdAt,
    finishedAt,
  };
  expect(message?.body).toBe(
    JSON.stringify({ type: "document.completed", timestamp: finishedAt, data: { deliveryId, document } }),
  );
  expect(await lease("lease-2")).toEqual([]);
});

test("a body is compact JSON throughout", async () => {
  await report(await opened({ metadata: { order: "2031", "spoken: by": "A, B" } }), { status: "failed", failure });
  const [message] = await lease();
  const body = message?.body ?? "";
  expect(body).toContain('"metadata":{"order":"2031","spoken: by":"A, B"}');
  expect(body).toBe(JSON.stringify(JSON.parse(body)));
});

test("a document makes one message when it has failed for good or was cancelled, and none while it is tried again", async () => {
  const [failed, cancelled] = [await opened(), await opened()];
  await report(failed, { status: "failed", failure: { ...failure, code: "browser_crashed", retryable: true } });
  expect(await lease()).toEqual([]);
  await report(failed, { status: "failed", failure: { ...failure, details: [{ path: "data", message: "long" }] } });
  await cancel(cancelled);
  await cancel(cancelled);
  const bodies = (await lease()).map(({ body }) => JSON.parse(body) as { type: string; data: { document: object } });
  expect(bodies.map(({ type }) => type).toSorted()).toEqual(["document.cancelled", "document.failed"]);
  expect(bodies.find(({ type }) => type === "document.failed")?.data.document).toMatchObject({ failure });
});

test("a request that is repeated with the same id or Idempotency-Key plans one message", async () => {
  const documentId = createId("document");
  await Promise.all([opened({ documentId }), opened({ documentId })]);
  expect((await listOf(documentId)).pagination.total).toBe(1);
});

describe("the signature", () => {
  test("is that of Standard Webhooks and of verifyWebhook, by the old and the new secret during a rotation", async () => {
    const { secret: oldest, previousUntil } = await secretOf();
    expect([oldest, previousUntil]).toEqual([expect.stringMatching(/^whsec_[\w+/]{43}=$/), null]);
    const rotated = await rotate();
    expect(Date.parse(rotated.previousUntil ?? "")).toBeGreaterThan(Date.now() + 86_300_000);
    await report(await opened(), completed);
    const [first, ...others] = await lease();
    if (!first || others.length > 0) throw new Error("One message was expected.");
    const { headers, body } = first;
    for (const secret of [oldest, rotated.secret]) {
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: "document.completed" });
      expect(await verifyWebhook({ headers, body, secret })).toMatchObject({
        data: { document: { status: "completed" } },
      });
    }
    await rotate();
    await letPass();
    const [second] = await lease("lease-2");
    // The same bytes and the same id at each attempt, signed at another time.
    expect([second?.body, second?.headers["webhook-id"]]).toEqual([body, headers["webhook-id"]]);
    expect(() => new Webhook(oldest).verify(body, second?.headers ?? {})).toThrow();
    await catalog.dataSource.query("UPDATE webhook_secrets SET previous_until = now()");
    expect(await secretOf()).toMatchObject({ previousUntil: null });
    await letPass();
    const [third] = await lease("lease-3");
    expect(() => new Webhook(rotated.secret).verify(body, third?.headers ?? {})).toThrow();
  });

  test("and the address are sealed in the database, and are sealed again by a newer key", async () => {
    const { secret } = await secretOf();
    await report(await opened(), completed);
    const rows = [
      ...(await catalog.dataSource.query<object[]>("SELECT * FROM deliveries")),
      ...(await catalog.dataSource.query<object[]>("SELECT * FROM webhook_secrets")),
    ];
    const values = rows.flatMap((row) => Object.values(row));
    const stored = values
      .map((value) => (Buffer.isBuffer(value) ? value.toString("latin1") : JSON.stringify(value)))
      .join();
    expect(stored).toContain("https://hooks.example");
    for (const hidden of ["a-secret-of-the-receiver", secret, secret.slice(6)]) expect(stored).not.toContain(hidden);

    const newer = randomBytes(32).toString("base64");
    const { dataSource } = catalog;
    const both = createWebhookSecrets({ dataSource, sealer: createSealer(`${newer},${secretsKey}`, "webhooks") });
    expect(await both.sealAgain()).toBeGreaterThan(0);
    expect(await both.sealAgain()).toBe(0);
    const only = createWebhookSecrets({ dataSource, sealer: createSealer(newer, "webhooks") });
    expect((await only.of([projectId])).get(projectId)?.secret).toBe(secret);
  });

  test("is not made without the secret before a rotation, which a receiver may know only", async () => {
    const { secret } = await secretOf();
    const newer = randomBytes(32).toString("base64");
    const secretsBy = (keys: string) =>
      createWebhookSecrets({ dataSource: catalog.dataSource, sealer: createSealer(keys, "webhooks") });
    const both = secretsBy(`${newer},${secretsKey}`);
    await both.rotate(projectId);
    expect((await both.of([projectId])).get(projectId)).toMatchObject({ previous: secret });
    expect((await secretsBy(newer).of([projectId])).size).toBe(0);
  });

  test("that a catalog cannot open for lack of a key waits without an attempt, and a catalog with the key gets it", async () => {
    const documentId = await opened();
    await report(documentId, completed);
    await secretOf();
    const { dataSource } = catalog;
    const newer = randomBytes(32).toString("base64");
    const both = createSealer(`${newer},${secretsKey}`, "webhooks");
    await createWebhookSecrets({ dataSource, sealer: both }).sealAgain();
    expect((await problemOf(secretOf())).code).toBe("dependency.unavailable");
    expect(await lease()).toEqual([]);
    const { status, attempts, nextAttemptAt } = await deliveryOf(documentId);
    expect([status, attempts]).toEqual(["waiting", []]);
    expect(Date.parse(String(nextAttemptAt)) - Date.now()).toBeLessThan(5_000);
    const { metrics } = catalog.dependencies;
    expect(await metrics.registry.metrics()).toMatch(/unopened_total\{kind="webhooks".*\} 1$/m);

    await letPass();
    const leaseAt = async (isOn: boolean) => {
      const rules = createEgressRules("");
      const logger = createLogger({ service: "catalog", level: "error" });
      const other = createDeliveries({ dataSource, isOn, sealer: both, countUnopened: () => undefined, rules, logger });
      await other.close();
      return other.lease({ lease: "lease-1", deliveries: 1, underway: [], full: [] });
    };
    // With BACKGROUND_WORK=off a catalog gives none.
    expect(await leaseAt(false)).toEqual([]);
    const [message] = await leaseAt(true);
    expect(message?.url).toBe(url);
    if (message) await reportDelivery(message, { status: 204 });
    expect(await deliveryOf(documentId)).toMatchObject({ status: "delivered", attempts: [{ error: null }] });
  });
});

describe("an attempt", () => {
  async function leased(): Promise<{ documentId: string; message: LeasedDelivery }> {
    const documentId = await opened();
    await report(documentId, completed);
    const [message] = await lease();
    if (!message) throw new Error("Nothing was leased.");
    return { documentId, message };
  }

  test("that the receiver took is the last", async () => {
    const { documentId, message } = await leased();
    await reportDelivery(message, { at: Date.parse("2030-01-01T00:00:00Z"), status: 204 });
    expect(await deliveryOf(documentId)).toMatchObject({
      status: "delivered",
      event: "document.completed",
      receiver: "https://hooks.example",
      attempts: [{ at: "2030-01-01T00:00:00.000Z", status: 204, durationMs: 12, error: null }],
      nextAttemptAt: null,
    });
    await letPass();
    expect(await lease("lease-2")).toEqual([]);
  });

  test("that failed is followed by others for 76 hours, ten in all, and then by none", async () => {
    const { documentId, message } = await leased();
    const gaps: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await reportDelivery(message, {
        lease: attempt === 1 ? "lease-1" : "lease-2",
        status: 500,
        error: "http_status",
      });
      const { nextAttemptAt } = await deliveryOf(documentId);
      gaps.push(nextAttemptAt === null ? 0 : (Date.parse(nextAttemptAt) - Date.now()) / 1_000);
      await letPass();
      await lease("lease-2");
    }
    const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (const [index, wait] of waits.entries()) {
      expect(gaps[index]).toBeGreaterThan(0.8 * wait - 5);
      expect(gaps[index]).toBeLessThanOrEqual(1.2 * wait);
    }
    expect(await deliveryOf(documentId)).toMatchObject({ status: "failed", nextAttemptAt: null });
    expect((await deliveryOf(documentId)).attempts).toHaveLength(10);
  });

  test("that the receiver answered with 410 is the last, and Retry-After puts the next one off", async () => {
    const [gone, busy] = [await leased(), await leased()];
    await reportDelivery(gone.message, { status: 410, error: "http_status" });
    expect(await deliveryOf(gone.documentId)).toMatchObject({ status: "failed" });
    await reportDelivery(busy.message, { status: 429, error: "http_status", retryAfterSeconds: 3_000 });
    const { nextAttemptAt } = await deliveryOf(busy.documentId);
    expect(Date.parse(nextAttemptAt ?? "") - Date.now()).toBeGreaterThan(2_900_000);
  });

  test("that is under way is due now, and not when its lease ends", async () => {
    const { documentId } = await leased();
    const { nextAttemptAt } = await deliveryOf(documentId);
    expect(Date.parse(nextAttemptAt ?? "") - Date.now()).toBeLessThan(1_000);
  });

  test("of a courier that died is made again when its lease ends, and a late report of the first changes nothing", async () => {
    const { documentId, message } = await leased();
    expect(await lease("lease-2")).toEqual([]);
    await letPass();
    expect(await lease("lease-2")).toMatchObject([{ deliveryId: message.deliveryId }]);
    await reportDelivery(message, { status: 200 });
    expect(await deliveryOf(documentId)).toMatchObject({ status: "waiting", attempts: [] });
    await reportDelivery(message, { lease: "lease-2", status: 200 });
    expect(await deliveryOf(documentId)).toMatchObject({ status: "delivered" });
  });

  test("is asked for again ten times an hour, and those of an account a thousand times", async () => {
    const { documentId, message } = await leased();
    const { deliveryId } = message;
    const retry = () => key.call(operations.retryDelivery, { params: { documentId, deliveryId } });
    const giveUp = () =>
      catalog.dataSource.query("UPDATE deliveries SET status = 'failed', lease = NULL, attempts = 10");
    for (let time = 0; time < 10; time += 1) {
      await giveUp();
      await retry();
    }
    await giveUp();
    const refused = await problemOf(retry());
    expect(refused).toMatchObject({ code: "rate.limited", status: 429, message: expect.stringContaining("10 times") });
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(3_600);
    expect(await deliveryOf(documentId)).toMatchObject({ status: "failed" });

    const { dataSource } = catalog;
    await dataSource.query("UPDATE delivery_retries SET hour = hour - interval '1 hour'");
    await catalog.dependencies.deliveries.clean();
    expect(await dataSource.query("SELECT * FROM delivery_retries")).toEqual([]);
    await retry();
    await giveUp();
    await dataSource.query("UPDATE delivery_retries SET count = 1000 WHERE holder = $1", [owner.accountId]);
    expect(await problemOf(retry())).toMatchObject({ code: "rate.limited", message: expect.stringContaining("1,000") });
  });

  test("is asked for again by a key of the project, not while one is under way, before the end, or by another project", async () => {
    const { documentId, message } = await leased();
    const { deliveryId } = message;
    const retry = (of = key, document = documentId) =>
      of.call(operations.retryDelivery, { params: { documentId: document, deliveryId } });
    await retry();
    expect(await lease("lease-2")).toEqual([]);
    await reportDelivery(message, { status: 200 });
    expect(await codeOfAll([retry(strangersKey), retry(key, createId("document"))])).toBe("delivery.not_found");
    expect((await problemOf(listOf(documentId, strangersKey))).code).toBe("document.not_found");
    expect(await lease("lease-2")).toEqual([]);
    expect(await retry()).toMatchObject({ status: "waiting", attempts: [{ status: 200 }] });
    const [again] = await lease("lease-2");
    expect([again?.deliveryId, again?.body]).toEqual([deliveryId, message.body]);
    const pending = await opened();
    const params = { documentId: pending, deliveryId: (await deliveryOf(pending)).deliveryId };
    expect((await problemOf(key.call(operations.retryDelivery, { params }))).code).toBe("document.not_ready");
  });
});

test("a receiver gets ten messages at a time, and holds up no other receiver or project", async () => {
  const documents = await Promise.all(Array.from({ length: 12 }, () => opened()));
  documents.push(await opened({ callbackUrl: "https://other.example/" }));
  for (const documentId of documents) await report(documentId, completed);
  const receivers = (messages: LeasedDelivery[]) => messages.map(({ receiver }) => receiver);
  const slow = "https://hooks.example";
  expect(receivers(await lease("lease-1", 12))).toEqual(Array(10).fill(slow));
  const underway = [{ projectId, receiver: slow, count: 10 }];
  expect(receivers(await lease("lease-1", 12, underway))).toEqual(["https://other.example"]);
  expect(await catalog.asCourier(operations.readDeliveryBacklog, {})).toMatchObject({ deliveries: 2 });
  expect(receivers(await lease("lease-1", 12, [{ projectId, receiver: slow, count: 9 }]))).toEqual([slow]);
});

test("an account and a project have their shares of a courier, however many receivers they name, and leave the rest", async () => {
  const second = await catalog.createProject(owner);
  const stranger = await catalog.createAccount();
  const elsewhere = await catalog.createProject(stranger);
  const due = async (of: string, receivers: number, each: number) => {
    for (let index = 0; index < receivers * each; index += 1) {
      const { deliveryId, receiver, sealedUrl } = catalog.dependencies.deliveries.plan(
        `https://r${index % receivers}.example/`,
      );
      await catalog.dataSource.query(
        `INSERT INTO deliveries (delivery_id, project_id, subject_id, receiver, sealed_url, status, event, payload, due_at)
         VALUES ($1, $2, $3, $4, $5, 'waiting', 'document.completed', '{}', now())`,
        [deliveryId, of, createId("document"), receiver, sealedUrl],
      );
    }
  };
  await due(projectId, 4, 10);
  await due(second, 3, 10);
  await due(elsewhere, 4, 10);
  const first = await lease("lease-1");
  const countOf = (id: string) => first.filter((one) => one.projectId === id).length;
  expect([projectId, second, elsewhere].map(countOf)).toEqual([20, 20, 30]);
  // Accounts take turns, whenever their messages were due.
  expect(first.slice(0, 2)).toContainEqual(expect.objectContaining({ accountId: stranger.accountId }));
  await letPass();
  const underway = [{ projectId, receiver: "https://other.example", count: 39 }];
  const beside = (await lease("lease-2", 100, underway)).filter((one) => one.accountId === owner.accountId);
  expect(beside).toMatchObject([{ projectId: second }]);
});

test("a message that its courier puts back is due again soon, without an attempt, and its receiver may be left out", async () => {
  const documentId = await opened();
  await report(documentId, completed);
  const [message] = await lease();
  if (!message) throw new Error("Nothing was leased.");
  await reportDelivery(message, { isPutBack: true, durationMs: 0 });
  const { attempts, status, nextAttemptAt } = await deliveryOf(documentId);
  expect({ attempts, status }).toEqual({ attempts: [], status: "waiting" });
  expect(Date.parse(nextAttemptAt ?? "") - Date.now()).toBeLessThanOrEqual(5_000);
  expect(await lease("lease-2")).toEqual([]);
  await letPass();
  expect(await lease("lease-2", 100, [], [{ projectId, receiver: message.receiver }])).toEqual([]);
  expect(await lease("lease-2")).toMatchObject([{ deliveryId: message.deliveryId }]);
});

test.each([
  ["http://hooks.example/", "must begin with https://"],
  ["https://127.0.0.1/", "must not lead to a private or reserved address"],
  ["https://0x7f.1/", "must not lead to a private or reserved address"],
  ["https://[::ffff:127.0.0.1]/", "must not lead to a private or reserved address"],
  ["http://127.0.0.1:8/", "must begin with https://"],
  ["https://hooks.example:25/", "must not lead to port 25, which belongs to a service other than HTTP"],
])("the address %s is refused, with the field and the reason, and nothing is written", async (callbackUrl, reason) => {
  const problem = await problemOf(opened({ callbackUrl }));
  expect(problem).toMatchObject({ code: "webhook.url_refused", status: 422, details: [{ path: "callbackUrl" }] });
  expect(problem.message).toContain(reason);
  expect((await key.call(operations.listDocuments, { query })).pagination.total).toBe(0);
});

test("an address that the operator allows is taken, and a catalog without SECRETS_KEY takes none", async () => {
  const documentId = await opened({ callbackUrl: "http://localhost:9/x" });
  expect(await deliveryOf(documentId)).toMatchObject({ receiver: "http://localhost:9" });
  const withoutKey = createDeliveries({
    dataSource: catalog.dataSource,
    isOn: true,
    sealer: undefined,
    countUnopened: () => undefined,
    rules: createEgressRules(""),
    logger: createLogger({ service: "catalog", level: "error" }),
  });
  await withoutKey.close();
  expect(() => withoutKey.plan(url)).toThrow(expect.objectContaining({ code: "dependency.unavailable" }));
});

test("messages go with their document and their project, and 30 days after their end", async () => {
  const count = async () => (await catalog.dataSource.query<unknown[]>("SELECT 1 FROM deliveries")).length;
  const ended = await opened();
  await report(ended, completed);
  const [message] = await lease();
  if (message) await reportDelivery(message, { status: 200 });
  await opened();
  await catalog.dataSource.query("UPDATE deliveries SET finished_at = finished_at - interval '29 days'");
  await catalog.dependencies.deliveries.clean();
  expect(await count()).toBe(2);
  await catalog.dataSource.query("UPDATE deliveries SET finished_at = finished_at - interval '1 day'");
  await catalog.dependencies.deliveries.clean();
  expect(await count()).toBe(1);
  const { dataSource } = catalog;
  await dataSource.query("UPDATE documents SET created_at = now() - interval '2 days'");
  await opened();
  const logger = createLogger({ service: "catalog", level: "error" });
  const oldDocuments = createOldDocuments({ dataSource, logger, keptDays: 1 });
  await oldDocuments.removeOld();
  await oldDocuments.close();
  expect(await count()).toBe(1);
  const { name } = await owner.call(operations.getProject, { params: { projectId } });
  await owner.call(operations.deleteProject, { params: { projectId }, query: { confirmName: name } });
  expect(await count()).toBe(0);
});
