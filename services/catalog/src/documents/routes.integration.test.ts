import { beforeEach, describe, expect, test } from "@jest/globals";
import { createId, type Failure, type RequestOf } from "@platen/contracts";
import {
  internalOperations as operations,
  type DocumentRequest,
  type InlineDocumentRequest,
  type OutcomeReport,
} from "@platen/contracts/internal";
import { waitFor } from "@platen/testing";
import { sha256 } from "../secrets/sha256.ts";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import type { TestAccount, TestKey } from "../testing/test-catalog.ts";

const catalog = catalogForFile();

let owner: TestAccount;
let projectId: string;
let key: TestKey;
let templateId: string;
beforeEach(async () => {
  ({ owner, projectId, key, templateId } = await catalog.createTenant(undefined, {
    name: "Invoice",
    settings: { format: "A5" },
  }));
});

const create = (body: { templateId: string; version?: number; filename?: string } = { templateId }) =>
  key.createDocument(body);
const asked = (changes: Partial<DocumentRequest> = {}): DocumentRequest => ({
  documentId: createId("document"),
  keyHash: sha256(key.value),
  requestId: createId("request"),
  templateId,
  ...changes,
});
const createAll = async (...documents: DocumentRequest[]) =>
  (await catalog.asNobody(operations.openDocuments, { body: { documents } })).documents;
const createdAt = (documentId: string, instant: string) =>
  catalog.dataSource.query("UPDATE documents SET created_at = $2 WHERE document_id = $1", [documentId, instant]);
const listedIds = async (query: NonNullable<RequestOf<typeof operations.listDocuments>["query"]>, by = key) =>
  (await by.call(operations.listDocuments, { query })).documents.map(({ documentId }) => documentId);
const getDocument = (documentId: string) => key.call(operations.getDocument, { params: { documentId } });

describe("openDocuments", () => {
  test("the key's project gives the template and its current version, and a queued document", async () => {
    const created = await create({ templateId, filename: "invoice-2031.pdf" });
    expect(created).toMatchObject({
      projectId,
      templateId,
      templateName: "Invoice",
      version: 1,
    });
    await expect(getDocument(created.documentId)).resolves.toMatchObject({
      documentId: created.documentId,
      templateId,
      version: 1,
      status: "queued",
      filename: "invoice-2031.pdf",
      pageCount: null,
      failure: null,
      finishedAt: null,
    });
  });

  test("documents have connections to the database that no other operation takes", async () => {
    const params = { projectId: await catalog.createProject(owner) };
    let settled = 0;
    const create = (name: string) =>
      owner
        .call(operations.createTemplate, { params, body: { name } })
        .catch(() => undefined)
        .finally(() => (settled += 1));
    const creating = await catalog.dataSource.transaction(async (manager) => {
      await manager.query("SELECT 1 FROM projects WHERE project_id = $1 FOR UPDATE", [params.projectId]);
      const waiting = Array.from({ length: 8 }, (_, index) => create(`Invoice ${index}`));
      const blocked = async () => {
        await manager.query("SELECT pg_stat_clear_snapshot()");
        const found: unknown = await manager.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return Array.isArray(found) && found.length >= 3;
      };
      await waitFor(blocked, { describe: "the templates to wait for the project" });
      await key.createDocument({ templateId });
      return { waiting, settledBefore: settled };
    });
    expect(creating.settledBefore).toBe(0);
    await Promise.all(creating.waiting);
  });

  test("a request can name a version; an unknown version or template is not found and leaves no record", async () => {
    await owner.call(operations.publishDraft, { params: { projectId, templateId }, body: { revision: 1 } });
    await expect(create()).resolves.toMatchObject({ version: 2 });
    await expect(create({ templateId, version: 1 })).resolves.toMatchObject({ version: 1 });
    for (const body of [{ templateId, version: 3 }, { templateId: "tpl_" }, { templateId: "'; --" }]) {
      await expect(create(body)).rejects.toMatchObject({ code: "template.not_found", status: 404 });
    }
    await expect(key.call(operations.listDocuments, {})).resolves.toMatchObject({ pagination: { total: 2 } });
  });

  test("a template without a published version is refused with that reason", async () => {
    const { template } = await owner.call(operations.createTemplate, {
      params: { projectId },
      body: { name: "Unfinished" },
    });
    await expect(create({ templateId: template.templateId })).rejects.toMatchObject({
      code: "template.not_published",
      status: 422,
    });
  });

  test("no request that starts after the revocation of its key is accepted", async () => {
    const revoked = new AbortController();
    const revoke = owner
      .call(operations.revokeApiKey, { params: { projectId, keyId: key.keyId } })
      .then(() => revoked.abort());
    // Requests all the time until the revocation is answered.
    while (!revoked.signal.aborted) await create().catch(() => undefined);
    await revoke;
    await expect(create()).rejects.toMatchObject({ code: "auth.key_invalid", status: 401 });
    await expect(key.call(operations.listTemplates, {})).rejects.toMatchObject({ code: "auth.key_invalid" });
  });

  test("each document of a call gets its own answer, in its position, independently of the others", async () => {
    const { projectId: elsewhere, key: otherKey, templateId: otherTemplate } = await catalog.createTenant(owner);
    const ofOther = { keyHash: sha256(otherKey.value) };
    const requests = [
      asked({ keyHash: "0".repeat(64) }),
      asked({ keyHash: "0".repeat(64), templateId: "x" }),
      asked(),
      asked({ templateId: otherTemplate }),
      asked({ ...ofOther, templateId: otherTemplate, filename: "letter.pdf" }),
      asked({ ...ofOther }),
      asked({ version: 9 }),
      asked({ version: 1 }),
    ];
    const creations = await createAll(...requests);
    expect(creations.map(({ documentId }) => documentId)).toEqual(requests.map(({ documentId }) => documentId));
    expect(creations.map((creation) => (creation.outcome === "opened" ? creation.projectId : creation.code))).toEqual([
      "auth.key_invalid",
      "auth.key_invalid",
      projectId,
      "template.not_found",
      elsewhere,
      "template.not_found",
      "template.not_found",
      projectId,
    ]);
    expect(new Set(await listedIds({}))).toEqual(new Set([requests[2]?.documentId, requests[7]?.documentId]));
    expect(await listedIds({}, otherKey)).toEqual([requests[4]?.documentId]);
  });

  test("the same call at once and a second time gives the same answer and creates nothing twice", async () => {
    const requests = [asked(), asked({ filename: "a.pdf" })];
    const [first, other] = await Promise.all([createAll(...requests), createAll(...requests)]);
    expect(other).toEqual(first);
    expect(await createAll(...requests)).toEqual(first);
    await expect(key.call(operations.listDocuments, {})).resolves.toMatchObject({ pagination: { total: 2 } });
  });

  test("a document id that another project uses reveals nothing about that project", async () => {
    const { documentId } = await create({ templateId, filename: "secret.pdf" });
    const { key: strangersKey, templateId: strangersTemplate } = await catalog.createTenant();
    await createAll(asked({ documentId, keyHash: sha256(strangersKey.value), templateId: strangersTemplate }));
    await expect(getDocument(documentId)).resolves.toMatchObject({ templateId, filename: "secret.pdf" });
    expect(await listedIds({}, strangersKey)).toEqual([]);
  });
});

describe("openInlineDocuments", () => {
  const inline = (changes: Partial<InlineDocumentRequest> = {}): InlineDocumentRequest => ({
    documentId: createId("document"),
    keyHash: sha256(key.value),
    requestId: createId("request"),
    ...changes,
  });
  const createInline = async (...documents: InlineDocumentRequest[]) =>
    (await catalog.asNobody(operations.openInlineDocuments, { body: { documents } })).documents;
  const allow = (allowsInlineHtml: boolean) =>
    owner.call(operations.renameProject, { params: { projectId }, body: { allowsInlineHtml } });

  test("creates documents without a template in projects that allow it, each with its own answer", async () => {
    const { key: strangersKey } = await catalog.createTenant();
    await allow(true);
    const requests = [
      inline({ filename: "receipt.pdf" }),
      inline({ keyHash: sha256(strangersKey.value) }),
      inline({ keyHash: sha256("unknown") }),
      inline({ check: "only" }),
    ] as const;
    const answers = await createInline(...requests);
    const message: unknown = expect.any(String);
    expect(answers).toEqual([
      { outcome: "opened", documentId: requests[0].documentId, projectId },
      { outcome: "refused", documentId: requests[1].documentId, code: "project.inline_html_disabled", message },
      { outcome: "refused", documentId: requests[2].documentId, code: "auth.key_invalid", message },
      { outcome: "opened", documentId: requests[3].documentId, projectId },
    ]);
    // The second call is that of a gateway whose answer was lost.
    expect(await createInline(...requests)).toEqual(answers);
    const { documents } = await key.call(operations.listDocuments, {});
    expect(documents).toMatchObject([
      { documentId: requests[0].documentId, templateId: null, templateName: null, version: null, status: "queued" },
    ]);
    expect(documents[0]?.filename).toBe("receipt.pdf");
    expect(await listedIds({}, strangersKey)).toEqual([]);
  });

  test("refuses from the moment on that an owner ends it", async () => {
    await allow(true);
    await allow(false);
    expect(await createInline(inline())).toMatchObject([{ code: "project.inline_html_disabled" }]);
    expect(await listedIds({})).toEqual([]);
  });
});

describe("reportOutcomes", () => {
  type Unsigned = OutcomeReport extends infer Report
    ? Report extends OutcomeReport
      ? Omit<Report, "grant">
      : never
    : never;

  const completed = (documentId: string) => ({
    documentId,
    status: "completed" as const,
    pageCount: 3,
    sizeBytes: 45_000,
    sha256: "ab".repeat(32),
    queueMs: 1.5,
    renderMs: 80.25,
    warnings: [],
  });
  const rendering = (documentId: string) => ({ documentId, status: "rendering", queueMs: 7 }) as const;
  const cancelled = (documentId: string) => ({ documentId, status: "cancelled" }) as const;
  const failure: Failure = { code: "data_invalid", message: "No \u0000 and no \ud800.", retryable: false, details: [] };
  const failed = (documentId: string) => ({ documentId, status: "failed", failure }) as const;

  function signed(report: Unsigned, claims: { documentId?: string; projectId?: string; preview?: boolean } = {}) {
    const grant = catalog.grant({
      documentId: report.documentId,
      projectId,
      sourceId: createId("templateVersion"),
      preview: false,
      ...claims,
    });
    return { ...report, grant };
  }

  const report = (...reports: OutcomeReport[]) => catalog.asNobody(operations.reportOutcomes, { body: { reports } });

  test("a document changes from queued to rendering to completed", async () => {
    const { documentId } = await create();
    await expect(report(signed(rendering(documentId)))).resolves.toEqual({ applied: 1, refusedDocuments: [] });
    await expect(getDocument(documentId)).resolves.toMatchObject({ status: "rendering", queueMs: 7, finishedAt: null });
    await expect(report(signed(completed(documentId)))).resolves.toEqual({ applied: 1, refusedDocuments: [] });
    await expect(getDocument(documentId)).resolves.toMatchObject({
      ...completed(documentId),
      failure: null,
      finishedAt: expect.any(String),
    });
  });

  test("a failure is stored, with replacements for characters that jsonb cannot hold", async () => {
    const { documentId } = await create();
    await report(signed(failed(documentId)));
    await expect(getDocument(documentId)).resolves.toMatchObject({
      status: "failed",
      pageCount: null,
      failure: { ...failure, message: "No \u{fffd} and no \u{fffd}." },
    });
  });

  test("a document in a final state never changes", async () => {
    for (const end of [completed, failed, cancelled]) {
      const { documentId } = await create();
      await report(signed(end(documentId)));
      const ended = await getDocument(documentId);
      for (const late of [rendering, completed, failed, cancelled]) {
        await expect(report(signed(late(documentId)))).resolves.toEqual({ applied: 0, refusedDocuments: [] });
      }
      await expect(getDocument(documentId)).resolves.toEqual(ended);
    }
  });

  test("among several reports on one document, the first final state wins", async () => {
    const { documentId } = await create();
    await expect(
      report(signed(rendering(documentId)), signed(cancelled(documentId)), signed(completed(documentId))),
    ).resolves.toEqual({ applied: 1, refusedDocuments: [] });
    await expect(getDocument(documentId)).resolves.toMatchObject({ status: "cancelled", queueMs: 7, pageCount: null });
  });

  test("a grant allows reporting its own document only", async () => {
    const { documentId } = await create();
    const good = await create();
    const reports = [
      signed(completed(documentId), { documentId: createId("document") }),
      { ...completed(documentId), grant: "a.b.c" },
      { ...completed(documentId), grant: catalog.serviceToken("reportOutcomes") },
      signed(completed(good.documentId)),
    ];
    await expect(report(...reports)).resolves.toMatchObject({ applied: 1, refusedDocuments: { length: 3 } });
    await expect(report(signed(completed(documentId), { projectId: createId("project") }))).resolves.toEqual({
      applied: 0,
      refusedDocuments: [],
    });
    await expect(getDocument(documentId)).resolves.toMatchObject({ status: "queued" });
  });

  test("a document without a report for three minutes is marked as failed, in every project, until its report comes after all", async () => {
    const { key: anotherKey, templateId: anotherTemplate } = await catalog.createTenant(owner);
    const lost = [await create(), await create(), await anotherKey.createDocument({ templateId: anotherTemplate })];
    const ended = await create();
    const young = await create();
    await report(signed(rendering(lost[1]?.documentId ?? "")), signed(completed(ended.documentId)));
    const age = (documentIds: string[], time: string) =>
      catalog.dataSource.query(`UPDATE documents SET created_at = now() - $2::interval WHERE document_id = ANY ($1)`, [
        documentIds,
        time,
      ]);
    await age(
      [...lost, ended].map(({ documentId }) => documentId),
      "181 seconds",
    );
    await age([young.documentId], "175 seconds");

    await expect(catalog.dependencies.lostDocuments.closeLost()).resolves.toBe(3);
    await expect(catalog.dependencies.lostDocuments.closeLost()).resolves.toBe(0);
    const records = await Promise.all(
      lost.map((created, index) =>
        (index < 2 ? key : anotherKey).call(operations.getDocument, { params: { documentId: created.documentId } }),
      ),
    );
    for (const record of records) {
      expect(record).toMatchObject({ status: "failed", failure: { code: "unknown", retryable: true } });
      expect(record.finishedAt).not.toBeNull();
    }
    await expect(getDocument(ended.documentId)).resolves.toMatchObject({ status: "completed" });
    await expect(getDocument(young.documentId)).resolves.toMatchObject({ status: "queued" });

    // All catalogs were away, and the caller has had the PDF for long.
    const [late] = lost;
    await expect(report(signed(completed(late?.documentId ?? "")))).resolves.toEqual({
      applied: 1,
      refusedDocuments: [],
    });
    await expect(getDocument(late?.documentId ?? "")).resolves.toMatchObject({ status: "completed", failure: null });
  });

  test("a report on a preview changes nothing", async () => {
    const { documentId } = await create();
    await expect(report(signed(completed(documentId), { preview: true }))).resolves.toEqual({
      applied: 0,
      refusedDocuments: [],
    });
    await expect(getDocument(documentId)).resolves.toMatchObject({ status: "queued" });
  });

  test("documents are filtered by warning, and the record of each lists its warnings", async () => {
    const missing = { code: "data.missing", severity: "error", message: "No \0 \ud800.", path: "a" } as const;
    const blocked = { code: "resource.blocked", severity: "error", message: "One image.", count: 1 } as const;
    const [sound, lacking, both] = [await create(), await create(), await create()].map(({ documentId }) => documentId);
    await report(
      signed(completed(sound ?? "")),
      signed({ ...completed(lacking ?? ""), warnings: [missing, missing] }),
      signed({ ...completed(both ?? ""), warnings: [blocked, missing] }),
    );
    expect(await listedIds({ warning: "any" })).toEqual([both, lacking]);
    expect(await listedIds({ warning: "data.missing" })).toEqual([both, lacking]);
    expect(await listedIds({ warning: "resource.blocked" })).toEqual([both]);
    expect(await listedIds({ warning: "page.empty" })).toEqual([]);
    await expect(getDocument(both ?? "")).resolves.toMatchObject({
      warnings: [blocked, { ...missing, message: "No \u{fffd} \u{fffd}." }],
    });
    await expect(getDocument(sound ?? "")).resolves.toMatchObject({ warnings: [] });
  });
});

describe("records", () => {
  test("documents are listed newest first, and filtered by state and template", async () => {
    const other = await catalog.publishTemplate(owner, projectId);
    const first = await create();
    // Documents of one millisecond have no order.
    await createdAt(first.documentId, "2026-01-31T09:00:00Z");
    const second = await create({ templateId: other });
    expect(await listedIds({})).toEqual([second.documentId, first.documentId]);
    expect(await listedIds({ sort: "createdAt:asc" })).toEqual([first.documentId, second.documentId]);
    expect(await listedIds({ templateId: other })).toEqual([second.documentId]);
    expect(await listedIds({ status: "queued", templateId })).toEqual([first.documentId]);
    expect(await listedIds({ status: "completed" })).toEqual([]);
    const ofMember = await owner.call(operations.listDocuments, { params: { projectId } });
    expect(ofMember.pagination.total).toBe(2);
  });

  test("documents are filtered by key and by exact time, together with any other filter", async () => {
    const other = await catalog.createKey(owner, projectId);
    const first = await create();
    const second = await other.createDocument({ templateId });
    await createdAt(first.documentId, "2026-01-31T09:00:00Z");
    await createdAt(second.documentId, "2026-02-01T09:00:00Z");
    expect(await listedIds({ keyId: key.keyId })).toEqual([first.documentId]);
    expect(await listedIds({ keyId: other.keyId, status: "queued", templateId })).toEqual([second.documentId]);
    expect(await listedIds({ keyId: createId("apiKey") })).toEqual([]);
    expect(await listedIds({ from: "2026-01-31T09:00:00Z" })).toEqual([second.documentId, first.documentId]);
    expect(await listedIds({ from: "2026-01-31T09:00:00.001Z" })).toEqual([second.documentId]);
    expect(await listedIds({ to: "2026-02-01T10:00:00+01:00" })).toEqual([first.documentId]);
    expect(await listedIds({ from: "2026-01-31T09:00:00Z", to: "2026-01-31T09:00:00Z" })).toEqual([]);
    expect(
      await listedIds({ from: "0000-01-01T00:00:00+23:59", to: "9999-12-31T23:59:59-23:59", keyId: key.keyId }),
    ).toEqual([first.documentId]);
    await expect(key.call(operations.listDocuments, { query: { from: "2026-02-30T00:00:00Z" } })).rejects.toMatchObject(
      {
        code: "request.invalid",
        details: [{ path: "from" }],
      },
    );
  });

  test("a search finds a document by its id, by its request's id or by the beginning of its file name", async () => {
    const requestId = createId("request");
    const [byRequest] = await createAll(asked({ requestId }));
    const named = await create({ templateId, filename: "invoice-2031.pdf" });
    const other = await create({ templateId, filename: "invoice_2031.pdf" });
    // Documents of one millisecond have no order.
    await createdAt(named.documentId, "2026-01-31T09:00:00Z");
    const odd = await create({ templateId, filename: "req_1.pdf" });
    expect(await listedIds({ search: named.documentId })).toEqual([named.documentId]);
    expect(await listedIds({ search: requestId })).toEqual([byRequest?.documentId]);
    expect(await listedIds({ search: "invoice" })).toEqual([other.documentId, named.documentId]);
    expect(await listedIds({ search: "invoice", sort: "createdAt:asc" })).toEqual([named.documentId, other.documentId]);
    expect(await listedIds({ search: "invoice_" })).toEqual([other.documentId]);
    expect(await listedIds({ search: "invoice", status: "completed" })).toEqual([]);
    expect(await listedIds({ search: "req_1" })).toEqual([odd.documentId]);
    await expect(getDocument(byRequest?.documentId ?? "")).resolves.toMatchObject({ requestId });
  });

  test("a summary counts the documents that match, their failures, those with warnings and the time of 95 % of the completed ones", async () => {
    const summarize = (query: RequestOf<typeof operations.summarizeProjectDocuments>["query"] = {}) =>
      owner.call(operations.summarizeProjectDocuments, { params: { projectId }, query });
    await expect(summarize()).resolves.toEqual({
      documents: 0,
      failed: 0,
      withWarnings: 0,
      p95Ms: null,
      isPartial: false,
    });
    const insert = (status: string, from: number, to: number) =>
      catalog.dataSource.query(
        `INSERT INTO documents (document_id, project_id, template_id, version, status, queue_ms, render_ms)
         SELECT $1 || $2 || n, $1, 'tpl', 1, $2, n, 10 FROM generate_series($3::integer, $4::integer) AS n`,
        [projectId, status, from, to],
      );
    await insert("completed", 1, 100);
    await insert("failed", 500, 502);
    await catalog.dataSource.query(
      "UPDATE documents SET warning_codes = '{data.missing}' WHERE project_id = $1 AND queue_ms > 98",
      [projectId],
    );
    const counted = { documents: 103, failed: 3, withWarnings: 2, p95Ms: 105, isPartial: false };
    await expect(summarize()).resolves.toEqual(counted);
    await expect(summarize({ status: "failed" })).resolves.toEqual({
      ...counted,
      documents: 3,
      withWarnings: 0,
      p95Ms: null,
    });
    await expect(summarize({ from: "2999-01-01T00:00:00Z" })).resolves.toMatchObject({ documents: 0 });
    await insert("completed", 1_000, 11_000);
    await expect(summarize()).resolves.toMatchObject({ documents: 10_000, isPartial: true });
  });

  test("a document names its key, even if renamed or revoked, and its template, even if deleted", async () => {
    const { documentId } = await create();
    const apiKey = { keyId: key.keyId, name: "Production", lastFour: key.value.slice(-4) };
    await expect(getDocument(documentId)).resolves.toMatchObject({ templateName: "Invoice", apiKey });
    const params = { projectId, keyId: key.keyId };
    await owner.call(operations.renameApiKey, { params, body: { name: "Old" } });
    await owner.call(operations.revokeApiKey, { params });
    const inTemplate = { projectId, templateId };
    await owner.call(operations.updateTemplate, { params: inTemplate, body: { name: "Bill" } });
    const get = () => owner.call(operations.getDocument, { params: { projectId, documentId } });
    await expect(get()).resolves.toMatchObject({ templateName: "Bill", apiKey: { ...apiKey, name: "Old" } });
    await owner.call(operations.deleteTemplate, { params: inTemplate });
    const left = { templateId, version: 1, templateName: "Invoice", apiKey: { ...apiKey, name: "Old" } };
    await expect(get()).resolves.toMatchObject(left);
    await expect(
      owner.call(operations.listDocuments, { params: { projectId }, query: { keyId: key.keyId } }),
    ).resolves.toMatchObject({ documents: [left] });
  });

  test("a record that refers to another project's key or template does not show their names", async () => {
    const { documentId } = await create();
    const { key: otherKey, templateId: otherTemplate } = await catalog.createTenant(owner, { name: "Secret" });
    await catalog.dataSource.query("UPDATE documents SET key_id = $2, template_id = $3 WHERE document_id = $1", [
      documentId,
      otherKey.keyId,
      otherTemplate,
    ]);
    await expect(getDocument(documentId)).resolves.toMatchObject({ apiKey: null, templateName: "Invoice" });
    expect(await listedIds({ keyId: otherKey.keyId }, otherKey)).toEqual([]);
  });
});
