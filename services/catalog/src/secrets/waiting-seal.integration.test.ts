import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { randomBytes } from "node:crypto";
import { createId } from "@platen/contracts";
import { internalOperations as operations } from "@platen/contracts/internal";
import { startTestCatalog, type TestCatalog, type TestTenant } from "../testing/test-catalog.ts";

const secret = Buffer.from("GB33BUKB20201555555555");
const data = secret.toString("base64");

type Running = TestTenant & { catalog: TestCatalog };

let sealing: Running;
let open: Running;

async function start(secretsKey?: string): Promise<Running> {
  const catalog = await startTestCatalog({ hasStorage: true, ...(secretsKey !== undefined && { secretsKey }) });
  return { catalog, ...(await catalog.createTenant()) };
}

beforeAll(async () => {
  [sealing, open] = [await start(randomBytes(32).toString("base64")), await start()];
});
afterAll(async () => {
  await sealing.catalog.stop();
  await open.catalog.stop();
});

beforeEach(async () => {
  for (const { catalog } of [sealing, open]) await catalog.dataSource.query("TRUNCATE documents, batches");
});

async function openDocument({ key, templateId }: Running): Promise<string> {
  const ids = { documentId: createId("document"), requestId: createId("request"), templateId };
  const body = { ...ids, keepSeconds: 3_600, mostKeepSeconds: 3_600, input: data, inputBytes: 100 };
  return (await key.call(operations.openBackground, { body })).document.documentId;
}

/** A batch of one row, received while it was open or brought by its request. */
async function startBatch({ key, templateId }: Running, isBrought = false): Promise<string> {
  const chunk = { firstRow: 0, sizes: [secret.byteLength], notes: [null], data };
  const body = {
    rendering: {},
    templateId,
    keepSeconds: 3_600,
    mostKeepSeconds: 3_600,
    ...(isBrought && { chunks: [chunk] }),
  };
  const { batchId } = await key.call(operations.openBatch, { body });
  if (isBrought) return batchId;
  await key.call(operations.appendBatchRows, { params: { batchId }, body: chunk });
  await key.call(operations.startBatch, { params: { batchId } });
  return batchId;
}

async function lease({ catalog }: Running) {
  await catalog.dataSource.query("UPDATE documents SET due_at = now() - interval '1 second' WHERE batch_id IS NULL");
  const body = { courier: "courier", documents: 100, inputBytes: 1_000_000, served: [], servedFlows: [] };
  return (await catalog.asCourier(operations.leaseBackground, { body })).documents;
}
const inputOf = async (running: Running, documentId: string) =>
  (await lease(running)).find((document) => document.documentId === documentId)?.input;
const rowsOf = async ({ catalog, projectId }: Running, batchId: string) =>
  (await catalog.asCourier(operations.readBatchChunk, { params: { batchId, row: 0 }, query: { projectId } })).data;

/** All bytes of the rows of these tables, as PostgreSQL has them. */
async function bytesOf({ catalog }: Running): Promise<string> {
  const rows = await catalog.dataSource.query<{ text: string }[]>(
    `SELECT i::text AS text FROM document_inputs AS i UNION ALL SELECT c::text FROM batch_chunks AS c`,
  );
  return rows.map(({ text }) => text).join("\n");
}

test("data of documents and rows that wait cannot be read in the database, and reach the courier as they came", async () => {
  const documentId = await openDocument(sealing);
  const [sent, brought] = [await startBatch(sealing), await startBatch(sealing, true)];
  const bytes = await bytesOf(sealing);
  expect(bytes).toContain(documentId);
  expect([bytes.includes(secret.toString("hex")), bytes.includes(secret.toString())]).toEqual([false, false]);
  expect(await inputOf(sealing, documentId)).toBe(data);
  expect(await Promise.all([sent, brought].map((batchId) => rowsOf(sealing, batchId)))).toEqual([data, data]);
});

test("sealed data open for their own document and their own batch alone", async () => {
  const { catalog } = sealing;
  const [documentId, other] = [await openDocument(sealing), await openDocument(sealing)];
  const [batchId, otherBatch] = [await startBatch(sealing), await startBatch(sealing)];
  const copy = (table: string, id: string) =>
    `UPDATE ${table} AS t SET sealed = o.sealed FROM ${table} AS o WHERE t.${id} = $1 AND o.${id} = $2`;
  await catalog.dataSource.query(copy("document_inputs", "document_id"), [documentId, other]);
  await catalog.dataSource.query(copy("batch_chunks", "batch_id"), [batchId, otherBatch]);
  const leased = (await lease(sealing)).map((document) => document.documentId);
  // It stays due: a catalog whose key is wrong loses no document.
  expect([leased.includes(documentId), leased.includes(other)]).toEqual([false, true]);
  expect((await sealing.key.call(operations.getDocument, { params: { documentId } })).status).toBe("queued");
  expect([await rowsOf(sealing, batchId), await rowsOf(sealing, otherBatch)]).toEqual(["", data]);
});

test("data sealed with a key that a catalog lacks wait without an attempt, and soon reach a catalog with the key", async () => {
  const { catalog } = sealing;
  const [documentId, batchId] = [await openDocument(sealing), await startBatch(sealing)];
  const change = (sql: string, ...values: unknown[]) => catalog.dataSource.query(sql, values);
  const tables = ["document_inputs", "batch_chunks"];
  const idOf = "substring(sealed FROM 1 FOR 4)";
  // The first bytes name the key.
  const [key] = await catalog.dataSource.query<{ id: Buffer }[]>(
    `SELECT ${idOf} AS id FROM document_inputs WHERE sealed IS NOT NULL`,
  );
  const nameKey = async (id: Buffer | undefined) => {
    for (const table of tables)
      await change(`UPDATE ${table} SET sealed = $1::bytea || substring(sealed FROM 5) WHERE sealed IS NOT NULL`, id);
  };
  await nameKey(Buffer.alloc(4));
  expect(await lease(sealing)).toEqual([]);
  const waiting = await catalog.dataSource.query<object[]>(
    "SELECT attempts, lease, status, due_at BETWEEN now() AND now() + interval '5 seconds' AS is_soon FROM documents",
  );
  const untouched = { attempts: 0, lease: null, status: "queued", is_soon: true };
  expect(waiting).toEqual([untouched, untouched]);
  await expect(rowsOf(sealing, batchId)).rejects.toMatchObject({ code: "dependency.unavailable" });
  await nameKey(key?.id);
  await change("UPDATE documents SET due_at = now()");
  const leased = await lease(sealing);
  expect(new Set(leased.map(({ row }) => row?.batchId))).toEqual(new Set([batchId, undefined]));
  expect(leased.find((document) => document.documentId === documentId)?.input).toBe(data);
});

test("data stay open without a key, and what was stored open is read with one", async () => {
  const documentId = await openDocument(open);
  const batchId = await startBatch(open);
  expect(await bytesOf(open)).toContain(secret.toString("hex"));
  expect(new Set((await lease(open)).map(({ row }) => row?.batchId))).toEqual(new Set([batchId, undefined]));
  expect(await rowsOf(open, batchId)).toBe(data);
  await open.catalog.dataSource.query("UPDATE documents SET lease = NULL, due_at = now()");
  expect(await inputOf(open, documentId)).toBe(data);

  const [stored, batch] = [await openDocument(sealing), await startBatch(sealing)];
  const { dataSource } = sealing.catalog;
  await dataSource.query(
    `UPDATE document_inputs SET input = $2, input_bytes = sealed_input_bytes, sealed = NULL, sealed_input_bytes = NULL
     WHERE document_id = $1`,
    [stored, secret],
  );
  await dataSource.query("UPDATE batch_chunks SET data = $2, sealed = NULL, stored_bytes = NULL WHERE batch_id = $1", [
    batch,
    secret,
  ]);
  expect([await inputOf(sealing, stored), await rowsOf(sealing, batch)]).toEqual([data, data]);
});
