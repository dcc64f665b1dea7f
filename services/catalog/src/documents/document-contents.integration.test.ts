import { beforeAll, describe, expect, test } from "@jest/globals";
import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createId } from "@platen/contracts";
import { internalOperations as operations } from "@platen/contracts/internal";
import { createLinks } from "../links/links.ts";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import { codeOfAll, measured, problemOf, type TestAccount, type TestKey } from "../testing/test-catalog.ts";

const secretsKey = Buffer.alloc(32, 1).toString("base64");

const catalog = catalogForFile({ hasStorage: true, retentionDays: 400, secretsKey });
const bare = catalogForFile();
let owner: TestAccount;
let projectId: string;
let key: TestKey;
let templateId: string;

beforeAll(async () => {
  ({ owner, projectId, key, templateId } = await catalog.createTenant());
});

const pdf = Buffer.from("%PDF-1.7 of a test");
const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

type Given = { keepSeconds?: number | undefined; in?: string; of?: TestKey };

/** Creates a document, and the token with which a worker keeps and reports it. */
async function openDocument({ keepSeconds = 3_600, in: project = projectId, of = key }: Given = {}) {
  const { documentId, sourceId } = await of.createDocument({ templateId });
  const claims = { documentId, projectId: project, sourceId, preview: false, ...(keepSeconds > 0 && { keepSeconds }) };
  const grant = catalog.grant(claims);
  const put = (bytes: Uint8Array = pdf) =>
    catalog.withBearer(grant)(operations.putDocumentContent, { params: { documentId }, bytes });
  const report = (sha256 = sha256Of(pdf)) =>
    catalog.asNobody(operations.reportOutcomes, {
      body: { reports: [{ grant, documentId, status: "completed", ...measured, sha256 }] },
    });
  return { documentId, params: { documentId }, claims, grant, put, report };
}

async function keepDocument(given: Given = {}) {
  const document = await openDocument(given);
  await document.put();
  await document.report();
  return document;
}

const change = (documentId: string, set: string) =>
  catalog.dataSource.query(`UPDATE document_contents SET ${set} WHERE document_id = $1`, [documentId]);
const filesOf = (project = projectId) => readdir(join(catalog.folder, project)).catch(() => []);
const recordOf = (documentId: string) => key.call(operations.getDocument, { params: { documentId } });
const sweep = () => catalog.dependencies.contents.sweep();

test("a kept PDF is there before its outcome is reported, with its hash, and the record tells until when", async () => {
  const { documentId, params, put, report } = await openDocument();
  expect(await recordOf(documentId)).toMatchObject({ content: "none", expiresAt: null });
  const before = Date.now();
  await put();
  const found = { sizeBytes: pdf.byteLength, sha256: sha256Of(pdf), filename: null };
  const content = await key.call(operations.findDocumentContent, { params });
  expect(content).toMatchObject(found);
  await report();
  expect(await owner.call(operations.findDocumentContent, { params: { projectId, documentId } })).toEqual(content);
  const record = await recordOf(documentId);
  expect(record.content).toBe("available");
  expect(Math.abs(Number(new Date(record.expiresAt ?? "")) - before - 3_600_000)).toBeLessThan(60_000);
  const { documents } = await key.call(operations.listDocuments, { query: {} });
  expect(documents.find((listed) => listed.documentId === documentId)).toMatchObject({ content: "available" });
});

test("of two attempts with different bytes, the document has those that it was answered with", async () => {
  const { params, put, report } = await openDocument();
  const first = Buffer.from("%PDF-1.7 of the first attempt");
  await put(first);
  await put();
  await report(sha256Of(first));
  expect(await key.call(operations.findDocumentContent, { params })).toMatchObject({ sha256: sha256Of(first) });
});

describe("a PDF is not kept", () => {
  test("for a grant that does not allow it, or allows another document", async () => {
    const unasked = await openDocument({ keepSeconds: 0 });
    const other = await openDocument();
    const elsewhere = catalog.withBearer(other.grant);
    const attempts = [unasked.put(), elsewhere(operations.putDocumentContent, { params: unasked.params, bytes: pdf })];
    expect(await codeOfAll(attempts)).toBe("auth.token_invalid");
  });

  test("for a document that is finished", async () => {
    const { put } = await keepDocument();
    expect(await codeOfAll([put()])).toBe("document.not_found");
  });

  test("when it is deleted while its bytes arrive", async () => {
    const { documentId, claims } = await openDocument();
    const before = await filesOf();
    const arriving = async function* () {
      yield pdf;
      await change(documentId, "deleted_at = now()");
    };
    const put = catalog.dependencies.contents.put({ ...claims, issuer: "platen-gateway" }, documentId, arriving());
    await expect(put).rejects.toMatchObject({ code: "document.not_found" });
    expect(await filesOf()).toEqual(before);
  });

  test("while the storage refuses to write, and the answer is 503", async () => {
    const away = await catalog.createProject(owner);
    const awayKey = await catalog.createKey(owner, away);
    templateId = await catalog.publishTemplate(owner, away);
    const given = { in: away, of: awayKey };
    const { put, params } = await openDocument(given);
    templateId = await catalog.publishTemplate(owner, projectId);
    // A file in place of the project's folder: permissions do not stop root.
    await writeFile(join(catalog.folder, away), "");
    expect(await problemOf(put())).toMatchObject({ status: 503, code: "storage.unavailable" });
    expect(await codeOfAll([awayKey.call(operations.findDocumentContent, { params })])).toBe("content.not_found");
    await rm(join(catalog.folder, away));
  });
});

test("a document that was not stored has no content to read or delete", async () => {
  const { params, report } = await openDocument({ keepSeconds: 0 });
  await report();
  const calls = [
    key.call(operations.findDocumentContent, { params }),
    key.call(operations.deleteDocumentContent, { params }),
  ];
  expect(await codeOfAll(calls)).toBe("content.not_found");
});

test("a deleted PDF is gone at once, for readers in the middle too, and its record says so", async () => {
  const { params, documentId } = await keepDocument();
  const { contentId } = await key.call(operations.findDocumentContent, { params });
  expect(await filesOf()).toContain(`${contentId}.pdf`);
  await key.call(operations.deleteDocumentContent, { params });
  await key.call(operations.deleteDocumentContent, { params });
  expect(await filesOf()).not.toContain(`${contentId}.pdf`);
  const query = { contentId, from: 0, to: 3 };
  const calls = [
    key.call(operations.findDocumentContent, { params }),
    key.call(operations.readDocumentContent, { params, query }),
  ];
  expect(await codeOfAll(calls)).toBe("content.gone");
  expect(await recordOf(documentId)).toMatchObject({ content: "deleted", status: "completed" });
});

describe("a link to a PDF", () => {
  const forAnHour = { expiresIn: 3_600 };
  const sign = (params: { documentId: string }, body = forAnHour) => key.call(operations.signLink, { params, body });
  const open = (token: string) => catalog.gatewayFor(`link:${token}`)(operations.findLinkedContent, {});
  const readBy = async (token: string) => {
    const query = new URLSearchParams({ from: "0", to: String(pdf.byteLength - 1) }).toString();
    const answer = await fetch(`${catalog.baseUrl}${operations.readLinkedContent.path}?${query}`, {
      headers: {
        authorization: `Bearer ${catalog.serviceToken("readLinkedContent")}`,
        "platen-caller": `link:${token}`,
      },
    });
    return answer.ok ? Buffer.from(await answer.arrayBuffer()) : answer.status;
  };

  test("opens this PDF without a key, and ends with it at the latest", async () => {
    const { params, documentId } = await keepDocument();
    const { token, expiresAt } = await sign(params);
    const found = await key.call(operations.findDocumentContent, { params });
    expect(await open(token)).toEqual({ ...found, disposition: "inline" });
    expect(await readBy(token)).toEqual(pdf);
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 3_600_000)).toBeLessThan(60_000);
    const longest = await sign(params, { expiresIn: 7 * 86_400 });
    const { expiresAt: keptUntil } = await recordOf(documentId);
    expect(Math.floor(Date.parse(keptUntil ?? "") / 1_000)).toBe(Date.parse(longest.expiresAt) / 1_000);
  });

  test("that has expired opens nothing, to the second", async () => {
    const { params } = await keepDocument();
    const { token, expiresAt } = await sign(params);
    const { contents } = catalog.dependencies;
    const at = (ms: number) =>
      createLinks({ contents, secretsKey, isKeyMissing: () => false, now: () => Date.parse(expiresAt) + ms });
    expect(at(-1).verify(token)).toMatchObject({ disposition: "inline" });
    expect(() => at(0).verify(token)).toThrow(expect.objectContaining({ code: "link.gone" }));
  });

  test("that another catalog's key has signed is no unknown link while the catalog lacks a key", async () => {
    const { contents } = catalog.dependencies;
    const { token } = await sign((await keepDocument()).params);
    const otherKey = randomBytes(32).toString("base64");
    const verifyWhile = (isMissing: boolean) => () =>
      createLinks({ contents, secretsKey: otherKey, isKeyMissing: () => isMissing }).verify(token);
    expect(verifyWhile(true)).toThrow(expect.objectContaining({ code: "dependency.unavailable" }));
    expect(verifyWhile(false)).toThrow(expect.objectContaining({ code: "link.not_found" }));
  });

  test("ends when links are taken back, for readers in the middle too, and a later one opens", async () => {
    const { params } = await keepDocument();
    const other = await sign((await keepDocument()).params);
    const { token } = await sign(params);
    await key.call(operations.revokeLinks, { params });
    expect(await codeOfAll([open(token)])).toBe("link.gone");
    expect(await readBy(token)).toBe(410);
    expect(await readBy((await sign(params)).token)).toEqual(pdf);
    expect(await readBy(other.token)).toEqual(pdf);
  });

  test("ends when the PDF is deleted, expires or loses its record", async () => {
    const [deleted, expired, forgotten] = await Promise.all([keepDocument(), keepDocument(), keepDocument()]);
    const links = await Promise.all([deleted, expired, forgotten].map(({ params }) => sign(params)));
    await key.call(operations.deleteDocumentContent, deleted);
    await change(expired.documentId, "expires_at = now()");
    await catalog.dataSource.query("DELETE FROM documents WHERE document_id = $1", [forgotten.documentId]);
    expect(await codeOfAll(links.map(({ token }) => open(token)))).toBe("content.gone");
    expect(await Promise.all(links.map(({ token }) => readBy(token)))).toEqual([410, 410, 410]);
    expect(await codeOfAll([sign(deleted.params), sign(expired.params)])).toBe("content.gone");
    await key.call(operations.revokeLinks, deleted);
  });

  test("is looked up by the project that it names", async () => {
    const { params } = await keepDocument();
    const { contentId } = await key.call(operations.findDocumentContent, { params });
    const found = catalog.dependencies.contents.findLinked(createId("project"), contentId);
    await expect(found).rejects.toMatchObject({ code: "content.gone" });
  });

  test("that is forged opens nothing, and neither does a request without one", async () => {
    const { token } = await sign((await keepDocument()).params);
    const forged = `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`;
    const callers = [open(forged), open("x"), catalog.asNobody(operations.findLinkedContent, {})];
    expect(await codeOfAll(callers)).toBe("link.not_found");
  });
});

describe("a PDF whose file the storage does not have", () => {
  const losses = async () =>
    (await catalog.dependencies.metrics.registry.getSingleMetric("platen_contents_lost_total")?.get())?.values[0]
      ?.value;

  test("is lost, which its record and a metric tell once, and is there again when its file is", async () => {
    const { params, documentId } = await keepDocument();
    const { contentId } = await key.call(operations.findDocumentContent, { params });
    const [file, query] = [join(catalog.folder, projectId, `${contentId}.pdf`), { contentId, from: 0, to: 3 }];
    const read = () =>
      catalog.dependencies.contents.read({ projectId, documentId, contentId, output: "pdf" }, query).then(
        (bytes) => Buffer.from(bytes).toString(),
        (error: unknown) => error,
      );
    const before = (await losses()) ?? 0;
    await rename(file, `${file}.away`);
    expect(await read()).toMatchObject({ code: "content.lost", status: 410 });
    expect(await read()).toMatchObject({ code: "content.lost" });
    expect(await recordOf(documentId)).toMatchObject({ content: "lost", status: "completed" });
    expect(await losses()).toBe(before + 1);
    await rename(`${file}.away`, file);
    expect(await read()).toBe("%PDF");
    expect(await recordOf(documentId)).toMatchObject({ content: "available" });
  });

  test("is not lost while the storage is not the one of this installation, and no PDF goes there", async () => {
    const { params, documentId } = await keepDocument();
    const { contentId } = await key.call(operations.findDocumentContent, { params });
    const query = { contentId, from: 0, to: 3 };
    const other = await openDocument();
    await rename(catalog.folder, `${catalog.folder}-volume`);
    await mkdir(catalog.folder);
    expect(await problemOf(other.put())).toMatchObject({ status: 503, code: "storage.unavailable" });
    const answers = [key.call(operations.readDocumentContent, { params, query })];
    expect(await codeOfAll(answers)).toBe("dependency.unavailable");
    expect(await readdir(catalog.folder)).toEqual([]);
    await rm(catalog.folder, { recursive: true });
    await rename(`${catalog.folder}-volume`, catalog.folder);
    await other.put();
    expect(await recordOf(documentId)).toMatchObject({ content: "available" });
  });
});

describe("the sweep", () => {
  test("deletes expired PDFs, which are gone before it too, and leaves others, with two catalogs at work", async () => {
    const expired = await keepDocument();
    const young = await keepDocument();
    const { contentId } = await key.call(operations.findDocumentContent, expired);
    await change(expired.documentId, "expires_at = now() - interval '1 second', sweep_at = now()");
    await change(young.documentId, "sweep_at = now()");
    expect(await codeOfAll([key.call(operations.findDocumentContent, expired)])).toBe("content.gone");
    await Promise.all([sweep(), sweep()]);
    expect(await filesOf()).not.toContain(`${contentId}.pdf`);
    const kept = await key.call(operations.findDocumentContent, young);
    expect(await filesOf()).toContain(`${kept.contentId}.pdf`);
    expect(await recordOf(expired.documentId)).toMatchObject({ content: "deleted" });
    expect(await recordOf(young.documentId)).toMatchObject({ content: "available" });
    // The young one waits for its expiry, and the deleted one for nothing.
    expect(await sweep()).toBe(0);
  });

  test("deletes what attempts without an outcome have left", async () => {
    const { documentId, grant, put } = await openDocument();
    await put();
    const failure = { code: "unknown", message: "Failed.", retryable: true } as const;
    const reports = [{ grant, documentId, status: "failed" as const, failure }];
    await catalog.asNobody(operations.reportOutcomes, { body: { reports } });
    const before = await filesOf();
    await change(documentId, "sweep_at = now()");
    expect(await sweep()).toBe(1);
    expect(await filesOf()).toHaveLength(before.length - 1);
    expect(
      await catalog.dataSource.query("SELECT 1 FROM document_contents WHERE document_id = $1", [documentId]),
    ).toEqual([]);
  });

  test("deletes the PDFs of records that are removed, and of deleted projects", async () => {
    const old = await keepDocument();
    const { contentId } = await key.call(operations.findDocumentContent, old);
    await catalog.dataSource.query(
      "UPDATE documents SET created_at = now() - interval '401 days' WHERE document_id = $1",
      [old.documentId],
    );
    expect(await catalog.dependencies.oldDocuments.removeOld()).toBe(1);
    await sweep();
    expect(await filesOf()).not.toContain(`${contentId}.pdf`);

    const closed = await catalog.createProject(owner, "Closed");
    const ownTemplate = templateId;
    templateId = await catalog.publishTemplate(owner, closed);
    await keepDocument({ in: closed, of: await catalog.createKey(owner, closed) });
    templateId = ownTemplate;
    expect(await filesOf(closed)).toHaveLength(1);
    await owner.call(operations.deleteProject, { params: { projectId: closed }, query: { confirmName: "Closed" } });
    await sweep();
    expect(await filesOf(closed)).toEqual([]);
  });
});

test("without a storage nothing is kept, without a key there are no links, and the answers say what is missing", async () => {
  const { projectId: project, key: ownKey, templateId: template } = await bare.createTenant();
  const { documentId, sourceId } = await ownKey.createDocument({ templateId: template });
  const grant = bare.grant({ documentId, projectId: project, sourceId, preview: false, keepSeconds: 3_600 });
  const put = bare.withBearer(grant)(operations.putDocumentContent, { params: { documentId }, bytes: pdf });
  expect(await problemOf(put)).toMatchObject({ status: 503, message: expect.stringContaining("STORAGE_URL") });
  const link = ownKey.call(operations.signLink, { params: { documentId }, body: {} });
  expect(await problemOf(link)).toMatchObject({ status: 503, message: expect.stringContaining("no SECRETS_KEY") });
});
