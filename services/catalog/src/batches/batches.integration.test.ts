import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createHash, randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { verifyWebhook } from "@platen/client";
import { createId, webhookEvent, type Failure } from "@platen/contracts";
import { internalOperations as operations, type LeasedDocument, type RowNotes } from "@platen/contracts/internal";
import { createLogger } from "@platen/telemetry";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import { codeOfAll, measured, type TestAccount, type TestKey } from "../testing/test-catalog.ts";
import { createFileNames } from "./file-names.ts";
import { createOldBatches } from "./old-batches.ts";

const secretsKey = randomBytes(32).toString("base64");
const catalog = catalogForFile({ hasStorage: true, secretsKey });
let owner: TestAccount;
let projectId: string;
let key: TestKey;
let templateId: string;
let stranger: TestKey;

beforeAll(async () => {
  stranger = (await catalog.createTenant()).key;
});
beforeEach(async () => {
  // A lease gives whatever is due.
  await catalog.dataSource.query("TRUNCATE documents, batches, request_keys, deliveries");
  ({ owner, projectId, key, templateId } = await catalog.createTenant());
});

type Given = { stopAfterFailures?: number; notBefore?: string; version?: number; callbackUrl?: string };
const open = async (given: Given = {}) =>
  (
    await key.call(operations.openBatch, {
      body: { rendering: {}, templateId, keepSeconds: 3_600, mostKeepSeconds: 3_600, ...given },
    })
  ).batchId;
const get = (batchId: string) => key.call(operations.getBatch, { params: { batchId } });

/** Sends rows whose data the courier gets as they are. */
async function append(
  batchId: string,
  firstRow: number,
  count: number,
  notes: (row: number) => RowNotes | null = () => null,
) {
  const rows = Array.from({ length: count }, (_, index) => firstRow + index);
  const body = {
    firstRow,
    sizes: rows.map(() => 10),
    notes: rows.map(notes),
    data: Buffer.from("deflated").toString("base64"),
  };
  return (await key.call(operations.appendBatchRows, { params: { batchId }, body })).rowCount;
}
const start = (batchId: string) => key.call(operations.startBatch, { params: { batchId } });
const pause = (batchId: string) => key.call(operations.pauseBatch, { params: { batchId } });
const resume = (batchId: string) => key.call(operations.resumeBatch, { params: { batchId } });
const cancel = (batchId: string) => key.call(operations.closeBatch, { params: { batchId } });
const remove = (batchId: string) => key.call(operations.removeBatch, { params: { batchId } });
const retry = (batchId: string, failed: "all" | "retryable" = "all") =>
  key.call(operations.retryBatch, { params: { batchId }, body: { failed } });
const retryWarned = (batchId: string, body: { warning: string; failed?: "all" }) =>
  key.call(operations.retryBatch, { params: { batchId }, body });

async function started(count: number, given: Given = {}): Promise<string> {
  const batchId = await open(given);
  await append(batchId, 0, count);
  await start(batchId);
  return batchId;
}

type Served = [id: string, servedMs: number, meanMs: number][];
async function lease(documents = 100, flows: Served = []): Promise<LeasedDocument[]> {
  const servedFlows = flows.map(([flow, servedMs, meanMs]) => ({ flow, servedMs, meanMs }));
  const body = { courier: "courier-1", documents, inputBytes: 1_000_000, served: [], servedFlows };
  return (await catalog.asCourier(operations.leaseBackground, { body })).documents;
}
const rowsOf = (leased: readonly LeasedDocument[]) => leased.map(({ row }) => row?.row);

const final: Failure = { code: "render_failed", message: "It cannot be printed.", retryable: false };
const grantOf = ({ documentId, sourceId, leasedUntil }: LeasedDocument) => ({
  documentId,
  projectId,
  sourceId,
  leasedUntil,
  preview: false,
  keepSeconds: 3_600,
});

/** Reports outcomes as workers do: of each document, its PDF's hash or its failure. */
function report(leased: readonly LeasedDocument[], outcome: (document: LeasedDocument) => string | Failure = () => "") {
  const reports = leased.map((document) => {
    const { documentId } = document;
    const result = outcome(document);
    const grant = catalog.courierGrant(grantOf(document));
    return typeof result === "string"
      ? { grant, documentId, status: "completed" as const, ...measured, sha256: result || "0".repeat(64) }
      : { grant, documentId, status: "failed" as const, failure: result };
  });
  return catalog.asNobody(operations.reportOutcomes, { body: { reports } });
}
const failing = () => final;

/** Reports PDFs with warnings of these codes. */
function reportWarned(leased: readonly LeasedDocument[], ...codes: string[]) {
  const warnings = codes.map((code) => ({ code, severity: "error" as const, message: "Something is missing." }));
  const reports = leased.map((document) => {
    const grant = catalog.courierGrant(grantOf(document));
    const { documentId } = document;
    return { grant, documentId, status: "completed" as const, ...measured, sha256: "0".repeat(64), warnings };
  });
  return catalog.asNobody(operations.reportOutcomes, { body: { reports } });
}

async function manifest(batchId: string, fromRow = 1) {
  return (await key.call(operations.readManifestRows, { params: { batchId }, query: { fromRow } })).rows;
}
const age = (column: string, batchId: string, interval: string) =>
  catalog.dataSource.query(`UPDATE batches SET ${column} = ${column} - $2::interval WHERE batch_id = $1`, [
    batchId,
    interval,
  ]);
const countIn = async (table: string) => {
  const rows = await catalog.dataSource.query<{ count: number }[]>(
    `SELECT count(*)::integer AS count FROM ${table} WHERE project_id = $1`,
    [projectId],
  );
  return rows[0]?.count;
};

test("failed rows come with their data, chunk by chunk, to those who edit and to no other project", async () => {
  const batchId = await open();
  await append(batchId, 0, 3, (row) => ({ reference: `r-${row}` }));
  await append(batchId, 3, 3);
  await append(batchId, 6, 3);
  await start(batchId);
  await report(await lease(), ({ row }) => (row?.row === 1 || row?.row === 8 ? final : ""));
  const read = (fromRow: number, as = owner, of = projectId) =>
    as.call(operations.readFailedRows, { params: { projectId: of, batchId }, query: { fromRow } });
  const data = Buffer.from("deflated").toString("base64");
  expect(await read(1)).toEqual({
    firstRow: 0,
    sizes: [10, 10, 10],
    data,
    failed: [{ row: 1, reference: "r-1", failure: final }],
    nextRow: 3,
  });
  expect(await read(4)).toMatchObject({ firstRow: 6, failed: [{ row: 8, reference: null }], nextRow: null });
  await expect(read(1, await catalog.createMember(projectId, "viewer"))).rejects.toMatchObject({ status: 403 });
  const other = await catalog.createTenant();
  await expect(read(1, other.owner, other.projectId)).rejects.toMatchObject({ code: "batch.not_found" });
  await retry(batchId);
  await report(await lease());
  expect(await read(1)).toMatchObject({ failed: [], nextRow: null });
  await age("finished_at", batchId, "25 hours");
  await expect(read(1)).rejects.toMatchObject({ code: "batch.not_open" });
});

describe("rows", () => {
  test("are kept once, whether a chunk comes twice, at once or one after the other", async () => {
    const batchId = await open();
    expect(await Promise.all([append(batchId, 0, 3), append(batchId, 0, 3)])).toEqual([3, 3]);
    // Of a chunk that lies across the end, none is kept: the sender leaves out the rows that are there.
    expect([await append(batchId, 2, 3), await append(batchId, 5, 1), await append(batchId, 3, 2)]).toEqual([3, 3, 5]);
    expect(await key.call(operations.countBatchRows, { params: { batchId } })).toEqual({ batchId, rowCount: 5 });
    expect(await countIn("batch_chunks")).toBe(2);
  });

  test("are refused beyond the limits of a batch, and once it is started", async () => {
    const batchId = await open();
    for (let row = 0; row < 1_000; row += 200) await append(batchId, row, 200);
    expect(await codeOfAll([append(batchId, 1_000, 1)])).toBe("batch.too_large");
    const other = await open();
    const large = { firstRow: 0, sizes: [1_000_001], notes: [null], data: "" };
    const send = key.call(operations.appendBatchRows, { params: { batchId: other }, body: large });
    expect(await codeOfAll([send])).toBe("batch.too_large");
    await start(batchId);
    expect(await codeOfAll([append(batchId, 1_000, 1)])).toBe("batch.not_open");
    expect(await codeOfAll([start(other)])).toBe("batch.not_open");
  });
});

describe("a request that creates a batch", () => {
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  const idempotency = { keyHash: hash("key"), bodyHash: hash("body") };
  const chunk = (firstRow: number, rows: number, size = 10) => ({
    firstRow,
    sizes: Array<number>(rows).fill(size),
    notes: Array.from({ length: rows }, () => ({ reference: `from ${firstRow}` })),
    data: Buffer.from("deflated").toString("base64"),
  });
  const create = (given: object = {}, by = key, of = templateId) =>
    by.call(operations.openBatch, {
      body: { rendering: {}, templateId: of, keepSeconds: 3_600, mostKeepSeconds: 3_600, ...given },
    });

  test("with an Idempotency-Key makes one batch, however many come at once, and beyond the number of open batches", async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => create({ idempotency })));
    const [{ batchId } = { batchId: "" }] = all;
    expect(all.map((answer) => answer.batchId)).toEqual(all.map(() => batchId));
    expect(all.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    await Promise.all([open(), open()]);
    expect(await create({ idempotency })).toMatchObject({ batchId, isReplayed: true });
    expect(await codeOfAll([create()])).toBe("quota.reached");
    expect(await countIn("batches")).toBe(3);
  });

  test("refuses the key with another body, frees it when nothing was made, and forgets it after a day", async () => {
    const unknown = create({ idempotency }, key, createId("template"));
    expect(await codeOfAll([unknown])).toBe("template.not_found");
    const { batchId } = await create({ idempotency });
    expect(await codeOfAll([create({ idempotency: { ...idempotency, bodyHash: hash("other") } })])).toBe(
      "idempotency.key_reused",
    );
    const itsTemplate = await catalog.publishTemplate(owner, await catalog.createProject(owner));
    expect(await codeOfAll([create({ idempotency }, stranger, itsTemplate)])).toBe("template.not_found");
    await catalog.dataSource.query("UPDATE request_keys SET created_at = now() - interval '25 hours'");
    const later = await create({ idempotency });
    expect([later.isReplayed, later.batchId === batchId]).toEqual([false, false]);
    await remove(later.batchId);
    expect(await codeOfAll([create({ idempotency })])).toBe("batch.not_found");
  });

  test("with rows has all of them and is started, or makes nothing", async () => {
    const chunks = [chunk(0, 200), chunk(200, 3)];
    expect(await codeOfAll([create({ chunks: [chunk(0, 1, 1_000_001)], idempotency })])).toBe("batch.too_large");
    expect(await countIn("batch_chunks")).toBe(0);
    const made = await create({ chunks, idempotency });
    expect(made).toMatchObject({ status: "queued", rowCount: 203, counts: { open: 203 } });
    expect(await create({ chunks, idempotency })).toMatchObject({ batchId: made.batchId, isReplayed: true });
    expect(await countIn("batch_chunks")).toBe(2);
    expect(rowsOf(await lease(200))).toEqual(Array.from({ length: 200 }, (_, row) => row));
    expect((await manifest(made.batchId, 201)).map(({ reference }) => reference)).toEqual(Array(3).fill("from 200"));
  });

  test.each([
    ["{{employee.number", "Column 1"],
    ["{{#a}}{{n}}", "Column 1"],
    ["a {{ b | nosuch }} {{ c | date }}", "nosuch"],
    ["{{> letterhead }}", "snippet"],
  ])("is refused with the file name %j, which no data can fill", async (filename, said) => {
    const problem = await create({ rendering: { filename } }).catch((error: unknown) => error);
    expect(problem).toMatchObject({ code: "template.syntax_invalid", status: 422 });
    expect(JSON.stringify(problem)).toContain('"path":"filename","line":1');
    expect(String(problem)).toContain(said);
    expect(await countIn("batches")).toBe(0);
  });

  test("is refused in a language that the version does not have, unless its options take any language", async () => {
    const translations = { en: { title: "Invoice" }, de: { title: "Rechnung" } };
    const itsTemplate = await catalog.publishTemplate(owner, projectId, { html: "{{@t.title}}", translations });
    const refused = { code: "request.invalid", details: [{ path: "locale" }] };
    await expect(create({ rendering: { locale: "fr" } }, key, itsTemplate)).rejects.toMatchObject(refused);
    const rendering = { locale: "fr", options: { locales: "any" } };
    expect(await create({ rendering }, key, itsTemplate)).toMatchObject({ status: "receiving" });
  });

  test("names PDFs by its file name, which the courier gets for rows without their own, and records what is filled", async () => {
    const filename = "payslip-{{number}}.pdf";
    const { batchId } = await create({ rendering: { filename } });
    await append(batchId, 0, 2, (row) => (row === 1 ? { filename: "own.pdf" } : null));
    expect(await start(batchId)).toMatchObject({ filename });
    const leased = await lease();
    const params = { batchId, row: 0 };
    expect(await catalog.asCourier(operations.readBatchChunk, { params, query: { projectId } })).toMatchObject({
      rendering: { filename },
      areNamed: [false, true],
    });
    const reports = leased.map((document) => ({
      grant: catalog.courierGrant(grantOf(document)),
      documentId: document.documentId,
      status: "completed" as const,
      pageCount: 1,
      sizeBytes: 1,
      sha256: "0".repeat(64),
      queueMs: 0,
      renderMs: 1,
      warnings: [],
      filename: "payslip-17.pdf",
    }));
    await catalog.asNobody(operations.reportOutcomes, { body: { reports } });
    expect((await manifest(batchId)).map((row) => row.filename)).toEqual(["payslip-17.pdf", "own.pdf"]);
  });
});

test("a batch is refused without a template, and beyond the number of open batches", async () => {
  const of = (body: { templateId: string; version?: number }) =>
    key.call(operations.openBatch, { body: { rendering: {}, ...body, keepSeconds: 3_600, mostKeepSeconds: 3_600 } });
  expect(await codeOfAll([of({ templateId: createId("template") }), of({ templateId, version: 9 })])).toBe(
    "template.not_found",
  );
  const [first] = await Promise.all([open(), open(), open()]);
  expect(await codeOfAll([open()])).toBe("quota.reached");
  await cancel(first);
  await open();
});

describe("documents of rows", () => {
  test("are opened a few at a time, in the order of the rows, once each, with the words of the row", async () => {
    const batchId = await open();
    const notes = { reference: "e-1", filename: "one.pdf", metadata: { department: "sales" } };
    await append(batchId, 0, 7, (row) => (row === 1 ? notes : null));
    await start(batchId);
    const leased = [...(await lease(3)), ...(await Promise.all([lease(2), lease(2)])).flat()];
    const all = new Set(rowsOf(leased));
    expect(all).toEqual(new Set([0, 1, 2, 3, 4, 5, 6].slice(0, leased.length)));
    expect([all.size, rowsOf(leased.slice(0, 3))]).toEqual([leased.length, [0, 1, 2]]);
    expect(leased[1]).toMatchObject({ row: { batchId, row: 1 }, input: "", inputBytes: 10, keepSeconds: 3_600 });
    const { documents } = await key.call(operations.listDocuments, { query: { batchId, reference: "e-1" } });
    expect(documents).toMatchObject([{ ...notes, batchId, row: 2, status: "queued", content: "pending" }]);
    const [records] = await Promise.all([countIn("documents"), get(batchId)]);
    expect(records).toBeLessThanOrEqual(leased.length + 3);
  });

  test("that wait count: a batch has open documents for one lease and no more", async () => {
    await started(10);
    // Has room for the bytes of one.
    const body = { courier: "courier-1", documents: 3, inputBytes: 1, served: [], servedFlows: [] };
    const leaseOne = async () => (await catalog.asCourier(operations.leaseBackground, { body })).documents;
    expect(rowsOf([...(await leaseOne()), ...(await leaseOne()), ...(await leaseOne())])).toEqual([0, 1, 2]);
    expect(await countIn("documents")).toBe(5);
  });

  test("have the version of the creation, and their data in the chunk that only the courier reads", async () => {
    const batchId = await open();
    const params = { projectId, templateId };
    const draft = await owner.call(operations.getDraft, { params });
    await owner.call(operations.publishDraft, { params, body: { revision: draft.revision } });
    await append(batchId, 0, 2);
    await append(batchId, 2, 2);
    await start(batchId);
    const leased = await lease();
    const { sourceId } = await key.createDocument({ templateId, version: 1 });
    expect(new Set(leased.map((document) => document.sourceId))).toEqual(new Set([sourceId]));
    expect(await get(batchId)).toMatchObject({ version: 1, status: "running" });
    const read = (row: number, of = projectId) =>
      catalog.asCourier(operations.readBatchChunk, { params: { batchId, row }, query: { projectId: of } });
    expect(await read(3)).toEqual({
      firstRow: 2,
      sizes: [10, 10],
      data: Buffer.from("deflated").toString("base64"),
      rendering: {},
    });
    await report(leased);
    expect(await codeOfAll([read(3), read(3, createId("project"))])).toBe("batch.not_found");
  });

  test("wait for `notBefore`, and for room for their bytes", async () => {
    const batchId = await started(3, { notBefore: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await lease()).toEqual([]);
    await age("not_before", batchId, "1 hour");
    // Opens three, and has room for the bytes of one.
    const body = { courier: "courier-1", documents: 3, inputBytes: 1, served: [], servedFlows: [] };
    const { documents } = await catalog.asCourier(operations.leaseBackground, { body });
    expect(rowsOf(documents)).toEqual([0]);
    expect(rowsOf(await lease())).toEqual([1, 2]);
  });

  test("of two batches and those without one take turns by the time that they were served", async () => {
    const [heavy, light] = [await started(10), await started(10)];
    const single = createId("document");
    const input = {
      documentId: single,
      requestId: "req",
      keepSeconds: 3_600,
      mostKeepSeconds: 3_600,
      input: "",
      inputBytes: 1,
    };
    await key.call(operations.openBackground, { body: { ...input, templateId } });
    const leased = await lease(5, [
      [heavy, 1_000, 1_000],
      [light, 0, 400],
      [projectId, 1_000, 400],
    ]);
    // After 400, 800, 1,200, 1,400 and 1,600 ms.
    expect(leased.map(({ row }) => row?.batchId)).toEqual([light, light, light, undefined, light]);
  });
});

describe("a batch", () => {
  test("is completed with its last row, by whichever report, and counts each row once", async () => {
    const batchId = await started(4);
    const leased = await lease();
    await Promise.all([report(leased.slice(0, 2)), report(leased.slice(2, 3), failing), report(leased.slice(0, 1))]);
    expect(await get(batchId)).toMatchObject({
      status: "running",
      counts: { completed: 2, failed: 1, cancelled: 0, open: 1 },
    });
    await report(leased);
    const done = await get(batchId);
    expect(done).toMatchObject({ status: "completed", counts: { completed: 3, failed: 1, cancelled: 0, open: 0 } });
    expect(done).toMatchObject({ rowCount: 4, pageCount: 6, sizeBytes: 24, renderMs: 30, attempt: 1, reason: null });
    expect(done.finishedAt).not.toBeNull();
    expect(await countIn("document_inputs")).toBe(0);
  });

  test("whose last report was counted by a process that ended is completed by another", async () => {
    const batchId = await started(1);
    await lease();
    await catalog.dataSource.query("UPDATE documents SET status = 'failed' WHERE batch_id = $1", [batchId]);
    await catalog.dataSource.query(
      "INSERT INTO batch_counts (batch_id, shard, project_id, failed) VALUES ($1, 99, $2, 1)",
      [batchId, projectId],
    );
    await catalog.dependencies.oldBatches.settle();
    expect(await get(batchId)).toMatchObject({ status: "completed", counts: { failed: 1 } });
  });

  test("has its failed rows made again, alone, and the manifest tells the newest document of each row", async () => {
    const batchId = await started(3);
    const mayPass: Failure = { ...final, retryable: true };
    const leased = await lease();
    // A failure that may pass is tried five times before it is final.
    await catalog.dataSource.query("UPDATE documents SET attempts = 9 WHERE batch_id = $1", [batchId]);
    await report(leased, ({ row }) => (row?.row === 0 ? "" : row?.row === 1 ? final : mayPass));
    const before = await manifest(batchId);
    expect(before.map(({ row, status, failure }) => [row, status, failure?.retryable])).toEqual([
      [1, "completed", undefined],
      [2, "failed", false],
      [3, "failed", true],
    ]);
    expect(await retry(batchId, "retryable")).toMatchObject({
      status: "running",
      attempt: 2,
      counts: { failed: 1, open: 1 },
    });
    const again = await lease();
    expect(rowsOf(again)).toEqual([2]);
    await report(again);
    expect(await get(batchId)).toMatchObject({ status: "completed", counts: { completed: 2, failed: 1, open: 0 } });
    expect((await manifest(batchId, 3)).map(({ documentId }) => documentId)).toEqual([again[0]?.documentId]);
    const { documents } = await key.call(operations.listDocuments, { query: { batchId, status: "failed" } });
    expect(new Set(documents.map(({ row }) => row))).toEqual(new Set([2, 3]));
    expect(await retry(batchId, "retryable")).toMatchObject({ status: "completed", attempt: 2 });
  });

  test("counts rows with warnings, in its lists and its end, lists them and makes them again, alone or with failed ones", async () => {
    const batchId = await started(5);
    const [first, second, third, fourth, fifth] = (await lease()).map((document) => [document]);
    await reportWarned(first ?? [], "data.missing", "font.replaced");
    await reportWarned(second ?? [], "font.replaced");
    await report([...(third ?? []), ...(fourth ?? [])]);
    expect(await get(batchId)).toMatchObject({ status: "running", rowsWithWarnings: 2 });
    await report(fifth ?? [], failing);
    const { batches } = await key.call(operations.listBatches, { query: {} });
    expect(batches).toMatchObject([
      { status: "completed", rowsWithWarnings: 2, pageCount: 8, counts: { completed: 4 } },
    ]);
    const listed = async (warning: string) =>
      (await key.call(operations.listDocuments, { query: { batchId, warning } })).documents.map(({ row }) => row);
    expect([await listed("any"), await listed("data.missing")]).toEqual([[2, 1], [1]]);

    // Another project's batch looks missing, and a request that chooses no rows is refused.
    expect(
      await codeOfAll([stranger.call(operations.retryBatch, { params: { batchId }, body: { warning: "any" } })]),
    ).toBe("batch.not_found");
    const none = key.call(operations.retryBatch, { params: { batchId }, body: {} });
    expect(await codeOfAll([none])).toBe("request.invalid");

    expect(await retryWarned(batchId, { warning: "data.missing" })).toMatchObject({
      status: "running",
      attempt: 2,
      rowsWithWarnings: 1,
      pageCount: 6,
      counts: { completed: 3, failed: 1, open: 1 },
    });
    const again = await lease();
    expect(rowsOf(again)).toEqual([0]);
    await report(again);
    expect(await get(batchId)).toMatchObject({ status: "completed", rowsWithWarnings: 1, pageCount: 8 });
    // The older document of the first row has warnings still, and is not made again.
    expect(await retryWarned(batchId, { warning: "any", failed: "all" })).toMatchObject({
      rowsWithWarnings: 0,
      counts: { completed: 3, failed: 0, open: 2 },
    });
    const last = await lease();
    expect(rowsOf(last)).toEqual([1, 4]);
    await reportWarned(last, "font.replaced");
    expect(await get(batchId)).toMatchObject({ status: "completed", rowsWithWarnings: 2, counts: { completed: 5 } });
  });

  test("counts no row as failed whose failure that may pass was reported many times", async () => {
    const batchId = await started(2);
    const leased = await lease();
    for (let count = 0; count < 6; count += 1) await report(leased, () => ({ ...final, retryable: true }));
    expect(await get(batchId)).toMatchObject({ status: "running", counts: { failed: 0, open: 2 } });
    await catalog.dataSource.query("UPDATE documents SET due_at = now() WHERE batch_id = $1", [batchId]);
    await report(await lease());
    expect(await get(batchId)).toMatchObject({ status: "completed", counts: { completed: 2, failed: 0 } });
  });

  test("is paused after so many failures, and goes on when it is resumed", async () => {
    const batchId = await started(10, { stopAfterFailures: 2 });
    await report(await lease(3), failing);
    expect(await get(batchId)).toMatchObject({ status: "paused", reason: "too_many_failures", counts: { failed: 3 } });
    expect(await lease()).toEqual([]);
    await resume(batchId);
    const [one, ...others] = await lease();
    await report(one ? [one] : [], failing);
    expect(await get(batchId)).toMatchObject({ status: "running", reason: null });
    await report(others, failing);
    expect(await get(batchId)).toMatchObject({ status: "completed", counts: { failed: 10 } });
  });

  test("is paused again after so many failures of those that are tried again", async () => {
    const batchId = await started(10, { stopAfterFailures: 2 });
    await report(await lease(3), failing);
    expect(await retry(batchId)).toMatchObject({ status: "running", counts: { failed: 0 } });
    await report(await lease(2), failing);
    expect(await get(batchId)).toMatchObject({ status: "paused", reason: "too_many_failures", counts: { failed: 2 } });
  });

  test("without `stopAfterFailures` is paused after 50 failures that are half of what is done", async () => {
    const [bad, good] = [await started(120), await started(120)];
    for (const batchId of [bad, good]) {
      await catalog.dataSource.query(
        "INSERT INTO batch_counts (batch_id, shard, project_id, completed, failed) VALUES ($1, 99, $2, $3, 49)",
        [batchId, projectId, batchId === bad ? 50 : 51],
      );
    }
    await report(
      (await lease(2)).filter(({ row }) => row?.row === 0),
      failing,
    );
    expect((await Promise.all([bad, good].map(get))).map(({ status }) => status)).toEqual(["paused", "running"]);
  });

  test("that is paused leases nothing, and is completed by what workers have already", async () => {
    const batchId = await started(3);
    const leased = await lease(2);
    expect(await pause(batchId)).toMatchObject({ status: "paused" });
    expect(await lease()).toEqual([]);
    await report(leased);
    expect(await get(batchId)).toMatchObject({ status: "paused", counts: { completed: 2, open: 1 } });
    await resume(batchId);
    expect(rowsOf(await lease())).toEqual([2]);
    await pause(batchId);
    await catalog.dataSource.query("UPDATE documents SET due_at = now() - interval '1 second' WHERE batch_id = $1", [
      batchId,
    ]);
    expect(await lease()).toEqual([]);
  });

  test("that is cancelled counts every row, stays cancelled, and is told which documents were under way", async () => {
    const batchId = await started(5);
    const leased = await lease(2);
    await report(leased.slice(0, 1));
    const { batch, documentIds } = await cancel(batchId);
    expect(batch).toMatchObject({ status: "cancelled", counts: { completed: 1, failed: 0, cancelled: 4, open: 0 } });
    expect(documentIds).toEqual([leased[1]?.documentId]);
    expect(await report(leased)).toMatchObject({ applied: 0 });
    expect(await lease()).toEqual([]);
    expect((await cancel(batchId)).batch).toMatchObject({ counts: { completed: 1, cancelled: 4 } });
    expect((await manifest(batchId)).map(({ status }) => status)).toEqual(["completed", ...Array(4).fill("cancelled")]);
    expect(await codeOfAll([pause(batchId), resume(batchId), retry(batchId), start(batchId)])).toBe("batch.not_open");
    expect(await countIn("document_inputs")).toBe(0);
  });

  test("that is cancelled before its failed rows are made again counts these as cancelled", async () => {
    const batchId = await started(3);
    const [first, ...others] = await lease();
    await report(first ? [first] : []);
    await report(others, failing);
    expect(await retry(batchId)).toMatchObject({ status: "running", counts: { completed: 1, failed: 0, open: 2 } });
    const { batch } = await cancel(batchId);
    expect(batch).toMatchObject({ status: "cancelled", counts: { completed: 1, failed: 0, cancelled: 2, open: 0 } });
    expect(await lease()).toEqual([]);
  });

  test("counts a row whose document is cancelled alone", async () => {
    const batchId = await started(1);
    const [leased] = await lease();
    await key.call(operations.cancelDocument, { params: { documentId: leased?.documentId ?? "" } });
    expect(await get(batchId)).toMatchObject({ status: "completed", counts: { cancelled: 1, open: 0 } });
  });
});

describe("the address of a batch", () => {
  const callbackUrl = "https://hooks.example/batches?token=a-secret-of-the-receiver";
  const settle = () => catalog.dependencies.oldBatches.settle();
  const leaseMessages = async () =>
    (await catalog.asCourier(operations.leaseDeliveries, { body: { lease: "one", deliveries: 100, underway: [] } }))
      .deliveries;
  const query = { page: 1, pageSize: 20, sort: "createdAt:asc" } as const;
  const listOf = async (batchId: string, of = key) =>
    (await of.call(operations.listBatchDeliveries, { params: { batchId }, query })).deliveries;

  /** What the new messages tell. */
  async function told() {
    const bodies = (await leaseMessages()).map(({ body }) => webhookEvent.parse(JSON.parse(body)));
    return bodies.map(({ type, data: { batch } }) => [type, batch?.reason, batch?.attempt, batch?.counts]);
  }

  test("is told once of each end and each pause, with the counts as they were then", async () => {
    const batchId = await started(4, { stopAfterFailures: 2, callbackUrl });
    expect(await told()).toEqual([]);
    const failed = await lease(2);
    await Promise.all([report(failed.slice(0, 1), failing), report(failed.slice(1), failing), settle(), settle()]);
    await settle();
    const half = { completed: 0, failed: 2, cancelled: 0, open: 2 };
    expect(await told()).toEqual([["batch.paused", "too_many_failures", 1, half]]);
    await resume(batchId);
    await Promise.all([pause(batchId), pause(batchId)]);
    expect(await told()).toEqual([["batch.paused", null, 1, half]]);
    await resume(batchId);
    const rest = await lease();
    await Promise.all([report(rest.slice(0, 1)), report(rest.slice(1)), settle()]);
    await Promise.all([settle(), settle()]);
    expect(await told()).toEqual([["batch.completed", null, 1, { completed: 2, failed: 2, cancelled: 0, open: 0 }]]);
    await retry(batchId);
    await report(await lease());
    expect(await told()).toEqual([["batch.completed", null, 2, { completed: 4, failed: 0, cancelled: 0, open: 0 }]]);
    expect((await listOf(batchId)).map(({ event }) => event)).toEqual([
      "batch.paused",
      "batch.paused",
      "batch.completed",
      "batch.completed",
    ]);
  });

  test("gets a message about a cancelled and an abandoned batch, and none about a batch without an address", async () => {
    const batchId = await started(3, { callbackUrl });
    await report(await lease(1));
    await Promise.all([cancel(batchId), cancel(batchId), cancel(await started(1))]);
    const abandoned = await open({ callbackUrl });
    await append(abandoned, 0, 2);
    await age("received_at", abandoned, "25 hours");
    const { clean } = catalog.dependencies.oldBatches;
    await Promise.all([clean(), clean()]);
    expect(await told()).toEqual([
      ["batch.cancelled", null, 1, { completed: 1, failed: 0, cancelled: 2, open: 0 }],
      ["batch.cancelled", "abandoned", 1, { completed: 0, failed: 0, cancelled: 2, open: 0 }],
    ]);
  });

  test("gets messages that Standard Webhooks verifies, in the words of the record, and is in no answer", async () => {
    const batchId = await started(1, { callbackUrl });
    await report(await lease());
    const [message] = await leaseMessages();
    if (!message) throw new Error("There is no message.");
    const { secret } = await owner.call(operations.getWebhookSecret, { params: { projectId } });
    const event = await verifyWebhook({ headers: message.headers, body: message.body, secret });
    const record = await get(batchId);
    expect(event).toMatchObject({ type: "batch.completed", timestamp: record.finishedAt });
    const { deliveryId, batch, ...others } = event.data;
    expect([deliveryId, Object.keys(batch ?? {}).length, others]).toEqual([message.deliveryId, 16, {}]);
    expect(record).toMatchObject(batch ?? {});
    const { name, status, reason, version, rowCount, counts, rowsWithWarnings, pageCount, sizeBytes } = record;
    const { attempt, metadata, createdAt, startedAt, finishedAt } = record;
    const first = { batchId, name, status, reason, templateId, version, rowCount, counts, rowsWithWarnings };
    const data = {
      deliveryId,
      batch: { ...first, pageCount, sizeBytes, attempt, metadata, createdAt, startedAt, finishedAt },
    };
    expect(message.body).toBe(JSON.stringify({ type: "batch.completed", timestamp: finishedAt, data }));
    expect(message.url).toBe(callbackUrl);
    const list = await listOf(batchId);
    expect(list).toMatchObject([{ deliveryId: message.deliveryId, receiver: "https://hooks.example" }]);
    expect(JSON.stringify([list, record])).not.toContain("token");
  });

  test("is refused if it is private, and its messages are those of its project alone", async () => {
    expect(await codeOfAll([open({ callbackUrl: "https://127.0.0.1/" })])).toBe("webhook.url_refused");
    const batchId = await started(1, { callbackUrl });
    await cancel(batchId);
    const [delivery] = await listOf(batchId);
    const deliveryId = delivery?.deliveryId ?? "";
    const again = (of = key, batch = batchId) =>
      of.call(operations.retryBatchDelivery, { params: { batchId: batch, deliveryId } });
    expect(await codeOfAll([listOf(batchId, stranger)])).toBe("batch.not_found");
    expect(await codeOfAll([again(stranger), again(key, createId("batch"))])).toBe("delivery.not_found");
    expect(await again()).toMatchObject({ deliveryId, status: "waiting" });
    const viewer = await catalog.createMember(projectId, "viewer");
    const params = { projectId, batchId };
    expect(await viewer.call(operations.listBatchDeliveries, { params, query })).toMatchObject({
      deliveries: [{ deliveryId }],
    });
    const retried = viewer.call(operations.retryBatchDelivery, { params: { ...params, deliveryId } });
    expect(await codeOfAll([retried])).toBe("auth.scope_missing");
  });

  test("leaves with the rows of the batch, and its messages with the batch", async () => {
    const batchId = await started(1, { callbackUrl });
    await cancel(batchId);
    await catalog.dependencies.oldBatches.deleteRows();
    const sealed = await catalog.dataSource.query<object[]>("SELECT sealed_url FROM batches WHERE batch_id = $1", [
      batchId,
    ]);
    expect(sealed).toEqual([{ sealed_url: null }]);
    expect(await countIn("deliveries")).toBe(1);
    await age("created_at", batchId, "3 days");
    const { dataSource } = catalog;
    const logger = createLogger({ service: "catalog", level: "error" });
    const old = createOldBatches({ dataSource, settleBatches: async () => undefined, logger, keptDays: 2 });
    await old.clean();
    await old.close();
    expect(await countIn("deliveries")).toBe(0);
  });
});

describe("the ZIP of a batch", () => {
  const bytes = (row: number) => Buffer.from(`%PDF-1.7 ${row}`);
  const zip = (batchId: string) => key.call(operations.findBatchZip, { params: { batchId } });

  /** Makes PDFs of all rows that are due. */
  async function makeAll(): Promise<LeasedDocument[]> {
    const leased = await lease();
    for (const document of leased) {
      const worker = catalog.withBearer(catalog.courierGrant(grantOf(document)));
      const { documentId, row } = document;
      await worker(operations.putDocumentContent, { params: { documentId }, bytes: bytes(row?.row ?? 0) });
    }
    await report(leased, ({ row }) =>
      createHash("sha256")
        .update(bytes(row?.row ?? 0))
        .digest("hex"),
    );
    return leased;
  }

  test("has each PDF by a name of its own with size and checksum, once all are made", async () => {
    const batchId = await open();
    const long = "請".repeat(90);
    const notes = [{ filename: "é.pdf" }, { reference: "../x" }, null, { filename: "E\u0301" }];
    notes.push({ filename: long }, { filename: long });
    await append(batchId, 0, 6, (row) => notes[row] ?? null);
    expect(await zip(batchId)).toMatchObject({ archive: null, batch: { status: "receiving" } });
    await start(batchId);
    await makeAll();
    const { archive } = await zip(batchId);
    expect(archive).toMatchObject({ files: 6, pages: [{ fileOffset: 0, directoryOffset: 0 }] });
    const { archiveId = "" } = archive ?? {};
    const { files } = await key.call(operations.readBatchZipPage, {
      params: { batchId },
      query: { archiveId, page: 0 },
    });
    expect(files.map(({ name }) => name)).toEqual([
      "é.pdf",
      ".._x.pdf",
      "row 3.pdf",
      "É (row 4).pdf",
      `${"請".repeat(83)}.pdf`,
      `${"請".repeat(81)} (row 6).pdf`,
    ]);
    expect(files.map((file) => [file.sizeBytes, file.crc32])).toEqual(
      [0, 1, 2, 3, 4, 5].map((row) => [10, crc32(bytes(row))]),
    );
    const elsewhere = stranger.call(operations.readBatchZipPage, {
      params: { batchId },
      query: { archiveId, page: 0 },
    });
    expect(await codeOfAll([elsewhere])).toBe("content.gone");
    expect((await zip(batchId)).archive?.archiveId).toBe(archiveId);
  });

  test("has the PDFs of rows that were made again since a caller last asked", async () => {
    const batchId = await started(2);
    const failed = await lease(1);
    await makeAll();
    await report(failed, failing);
    expect((await zip(batchId)).archive?.files).toBe(1);
    await retry(batchId);
    expect((await zip(batchId)).archive).toBeNull();
    await makeAll();
    expect((await zip(batchId)).archive?.files).toBe(2);
  });

  test("has the names that the PDFs got when they were made, also for the manifest, for good", async () => {
    const batchId = await open();
    const notes = [{ filename: "same" }, { filename: "SAME.pdf" }, { filename: "same" }, { reference: "same (row 3)" }];
    await append(batchId, 0, 4, (row) => notes[row] ?? null);
    await start(batchId);
    const leased = await lease();
    const namesOfRows = async () => (await manifest(batchId)).map(({ filename }) => filename);
    const [first, second, third, fourth] = leased;
    if (!first || !second || !third || !fourth) throw new Error("no documents were leased");
    await report([second]);
    await report([fourth, third]);
    await report([first], failing);
    expect(await namesOfRows()).toEqual([
      "same",
      "SAME.pdf",
      `same (row 3, ${third.documentId}).pdf`,
      "same (row 3).pdf",
    ]);
    await retry(batchId);
    const [again] = await lease();
    if (!again) throw new Error("no document was leased again");
    // A catalog that claimed a name and ended before it recorded the outcome.
    await createFileNames(catalog.dataSource)([{ documentId: again.documentId, projectId, filename: null }]);
    await report([again]);
    expect((await namesOfRows())[0]).toBe("same (row 1).pdf");
  });

  test("leaves out a PDF that was deleted, is lost or has expired, and is gone with the last", async () => {
    const batchId = await started(3);
    const [first, second] = await makeAll();
    const before = (await zip(batchId)).archive;
    await key.call(operations.deleteDocumentContent, { params: { documentId: first?.documentId ?? "" } });
    const after = (await zip(batchId)).archive;
    expect([before?.files, after?.files, before?.archiveId === after?.archiveId]).toEqual([3, 2, false]);
    const params = { documentId: second?.documentId ?? "" };
    const { contentId } = await key.call(operations.findDocumentContent, { params });
    await rm(join(catalog.folder, projectId, `${contentId}.pdf`));
    const reads = [key.call(operations.readDocumentContent, { params, query: { contentId, from: 0, to: 3 } })];
    expect(await codeOfAll(reads)).toBe("content.lost");
    expect((await zip(batchId)).archive?.files).toBe(1);
    await catalog.dataSource.query("UPDATE document_contents SET expires_at = now() WHERE project_id = $1", [
      projectId,
    ]);
    await catalog.dataSource.query("UPDATE batch_archives SET good_until = now() WHERE project_id = $1", [projectId]);
    expect(await codeOfAll([zip(batchId)])).toBe("content.gone");
    const failed = await started(1);
    await report(await lease(), failing);
    expect(await codeOfAll([zip(failed)])).toBe("content.not_found");
  });
});

describe("a batch that is deleted", () => {
  const bytes = Buffer.from("%PDF-1.7");
  const sha256 = createHash("sha256").update(bytes).digest("hex");

  /** A batch of which one PDF is kept and one document is under way. */
  async function halfMade(): Promise<{ batchId: string; made: LeasedDocument; other: LeasedDocument }> {
    const batchId = await started(4);
    const [made, other] = await lease(2);
    if (!made || !other) throw new Error("no documents were leased");
    const worker = catalog.withBearer(catalog.courierGrant(grantOf(made)));
    await worker(operations.putDocumentContent, { params: { documentId: made.documentId }, bytes });
    await report([made], () => sha256);
    // Its other rows stay unmade.
    await pause(batchId);
    return { batchId, made, other };
  }

  test("is cancelled and not found from then on, also when it is deleted again", async () => {
    const { batchId, other } = await halfMade();
    const removals = await Promise.all([remove(batchId), remove(batchId), remove(batchId)]);
    expect(removals.flatMap(({ documentIds }) => documentIds)).toEqual([other.documentId]);
    expect(await remove(batchId)).toEqual({ documentIds: [] });
    const params = { batchId };
    const calls = [
      get(batchId),
      append(batchId, 4, 1),
      start(batchId),
      cancel(batchId),
      retry(batchId),
      manifest(batchId),
      key.call(operations.findBatchZip, { params }),
    ];
    expect(await codeOfAll(calls)).toBe("batch.not_found");
    expect(await key.call(operations.listBatches, { query: {} })).toMatchObject({
      batches: [],
      pagination: { total: 0 },
    });
    expect(await lease()).toEqual([]);
    expect(await codeOfAll([remove(createId("batch"))])).toBe("batch.not_found");
  });

  test("gives none of its PDFs any more, whole or in a ZIP that is under way, before they are deleted by portions", async () => {
    const { batchId, made } = await halfMade();
    await cancel(batchId);
    const { archive } = await key.call(operations.findBatchZip, { params: { batchId } });
    const { documentId } = made;
    const { contentId } = await key.call(operations.findDocumentContent, { params: { documentId } });
    const zipPage = { params: { batchId }, query: { archiveId: archive?.archiveId ?? "", page: 0 } };
    expect((await key.call(operations.readBatchZipPage, zipPage)).files).toHaveLength(1);
    await remove(batchId);
    const read = { params: { documentId }, query: { contentId, from: 0, to: 7 } };
    const reads = [
      key.call(operations.findDocumentContent, { params: { documentId } }),
      key.call(operations.readDocumentContent, read),
      key.call(operations.readBatchZipPage, zipPage),
    ];
    expect(await codeOfAll(reads)).toBe("content.gone");
    const recorded = await key.call(operations.getDocument, { params: { documentId } });
    expect(recorded).toMatchObject({ content: "deleted", batchId });
  });

  test("leaves nothing in the storage, no rows and no lists, and is forgotten after a day", async () => {
    const { batchId, made } = await halfMade();
    const other = await halfMade();
    // Beyond the rows of the first portion.
    await catalog.dataSource.query("UPDATE batches SET row_count = 701 WHERE batch_id = $1", [batchId]);
    await catalog.dataSource.query("UPDATE documents SET row_number = 700 WHERE document_id = $1", [made.documentId]);
    await remove(batchId);
    await catalog.dependencies.deletedBatches.purge();
    await catalog.dependencies.contents.sweep();
    expect(
      (await readdir(catalog.folder, { recursive: true })).filter(
        (name) => name.startsWith(projectId) && name.endsWith(".pdf"),
      ),
    ).toHaveLength(1);
    const ofBatch = async (table: string) =>
      catalog.dataSource.query<object[]>(`SELECT 1 FROM ${table} WHERE batch_id = $1`, [batchId]);
    const tables = ["batch_chunks", "batch_retries", "batch_file_names", "batch_archives"];
    const left = await Promise.all(tables.map(ofBatch));
    expect([left.flat(), await countIn("batch_chunks")]).toEqual([[], 1]);
    await age("deleted_at", batchId, "25 hours");
    await catalog.dependencies.deletedBatches.purge();
    expect([...(await ofBatch("batches")), ...(await ofBatch("batch_counts"))]).toEqual([]);
    expect(await get(other.batchId)).toMatchObject({ status: "paused", counts: { completed: 1 } });
  });
});

test("progress counts the rows of batches that are due, and tells how long none was done", async () => {
  const progress = () => catalog.asCourier(operations.readBatchProgress, {});
  expect(await progress()).toEqual({ batches: 0, openRows: 0, stillMs: 0 });
  const batchId = await started(3);
  await pause(await started(3));
  await report(await lease(1));
  await age("received_at", batchId, "10 minutes");
  await age("clock_at", batchId, "10 minutes");
  await catalog.dataSource.query("UPDATE batch_counts SET changed_at = now() - interval '5 minutes'");
  const { batches, openRows, stillMs } = await progress();
  expect([batches, openRows, Math.round(stillMs / 60_000)]).toEqual([1, 2, 5]);
});

test("a batch without a row for a day is cancelled, and rows of completed batches go a day after the end", async () => {
  const { clean: cancelAbandoned, deleteRows } = catalog.dependencies.oldBatches;
  const clean = async () => {
    await cancelAbandoned();
    await deleteRows();
  };
  const [abandoned, young] = [await open(), await open()];
  await append(abandoned, 0, 2);
  await age("received_at", abandoned, "25 hours");
  await clean();
  expect(await get(abandoned)).toMatchObject({
    status: "cancelled",
    reason: "abandoned",
    counts: { cancelled: 2, open: 0 },
  });
  expect(await get(young)).toMatchObject({ status: "receiving" });
  const batchId = await started(1);
  await report(await lease(), failing);
  await clean();
  expect(await countIn("batch_chunks")).toBe(1);
  await age("finished_at", batchId, "25 hours");
  expect(await codeOfAll([retry(batchId)])).toBe("batch.not_open");
  await clean();
  expect(await countIn("batch_chunks")).toBe(0);
});

test("a deleted project takes its batches with it", async () => {
  await started(3);
  await lease(1);
  const { name } = await owner.call(operations.getProject, { params: { projectId } });
  await owner.call(operations.deleteProject, { params: { projectId }, query: { confirmName: name } });
  const tables = ["batches", "batch_chunks", "batch_counts", "batch_archives", "batch_retries", "batch_file_names"];
  tables.push("document_inputs");
  expect(await Promise.all(tables.map(countIn))).toEqual(tables.map(() => 0));
  expect(await lease()).toEqual([]);
});
