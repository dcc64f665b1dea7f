import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createHash } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { createId, type Failure } from "@platen/contracts";
import {
  internalOperations as operations,
  type BackgroundRequest,
  type OutcomeReport,
} from "@platen/contracts/internal";
import { waitFor } from "@platen/testing";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import { codeOfAll, measured, problemOf, type TestAccount, type TestKey } from "../testing/test-catalog.ts";

const mostOpen = 4;
const catalog = catalogForFile({ hasStorage: true, maxBackground: mostOpen });
let owner: TestAccount;
let projectId: string;
let key: TestKey;
let templateId: string;
let strangersKey: TestKey;

beforeAll(async () => {
  strangersKey = (await catalog.createTenant()).key;
});
beforeEach(async () => {
  // A lease gives whatever is due.
  await catalog.dataSource.query("DELETE FROM documents");
  ({ owner, projectId, key, templateId } = await catalog.createTenant());
});

const deflated = Buffer.from("what the gateway has deflated");
const hash = (text: string) => createHash("sha256").update(text).digest("hex");

function request(given: Partial<BackgroundRequest> = {}): BackgroundRequest {
  const input = deflated.toString("base64");
  const ids = { documentId: createId("document"), requestId: createId("request"), templateId };
  return { ...ids, keepSeconds: 3_600, mostKeepSeconds: 3_600, input, inputBytes: 100, ...given };
}

const open = (given: Partial<BackgroundRequest> = {}, of = key) =>
  of.call(operations.openBackground, { body: request(given) });
const opened = async (given: Partial<BackgroundRequest> = {}, of = key) => (await open(given, of)).document.documentId;
const recordOf = (documentId: string) => key.call(operations.getDocument, { params: { documentId } });
const cancel = (documentId: string, of = key) => of.call(operations.cancelDocument, { params: { documentId } });
const inputsOf = async (documentId: string) => {
  const sql = "SELECT 1 FROM document_inputs WHERE document_id = $1";
  return (await catalog.dataSource.query<unknown[]>(sql, [documentId])).length;
};

type Lease = { courier?: string; documents?: number; inputBytes?: number; served?: [string, number, number][] };
async function lease({ courier = "courier-1", documents = 10, inputBytes = 1_000_000, served = [] }: Lease = {}) {
  const body = {
    courier,
    documents,
    inputBytes,
    served: served.map(([id, servedMs, meanMs]) => ({ projectId: id, servedMs, meanMs })),
    servedFlows: [],
  };
  return (await catalog.asCourier(operations.leaseBackground, { body })).documents;
}
const idsOf = (leased: readonly { documentId: string }[]) => leased.map(({ documentId }) => documentId);

/** Lets time pass for a document that is not due. */
const letPass = (documentId: string, seconds: number) =>
  catalog.dataSource.query("UPDATE documents SET due_at = due_at - make_interval(secs => $2) WHERE document_id = $1", [
    documentId,
    seconds,
  ]);

function grantOf(
  leased: { documentId: string; sourceId: string } | undefined,
  given: { keepSeconds?: number; leasedUntil?: number | undefined } = {},
) {
  const { documentId = "", sourceId = "" } = leased ?? {};
  return { documentId, projectId, sourceId, preview: false, ...given };
}

type Outcome =
  | { status: "completed"; sha256?: string; content?: { contentId: string; crc32: number } }
  | { status: "failed"; failure: Failure; isCatalogAway?: boolean };
function report(documentId: string, outcome: Outcome, sign = catalog.courierGrant) {
  const grant = sign(grantOf({ documentId, sourceId: "" }));
  const body =
    outcome.status === "completed"
      ? { status: outcome.status, ...measured, sha256: outcome.sha256 ?? hash(""), content: outcome.content }
      : { ...outcome, status: outcome.status };
  return catalog.asNobody(operations.reportOutcomes, { body: { reports: [{ grant, documentId, ...body }] } });
}
const mayPass: Failure = { code: "browser_unavailable", message: "No browser.", retryable: true };
const final: Failure = { code: "render_failed", message: "It cannot be printed.", retryable: false };

test("an answered request is a record with the caller's words, whose input the courier gets as it came", async () => {
  const given = { reference: "order 2031", metadata: { customer: "c_81" }, filename: "a.pdf" };
  const { document, isReplayed } = await open(given);
  expect(isReplayed).toBe(false);
  expect(document).toMatchObject({ ...given, status: "queued", content: "pending", expiresAt: null, notBefore: null });
  const { documents } = await key.call(operations.listDocuments, { query: { reference: "order 2031" } });
  expect(idsOf(documents)).toEqual([document.documentId]);
  expect((await key.call(operations.listDocuments, { query: { reference: "order" } })).documents).toEqual([]);
  const [leased] = await lease();
  expect(leased).toMatchObject({
    documentId: document.documentId,
    projectId,
    accountId: owner.accountId,
    keepSeconds: 3_600,
    input: deflated.toString("base64"),
    inputBytes: 100,
  });
});

test("owners and editors make documents without a key, but neither viewers nor members of other projects", async () => {
  const openAs = async (member: TestAccount) =>
    member.call(operations.openBackground, { params: { projectId }, body: request() });
  const { document } = await openAs(await catalog.createMember(projectId, "editor"));
  expect(document).toMatchObject({ status: "queued", content: "pending", apiKey: null });
  const [leased] = await lease();
  expect(leased).toMatchObject({ documentId: document.documentId, projectId, accountId: owner.accountId });
  const [viewer, stranger] = [await catalog.createMember(projectId, "viewer"), await catalog.createAccount()];
  await expect(openAs(viewer)).rejects.toMatchObject({ status: 403, code: "auth.scope_missing" });
  await expect(openAs(stranger)).rejects.toMatchObject({ status: 404, code: "project.not_found" });
  const elsewhere = await catalog.createProject(stranger);
  const body = request();
  const ofOther = stranger.call(operations.openBackground, { params: { projectId: elsewhere }, body });
  await expect(ofOther).rejects.toMatchObject({ status: 404, code: "template.not_found" });
});

describe("an Idempotency-Key", () => {
  const idempotency = { keyHash: hash("key"), bodyHash: hash("body") };

  test("gives later requests with the same body the first one's document, and refuses another body", async () => {
    const first = await open({ idempotency });
    expect(await open({ idempotency })).toMatchObject({
      isReplayed: true,
      document: { documentId: first.document.documentId },
    });
    const other = open({ idempotency: { ...idempotency, bodyHash: hash("other") } });
    expect(await codeOfAll([other])).toBe("idempotency.key_reused");
  });

  test("makes one document of requests that come at once, and none of a call that is repeated", async () => {
    const body = request({ idempotency });
    const all = await Promise.all([
      open({ idempotency }),
      open({ idempotency }),
      key.call(operations.openBackground, { body }),
    ]);
    expect(new Set(all.map(({ document }) => document.documentId)).size).toBe(1);
    expect(all.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    const repeated = request();
    for (const call of [1, 2])
      expect([call, await key.call(operations.openBackground, { body: repeated })]).toMatchObject([
        call,
        { isReplayed: false, document: { documentId: repeated.documentId } },
      ]);
    expect(await lease()).toHaveLength(2);
  });

  test("is forgotten after a day, and belongs to its project alone", async () => {
    const first = await opened({ idempotency });
    await catalog.dataSource.query("UPDATE request_keys SET created_at = now() - interval '25 hours'");
    expect(await opened({ idempotency })).not.toBe(first);
    const elsewhere = await catalog.createProject(owner);
    const itsKey = await catalog.createKey(owner, elsewhere);
    const itsTemplate = await catalog.publishTemplate(owner, elsewhere);
    expect(await open({ idempotency, templateId: itsTemplate }, itsKey)).toMatchObject({ isReplayed: false });
  });
});

test("a request is refused for another project's template, no version, HTML that is off, and too many open documents", async () => {
  const unknown = createId("template");
  expect(await codeOfAll([open({ templateId: unknown }), open({ templateId: "x" }), open({ version: 9 })])).toBe(
    "template.not_found",
  );
  expect(await codeOfAll([open({}, strangersKey)])).toBe("template.not_found");
  expect(await codeOfAll([open({ templateId: undefined })])).toBe("project.inline_html_disabled");
  for (let opened = 0; opened < mostOpen; opened += 1) await open();
  const { code, message } = await problemOf(open());
  expect([code, message]).toEqual(["project.busy", expect.stringContaining(`${mostOpen} documents`)]);
  const [first] = await lease();
  await cancel(first?.documentId ?? "");
  await open();
});

test("HTML of a request is made from the document's own id where the project allows it", async () => {
  await owner.call(operations.renameProject, { params: { projectId }, body: { allowsInlineHtml: true } });
  const documentId = await opened({ templateId: undefined });
  expect(await lease()).toMatchObject([{ documentId, sourceId: documentId }]);
  expect(await recordOf(documentId)).toMatchObject({ templateId: null, version: null });
});

describe("a lease", () => {
  test("is had by one courier, until it ends or is released by that courier", async () => {
    const documentId = await opened();
    const both = await Promise.all([lease(), lease({ courier: "courier-2" })]);
    expect(both.flat()).toHaveLength(1);
    const holder = both[0]?.length === 1 ? "courier-1" : "courier-2";
    const other = holder === "courier-1" ? "courier-2" : "courier-1";
    const release = (courier: string) =>
      catalog.asCourier(operations.releaseBackground, { body: { courier, documentIds: [documentId] } });
    await release(other);
    expect(await lease()).toEqual([]);
    await release(holder);
    expect(await lease()).toHaveLength(1);
    await letPass(documentId, 61);
    expect(idsOf(await lease({ courier: "courier-3" }))).toEqual([documentId]);
  });

  test("begins no sooner than `notBefore`", async () => {
    const notBefore = new Date(Date.now() + 3_600_000).toISOString();
    const documentId = await opened({ notBefore });
    expect(await recordOf(documentId)).toMatchObject({ status: "queued", notBefore });
    expect(await lease()).toEqual([]);
    await letPass(documentId, 3_600);
    expect(idsOf(await lease())).toEqual([documentId]);
  });

  test("serves the project first that was served least, by time and not by count", async () => {
    const elsewhere = await catalog.createProject(owner);
    const itsKey = await catalog.createKey(owner, elsewhere);
    const itsTemplate = await catalog.publishTemplate(owner, elsewhere);
    const heavy = [await opened(), await opened(), await opened()];
    const light = [];
    for (let count = 0; count < 4; count += 1) light.push(await opened({ templateId: itsTemplate }, itsKey));
    const served: [string, number, number][] = [
      [projectId, 0, 1_000],
      [elsewhere, 500, 200],
    ];
    expect(idsOf(await lease({ documents: 1, served }))).toEqual([light[0]]);
    expect(idsOf(await lease({ documents: 4, served }))).toEqual([light[1], light[2], heavy[0], light[3]]);
    expect(idsOf(await lease())).toEqual([heavy[1], heavy[2]]);
  });

  test("serves accounts in turn, however many projects they have", async () => {
    const other = await catalog.createAccount();
    const projects = [await catalog.createProject(owner), await catalog.createProject(owner)];
    const ofMany = [await opened(), await opened()];
    for (const id of projects) {
      const [itsKey, itsTemplate] = [await catalog.createKey(owner, id), await catalog.publishTemplate(owner, id)];
      ofMany.push(await opened({ templateId: itsTemplate }, itsKey));
    }
    const ofOne = await catalog.createProject(other);
    const oneKey = await catalog.createKey(other, ofOne);
    const oneTemplate = await catalog.publishTemplate(other, ofOne);
    const single = [
      await opened({ templateId: oneTemplate }, oneKey),
      await opened({ templateId: oneTemplate }, oneKey),
    ];
    const leased = idsOf(await lease({ documents: 4 }));
    expect(leased.map((id) => single.includes(id))).toEqual([false, true, false, true]);
    const [first = "", second = ""] = projects;
    const served: [string, number, number][] = [
      [first, 400, 500],
      [second, 400, 500],
    ];
    const more = await opened({ templateId: oneTemplate }, oneKey);
    expect(idsOf(await lease({ documents: 1, served }))).toEqual([more]);
    expect(idsOf(await lease({ served })).filter((id) => ofMany.includes(id))).toHaveLength(2);
  });

  test("misses no document that is stored while another lease finds nothing more of its project", async () => {
    await opened();
    const runner = catalog.dataSource.createQueryRunner();
    await runner.startTransaction();
    const stored = createId("document");
    try {
      await runner.query(
        `WITH stored AS (
           INSERT INTO documents (document_id, project_id, template_id, version, key_id, status, lane, due_at)
           VALUES ($1, $2, $3, 1, $4, 'queued', 1, now())
         )
         INSERT INTO document_inputs (document_id, project_id, source_id, keep_seconds, input_bytes, input)
         VALUES ($1, $2, $1, 1, 1, '')`,
        [stored, projectId, templateId, key.keyId],
      );
      expect(await lease()).toHaveLength(1);
      await runner.commitTransaction();
    } finally {
      await runner.release();
    }
    expect(idsOf(await lease())).toEqual([stored]);
  });

  test("gives what is left to other projects, where one has fewer documents than it may have", async () => {
    const elsewhere = await catalog.createProject(await catalog.createAccount());
    const few = await opened();
    await catalog.dataSource.query("UPDATE documents SET project_id = $1", [elsewhere]);
    await catalog.dataSource.query("UPDATE document_inputs SET project_id = $1", [elsewhere]);
    const many = [await opened(), await opened(), await opened()];
    const leased = await lease({ documents: 4, served: [[projectId, 60_000, 10_000]] });
    expect(idsOf(leased)).toEqual([few, ...many]);
  });

  test("takes as many bytes as there is room for, and a larger document alone", async () => {
    for (let count = 0; count < 3; count += 1) await open({ inputBytes: 600 });
    expect(await lease({ inputBytes: 1_000 })).toHaveLength(2);
    expect(await lease({ inputBytes: 10 })).toHaveLength(1);
  });
});

describe("a document's outcome", () => {
  test("completes it once, makes its PDF available, and deletes its input", async () => {
    await open();
    const [leased] = await lease();
    const documentId = leased?.documentId ?? "";
    const bytes = Buffer.from("%PDF-1.7");
    const worker = catalog.withBearer(catalog.courierGrant(grantOf(leased, { keepSeconds: 3_600 })));
    await worker(operations.putDocumentContent, { params: { documentId }, bytes });
    expect(await recordOf(documentId)).toMatchObject({ content: "pending" });
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(await report(documentId, { status: "completed", sha256 })).toMatchObject({ applied: 1 });
    expect(await report(documentId, { status: "failed", failure: final })).toMatchObject({ applied: 0 });
    expect(await recordOf(documentId)).toMatchObject({ status: "completed", content: "available", sha256 });
    expect(await inputsOf(documentId)).toBe(0);
    await letPass(documentId, 61);
    expect(await lease()).toEqual([]);
  });

  describe("whose worker names its PDF", () => {
    const bytes = Buffer.from("%PDF-1.7 of a worker");
    const sha256 = createHash("sha256").update(bytes).digest("hex");

    /** Keeps the PDF of a document that is due, under a name. */
    async function keep(sent = bytes) {
      await open();
      const [leased] = await lease();
      const documentId = leased?.documentId ?? "";
      const content = { contentId: createId("content"), crc32: crc32(bytes) };
      const worker = catalog.withBearer(catalog.courierGrant(grantOf(leased, { keepSeconds: 3_600 })));
      await worker(operations.putDocumentContent, {
        params: { documentId },
        query: { contentId: content.contentId, sha256 },
        bytes: sent,
      });
      return { documentId, content, params: { documentId } };
    }

    test("records it with its size and checksum, and not before", async () => {
      const { documentId, content, params } = await keep();
      expect(await codeOfAll([key.call(operations.findDocumentContent, { params })])).toBe("content.not_found");
      expect(await report(documentId, { status: "completed", sha256, content })).toMatchObject({ applied: 1 });
      expect(await key.call(operations.findDocumentContent, { params })).toMatchObject({
        contentId: content.contentId,
        sha256,
      });
      const sql = "SELECT crc32::text FROM document_contents WHERE document_id = $1";
      expect(await catalog.dataSource.query(sql, [documentId])).toEqual([{ crc32: String(content.crc32) }]);
    });

    test("is refused when the bytes have changed on their way, as a failure that may pass", async () => {
      expect(await codeOfAll([keep(Buffer.from("%PDF-1.7 of a wirker"))])).toBe("storage.unavailable");
    });

    test("changes nothing when this PDF was swept, so that the document is made again", async () => {
      const { documentId, content } = await keep();
      await catalog.dataSource.query("UPDATE document_contents SET deleted_at = now() WHERE document_id = $1", [
        documentId,
      ]);
      expect(await report(documentId, { status: "completed", sha256, content })).toMatchObject({ applied: 0 });
      await letPass(documentId, 61);
      expect(idsOf(await lease())).toContain(documentId);
    });

    test("changes nothing when it names the PDF of another document", async () => {
      const { content } = await keep();
      const { documentId } = await keep();
      expect(await report(documentId, { status: "completed", sha256, content })).toMatchObject({ applied: 0 });
    });
  });

  test("that may pass is tried again after 5 s, 30 s, 3 min and 10 min, then it is final", async () => {
    const documentId = await opened();
    for (const wait of [5, 30, 180, 600]) {
      expect(await lease()).toHaveLength(1);
      await report(documentId, { status: "failed", failure: mayPass });
      expect(await recordOf(documentId)).toMatchObject({ status: "queued", failure: null, finishedAt: null });
      await letPass(documentId, wait - 2);
      expect([wait, await lease()]).toEqual([wait, []]);
      await letPass(documentId, 2);
    }
    expect(await lease()).toHaveLength(1);
    await report(documentId, { status: "failed", failure: mayPass });
    expect(await recordOf(documentId)).toMatchObject({ status: "failed", failure: mayPass, content: "none" });
    expect(await inputsOf(documentId)).toBe(0);
  });

  test("that is reported with a grant that does not open the document is refused by name, for another catalog", async () => {
    const [documentId, other] = [await opened(), await opened()];
    const reports = [documentId, other].map((id) => {
      const grant = catalog.courierGrant(grantOf({ documentId: other, sourceId: "" }));
      return { grant, documentId: id, status: "failed" as const, failure: final };
    });
    const answer = await catalog.asNobody(operations.reportOutcomes, { body: { reports } });
    expect(answer).toEqual({ applied: 1, refusedDocuments: [documentId] });
  });

  describe("that may pass, of an attempt", () => {
    /** Leases the document. Returns what reports outcomes of this attempt. */
    async function attempted(documentId: string) {
      const [leased] = await lease();
      expect(leased?.documentId).toBe(documentId);
      const grant = catalog.courierGrant(grantOf(leased, { leasedUntil: leased?.leasedUntil }));
      const failed = { grant, documentId, status: "failed" as const, failure: mayPass };
      return { failed, completed: { grant, documentId, status: "completed" as const, ...measured, sha256: hash("") } };
    }
    const send = (...reports: OutcomeReport[]) => catalog.asNobody(operations.reportOutcomes, { body: { reports } });
    const attemptsOf = async (documentId: string) => {
      const sql = "SELECT attempts FROM documents WHERE document_id = $1";
      return (await catalog.dataSource.query<{ attempts: number }[]>(sql, [documentId]))[0]?.attempts;
    };

    test("counts once, however often it is reported, at once or one after the other", async () => {
      const documentId = await opened();
      const { failed } = await attempted(documentId);
      await Promise.all([send(failed), send(failed), send(failed)]);
      for (let count = 0; count < 5; count += 1)
        expect(await send(failed)).toMatchObject({ applied: 0, refusedDocuments: [] });
      expect([await attemptsOf(documentId), await recordOf(documentId)]).toMatchObject([1, { status: "queued" }]);
      await letPass(documentId, 5);
      expect(idsOf(await lease())).toEqual([documentId]);
    });

    test("does not count after the document was leased again, and takes no outcome of the next attempt", async () => {
      const documentId = await opened();
      const first = await attempted(documentId);
      await letPass(documentId, 61);
      const second = await attempted(documentId);
      expect(await send(first.failed)).toMatchObject({ applied: 0 });
      expect(await send(first.failed, second.failed)).toMatchObject({ applied: 1 });
      expect(await attemptsOf(documentId)).toBe(1);
      await letPass(documentId, 5);
      const third = await attempted(documentId);
      expect(await send(third.failed, second.failed)).toMatchObject({ applied: 1 });
      expect(await attemptsOf(documentId)).toBe(2);
      await letPass(documentId, 30);
      const fourth = await attempted(documentId);
      expect(await send(third.failed, fourth.completed)).toMatchObject({ applied: 1 });
      expect(await recordOf(documentId)).toMatchObject({ status: "completed" });
    });
  });

  test("that no attempt can change is final at once, and time in the queue counts as no attempt", async () => {
    const [faulty, late] = [await opened(), await opened()];
    await report(faulty, { status: "failed", failure: final });
    expect(await recordOf(faulty)).toMatchObject({ status: "failed", failure: final });
    const failure: Failure = { code: "render_timeout", message: "Too late.", retryable: true, stage: "queue" };
    for (let count = 0; count < 6; count += 1) {
      expect(idsOf(await lease())).toEqual([late]);
      await report(late, { status: "failed", failure });
    }
    expect(await recordOf(late)).toMatchObject({ status: "queued" });
  });

  test("counts as no attempt when the worker could not reach the catalog, unless no attempt can change it", async () => {
    const documentId = await opened();
    for (let count = 0; count < 6; count += 1) {
      expect(idsOf(await lease())).toEqual([documentId]);
      await report(documentId, { status: "failed", failure: mayPass, isCatalogAway: true });
    }
    expect(await recordOf(documentId)).toMatchObject({ status: "queued" });
    await report(documentId, { status: "failed", failure: final, isCatalogAway: true });
    expect(await recordOf(documentId)).toMatchObject({ status: "failed" });
  });

  test("counts as no attempt while the storage is away, when nothing is leased, and it is leased when the storage is back", async () => {
    const documentId = await opened();
    const failure: Failure = { code: "storage_unavailable", message: "The PDF could not be kept.", retryable: true };
    // A file in place of the folder: permissions do not stop root.
    await rename(catalog.folder, `${catalog.folder}-away`);
    await writeFile(catalog.folder, "");
    for (let count = 0; count < 6; count += 1) await report(documentId, { status: "failed", failure });
    expect(await recordOf(documentId)).toMatchObject({ status: "queued" });
    expect(await lease()).toEqual([]);
    await rm(catalog.folder);
    await rename(`${catalog.folder}-away`, catalog.folder);
    await waitFor(async () => (await lease()).length === 1, { describe: "the lease" });
    // The storage works: the fault may be the document's own.
    await report(documentId, { status: "failed", failure });
    expect(await lease()).toEqual([]);
    await letPass(documentId, 5);
    expect(idsOf(await lease())).toEqual([documentId]);
  });

  test("is never lost with its courier: no check closes the document, and it is leased again", async () => {
    const documentId = await opened();
    await lease();
    await catalog.dataSource.query("UPDATE documents SET created_at = now() - interval '1 hour'");
    await catalog.dependencies.lostDocuments.closeLost();
    await letPass(documentId, 61);
    expect(idsOf(await lease())).toEqual([documentId]);
  });
});

describe("a cancelled document", () => {
  test("stays cancelled, whatever is reported, gives up its input and is not leased", async () => {
    const documentId = await opened();
    for (const call of [1, 2]) expect([call, await cancel(documentId)]).toMatchObject([call, { status: "cancelled" }]);
    expect(await report(documentId, { status: "completed" })).toMatchObject({ applied: 0 });
    expect(await recordOf(documentId)).toMatchObject({ status: "cancelled", content: "none" });
    expect([await inputsOf(documentId), await lease()]).toEqual([0, []]);
  });

  test("is not one that a request waits for, and one that is finished stays as it is", async () => {
    const { documentId: waitedFor } = await key.createDocument({ templateId });
    expect(await codeOfAll([cancel(waitedFor)])).toBe("document.not_ready");
    const documentId = await opened();
    await report(documentId, { status: "failed", failure: final });
    expect(await cancel(documentId)).toMatchObject({ status: "failed" });
  });
});

describe("no caller gets a document of another", () => {
  test("lane: a courier's grant opens those that no caller waits for alone, and a gateway's the others", async () => {
    const { documentId: waitedFor } = await key.createDocument({ templateId });
    const documentId = await opened();
    expect(await report(waitedFor, { status: "completed" })).toMatchObject({ applied: 0 });
    expect(await report(documentId, { status: "completed" }, catalog.grant)).toMatchObject({ applied: 0 });
  });

  test("source: a courier reads the templates of documents in progress, and no others", async () => {
    const documentId = await opened();
    const [leased] = await lease();
    const read = (claims: ReturnType<typeof grantOf>) =>
      catalog.withBearer(catalog.courierGrant(claims))(operations.getTemplateSource, {
        params: { sourceId: claims.sourceId },
      });
    const claims = grantOf(leased);
    expect(await read(claims)).toMatchObject({ sourceId: claims.sourceId });
    const { sourceId } = await key.createDocument({ templateId: await catalog.publishTemplate(owner, projectId) });
    await cancel(documentId);
    expect(await codeOfAll([read({ ...claims, sourceId }), read(claims)])).toBe("auth.token_invalid");
  });
});

test("the backlog counts what is due and tells how long the oldest waits", async () => {
  const backlog = () => catalog.asCourier(operations.readBackgroundBacklog, {});
  expect(await backlog()).toEqual({ documents: 0, oldestMs: 0 });
  const documentId = await opened();
  await opened({ notBefore: new Date(Date.now() + 3_600_000).toISOString() });
  await letPass(documentId, 60);
  const { documents, oldestMs } = await backlog();
  expect([documents, oldestMs >= 60_000 && oldestMs < 120_000]).toEqual([1, true]);
});

test("the inputs of a deleted project go with it", async () => {
  const documentId = await opened();
  const { name } = await owner.call(operations.getProject, { params: { projectId } });
  await owner.call(operations.deleteProject, { params: { projectId }, query: { confirmName: name } });
  expect(await inputsOf(documentId)).toBe(0);
});
