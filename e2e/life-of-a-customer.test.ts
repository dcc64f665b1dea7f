import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { operations, publicOperations, type RequestOf } from "@platen/contracts";
import { pdfInfo, pdfText, startEmptyPlaten, waitFor, type EmptyPlaten } from "@platen/testing";
import { openDashboard, signIn, type DashboardSession } from "./dashboard-session.ts";
import { exchange } from "./exchange.ts";
import { createKey, createProject, type IssuedKey } from "./project-setup.ts";
import { refusal } from "./refusal.ts";

const credentials = { email: "ada@example.com", password: "correct horse battery" };

let platen: EmptyPlaten;
let dashboard: DashboardSession;
let projectId: string;
let templateId: string;
let key: IssuedKey;

beforeAll(async () => {
  platen = await startEmptyPlaten({ workers: 1 });
});

afterAll(() => platen?.stop());

// The tests of this file are the steps of one life, in order: each begins where the previous test ended.

test("the first visitor of a fresh system sets up the first account, once", async () => {
  const visitor = openDashboard(platen.baseUrl);
  expect(await visitor.call(operations.getSetup, {})).toEqual({ needed: true });
  expect(await refusal(visitor.call(operations.getSession, {}))).toEqual([401, "auth.session_invalid"]);
  const weak = visitor.call(operations.setUpFirstAccount, { body: { ...credentials, password: "short" } });
  expect(await refusal(weak)).toEqual([400, "request.invalid"]);

  const account = await visitor.call(operations.setUpFirstAccount, { body: credentials });
  expect(account.email).toBe(credentials.email);
  expect(await visitor.call(operations.getSession, {})).toEqual(account);
  expect(await visitor.call(operations.getSetup, {})).toEqual({ needed: false });
  const second = openDashboard(platen.baseUrl).call(operations.setUpFirstAccount, {
    body: { email: "eve@example.com", password: "a long password" },
  });
  expect(await refusal(second)).toEqual([409, "account.exists"]);

  await visitor.call(operations.signOut, {});
  expect(visitor.cookie()).toBeUndefined();
});

test("signing in opens a session and signing out ends it", async () => {
  const wrong = signIn(platen.baseUrl, { ...credentials, password: "correct horse batterie" });
  expect(await refusal(wrong)).toEqual([401, "auth.credentials_invalid"]);
  const first = await signIn(platen.baseUrl, credentials);
  dashboard = await signIn(platen.baseUrl, { ...credentials, email: "ADA@Example.com" });
  const cookie = first.cookie() ?? "";
  await first.call(operations.signOut, {});
  // It has ended on the server, so a copy of the cookie is worthless.
  const kept = await fetch(`${platen.baseUrl}/api/dashboard/session`, { headers: { cookie } });
  expect(kept.status).toBe(401);
  expect((await dashboard.call(operations.getSession, {})).email).toBe(credentials.email);
});

test("a project is created and found", async () => {
  projectId = await createProject(dashboard, "Billing");
  const { projects } = await dashboard.call(operations.listMemberProjects, {});
  expect(projects).toMatchObject([{ projectId, name: "Billing", role: "owner" }]);
});

test("a template is created, its draft saved and previewed, and then published", async () => {
  const params = { projectId };
  const broken = dashboard.call(operations.createTemplate.member, {
    params,
    body: { name: "Invoice", html: "<p>{{#x}}</p>" },
  });
  expect(await refusal(broken)).toEqual([422, "template.syntax_invalid"]);
  const { template, draft } = await dashboard.call(operations.createTemplate.member, {
    params,
    body: { name: "Invoice" },
  });
  expect(template.version).toBeNull();
  templateId = template.templateId;
  const inTemplate = { projectId, templateId };

  const source = {
    html: "<h1>Invoice {{number}}</h1><ul>{{#lines}}<li>{{text}}: {{amount}}</li>{{/lines}}</ul>",
    css: "h1 { color: #123456 }",
    settings: { format: "A5", margin: { top: "20mm", left: "20mm" } },
    dataSets: [
      { name: "Sample data", json: '{ "number": "sample",\r\n\t"lines": [] }\n' },
      { name: "Nothing to pay", json: '{"number":1.0}' },
    ],
  } satisfies Partial<RequestOf<typeof operations.saveDraft.member>["body"]>;
  const saved = await dashboard.call(operations.saveDraft.member, {
    params: inTemplate,
    body: { ...source, revision: draft.revision },
  });
  expect(saved).toMatchObject(source);
  const late = dashboard.call(operations.saveDraft.member, {
    params: inTemplate,
    body: { ...source, html: "lost", revision: draft.revision },
  });
  expect(await refusal(late)).toEqual([409, "template.edit_conflict"]);

  const { bytes } = await dashboard.bytes(operations.previewTemplate, { params: inTemplate, body: {} });
  expect((await pdfText(bytes)).join()).toContain("Invoice sample");

  const version = await dashboard.call(operations.publishDraft.member, {
    params: inTemplate,
    body: { revision: saved.revision, note: "First" },
  });
  expect(version).toMatchObject({ version: 1, note: "First" });
  expect((await dashboard.call(operations.getTemplate.member, { params: inTemplate })).version).toBe(1);
});

test("an API key is shown once, and afterwards only its last four characters", async () => {
  key = await createKey(platen.baseUrl, dashboard, projectId, "Production");
  const { apiKeys } = await dashboard.call(operations.listApiKeys, { params: { projectId } });
  expect(apiKeys).toMatchObject([{ name: "Production", lastFour: key.key.slice(-4), lastUsedAt: null }]);
  expect(JSON.stringify(apiKeys)).not.toContain(key.key.slice(4, -4));
});

test("the key and data give a PDF that holds them", async () => {
  const { pdf, documentId } = await key.client.generateDocument({
    templateId,
    data: {
      number: "2031",
      lines: [
        { text: "Consulting", amount: "900.00 €" },
        { text: "Travel <b>", amount: "12" },
      ],
    },
    filename: "invoice-2031",
  });
  const text = (await pdfText(pdf)).join();
  expect(text).toContain("Invoice 2031");
  expect(text).toContain("Consulting: 900.00 €");
  expect(text).toContain("Travel <b>: 12");
  const { pageCount, pageSizesPt } = await pdfInfo(pdf);
  expect(pageCount).toBe(1);
  // A5 is 148 by 210 mm.
  expect(Math.abs((pageSizesPt[0]?.width ?? 0) - (148 / 25.4) * 72)).toBeLessThan(1);
  expect(Math.abs((pageSizesPt[0]?.height ?? 0) - (210 / 25.4) * 72)).toBeLessThan(1);
  const record = await dashboard.call(operations.getDocument.member, { params: { projectId, documentId } });
  expect(record).toMatchObject({ templateId, version: 1, filename: "invoice-2031" });
});

test("a refused request is recorded with its key, reason and id, and no value of its data", async () => {
  const secret = "4111 1111 1111 1111";
  const response = await fetch(`${platen.baseUrl}/api/v1/generate`, {
    method: "POST",
    headers: { authorization: `Bearer ${key.key}`, "content-type": "application/json" },
    body: JSON.stringify({ templateId, data: { [secret]: secret }, options: { scale: 9 } }),
  });
  expect(response.status).toBe(400);
  const requestId = response.headers.get("x-request-id");
  const list = () => dashboard.call(operations.listRefusedRequests, { params: { projectId } });
  const isListed = async () => (await list()).refusedRequests.some((refused) => refused.requestId === requestId);
  await waitFor(isListed, { describe: "the refused request in the list" });
  const { refusedRequests } = await list();
  expect(refusedRequests).toMatchObject([
    { apiKey: { name: "Production" }, code: "request.invalid", path: "options.scale", requests: 1, requestId },
  ]);
  expect(JSON.stringify(refusedRequests)).not.toContain(secret);
});

test("the published version stays what it was until the next one is published, and can be brought back", async () => {
  const params = { projectId, templateId };
  const draft = await dashboard.call(operations.getDraft.member, { params });
  const { updatedAt: _updatedAt, savedBy: _savedBy, ...source } = draft;
  const saved = await dashboard.call(operations.saveDraft.member, {
    params,
    body: { ...source, html: "<p>Second {{number}}</p>" },
  });
  const generated = async (extra: { version?: number } = {}) => {
    const { pdf } = await key.client.generateDocument({ templateId, data: { number: "7", lines: [] }, ...extra });
    return (await pdfText(pdf)).join();
  };
  expect(await generated()).toContain("Invoice 7");
  await dashboard.call(operations.publishDraft.member, { params, body: { revision: saved.revision } });
  expect(await generated()).toContain("Second 7");
  expect(await generated({ version: 1 })).toContain("Invoice 7");

  const { revision } = await dashboard.call(operations.getDraft.member, { params });
  const restored = await dashboard.call(operations.restoreVersion.member, {
    params: { ...params, version: "1" },
    body: { revision },
  });
  expect(restored.html).toBe(source.html);
  await dashboard.call(operations.publishDraft.member, { params, body: { revision: restored.revision } });
  expect(await generated()).toContain("Invoice 7");
  const { versions } = await dashboard.call(operations.listVersions.member, { params });
  expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
});

test("every list takes page and pageSize", async () => {
  const lists = publicOperations().filter(({ operationId }) => operationId.startsWith("list"));
  expect(lists.length).toBeGreaterThanOrEqual(9);
  const headers = { authorization: `Bearer ${key.key}`, cookie: dashboard.cookie() ?? "" };
  const { documents } = await key.client.listDocuments();
  const { batchId } = await key.client.createBatch({ templateId });
  const ids = { projectId, templateId, batchId, documentId: documents[0]?.documentId ?? "" };
  for (const { path } of lists) {
    const filled = Object.entries(ids).reduce((url, [name, id]) => url.replace(`{${name}}`, id), path);
    const { json } = await exchange(`${platen.baseUrl}${filled}?page=2&pageSize=1`, { headers });
    expect([path, json]).toMatchObject([path, { success: true, data: { pagination: { page: 2, pageSize: 1 } } }]);
  }
});

test("a revoked key is refused at once, and the project's other keys are not", async () => {
  const staging = await createKey(platen.baseUrl, dashboard, projectId, "Staging");
  const ci = await createKey(platen.baseUrl, dashboard, projectId, "CI");
  await dashboard.call(operations.revokeApiKey, { params: { projectId, keyId: key.keyId } });
  expect(await refusal(key.client.listTemplates())).toEqual([401, "auth.key_invalid"]);
  expect(await refusal(key.client.generateDocument({ templateId, data: {} }))).toEqual([401, "auth.key_invalid"]);
  for (const { client } of [staging, ci]) {
    expect((await client.getTemplate(templateId)).templateId).toBe(templateId);
    expect((await client.generateDocument({ templateId, data: { lines: [] } })).pdf.length).toBeGreaterThan(0);
  }
  const { apiKeys } = await dashboard.call(operations.listApiKeys, {
    params: { projectId },
    query: { sort: "name:asc" },
  });
  expect(apiKeys.map(({ name }) => name)).toEqual(["CI", "Staging"]);
});

test("a project with templates is deleted only under its name, and with it everything in it", async () => {
  const { client } = await createKey(platen.baseUrl, dashboard, projectId, "Last");
  const params = { projectId };
  expect(await refusal(dashboard.call(operations.deleteProject, { params }))).toEqual([409, "project.not_empty"]);
  await dashboard.call(operations.deleteProject, { params, query: { confirmName: "Billing" } });
  expect((await dashboard.call(operations.listMemberProjects, {})).projects).toEqual([]);
  expect(await refusal(dashboard.call(operations.getProject, { params }))).toEqual([404, "project.not_found"]);
  expect(await refusal(client.listTemplates())).toEqual([401, "auth.key_invalid"]);
});
