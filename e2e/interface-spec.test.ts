import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createClient } from "@platen/client";
import { createId, operations } from "@platen/contracts";
import { pdfInfo, pdfText, startPlaten, type Platen } from "@platen/testing";
import { signIn, type DashboardSession } from "./dashboard-session.ts";
import { errorOf, exchange } from "./exchange.ts";
import { rules, type Rule } from "./interface-rules.ts";
import {
  createKey,
  createProject,
  createRevokedKey,
  createTemplate,
  publishTemplate,
  type IssuedKey,
} from "./project-setup.ts";
import { refusal } from "./refusal.ts";

const templateCount = 45;

let platen: Platen;
let dashboard: DashboardSession;
/** A project whose only templates are the ones made below. */
let projectId: string;
let greetingId: string;
let key: IssuedKey;
let other: { projectId: string; templateId: string; key: IssuedKey };

beforeAll(async () => {
  platen = await startPlaten({ workers: 1 });
  dashboard = await signIn(platen.baseUrl, platen.account);
  projectId = await createProject(dashboard, "Specification");
  greetingId = await publishTemplate(dashboard, projectId, {
    name: "Greeting",
    html: "<h1>Good day, {{name}}!</h1><p>{{#lines}}[{{.}}]{{/lines}}</p>",
    tags: ["letters"],
    dataSets: [{ name: "Sample data", json: '{ "name": "Sample" }' }],
  });
  for (let number = 2; number <= templateCount; number += 1) {
    const name = `Template ${String(number).padStart(2, "0")}`;
    await createTemplate(dashboard, projectId, { name, html: "<p>{{x}}</p>" });
  }
  key = await createKey(platen.baseUrl, dashboard, projectId, "Specification");

  const otherId = await createProject(dashboard, "Foreign");
  other = {
    projectId: otherId,
    templateId: await publishTemplate(dashboard, otherId, { name: "Not yours", html: "<p>secret</p>" }),
    key: await createKey(platen.baseUrl, dashboard, otherId),
  };
}, 120_000);

afterAll(() => platen?.stop());

const tested = new Set<Rule>();

/** A test of rules of the specification, named by their sentences. */
function rule(sentences: readonly Rule[], guarantee: string, check: () => Promise<void>): void {
  for (const sentence of sentences) tested.add(sentence);
  test(`${guarantee} — ${sentences.map((sentence) => `“${sentence}”`).join(" ")}`, check, 60_000);
}

function get(path: string, apiKey = key.key) {
  return exchange(`${platen.baseUrl}${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
}

/** The parameters that an answer refuses. */
async function refusedParameters(path: string): Promise<string[]> {
  const answer = await get(path);
  const error = errorOf(answer);
  expect([answer.status, error.code]).toEqual([400, "request.invalid"]);
  return (error.details ?? []).map((detail) => detail.path);
}

const greet = (name: string, client = key.client) =>
  client.generateDocument({ templateId: greetingId, data: { name, lines: [] } });

rule(
  [
    "The service generates PDF documents from templates.",
    "A client application, server or CI pipeline calls the generation endpoint with an API key, names a template and supplies data for it, and receives a generated PDF.",
    "Method and path: `POST /api/v1/generate`",
    "Headers: `Authorization: Bearer <API_KEY>`; `Content-Type: application/json`.",
    "string, sent as a bearer token",
    "Identifier passed to generation.",
  ],
  "a key, a template and data give a PDF",
  async () => {
    const response = await fetch(`${platen.baseUrl}/api/v1/generate`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key.key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ templateId: greetingId, data: { name: "Ada" } }),
    });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const pdf = await response.bytes();
    expect((await pdfInfo(pdf)).pageCount).toBe(1);
    expect((await pdfText(pdf)).join()).toContain("Good day, Ada!");
  },
);

rule(
  ["Values for the template; keys and values are template-specific."],
  "the values given are what the document shows",
  async () => {
    const { pdf } = await key.client.generateDocument({
      templateId: greetingId,
      data: { name: "Grace <i>&", lines: ["one", 2, true], notInTheTemplate: { is: "ignored" } },
    });
    const text = (await pdfText(pdf)).join();
    expect(text).toContain("Good day, Grace <i>&!");
    expect(text.replaceAll("\n", "")).toContain("[one][2][true]");
    expect(text).not.toContain("ignored");
  },
);

rule(
  [
    "A key can generate only from templates of its own project, and cannot reach templates of other projects.",
    "Template to render; must belong to the project of the key.",
    "Belongs to one project.",
    "An API key belongs to one project and authorizes only operations on that project's templates.",
  ],
  "another project's template looks as if it did not exist",
  async () => {
    const foreign = { templateId: other.templateId, data: {} };
    const missing = { templateId: createId("template"), data: {} };
    expect(await refusal(key.client.generateDocument(foreign))).toEqual([404, "template.not_found"]);
    expect(await refusal(key.client.generateDocument(missing))).toEqual([404, "template.not_found"]);
    expect(await refusal(key.client.getTemplate(other.templateId))).toEqual([404, "template.not_found"]);
    expect((await other.key.client.getTemplate(other.templateId)).name).toBe("Not yours");
    expect((await other.key.client.generateDocument(foreign)).pdf.length).toBeGreaterThan(0);
    const names = (await key.client.listTemplates({ search: "Not yours" })).templates;
    expect(names).toEqual([]);
  },
);

rule(
  ["Each API key is bound to exactly one project.", "Fixed scope of the key."],
  "a key sees its own project and no other, also after it was renamed",
  async () => {
    const { keyId, client } = await createKey(platen.baseUrl, dashboard, projectId);
    const reachable = async () => (await client.listProjects()).projects.map((project) => project.projectId);
    expect(await reachable()).toEqual([projectId]);
    await dashboard.call(operations.renameApiKey, { params: { projectId, keyId }, body: { name: "Renamed" } });
    expect(await reachable()).toEqual([projectId]);
    // No request can name another project: neither renaming nor a query takes one.
    const { key: value } = await createKey(platen.baseUrl, dashboard, projectId);
    expect((await get(`/api/v1/templates?projectId=${other.projectId}`, value)).status).toBe(400);
  },
);

rule(
  ["Templates are grouped in projects.", "A container of templates and API keys."],
  "a project lists its own templates and keys and no others",
  async () => {
    const params = { projectId: other.projectId };
    const { templates } = await dashboard.call(operations.listProjectTemplates, { params });
    expect(templates.map((template) => template.templateId)).toEqual([other.templateId]);
    const { apiKeys } = await dashboard.call(operations.listApiKeys, { params });
    expect(apiKeys.map((apiKey) => apiKey.keyId)).toEqual([other.key.keyId]);
  },
);

rule(
  [
    "Keys are created and managed in a dashboard, in the API Keys tab of a project.",
    "Creating, renaming, listing and revoking API keys is done in the dashboard.",
  ],
  "a dashboard session manages keys, and an API key cannot",
  async () => {
    const own = await createProject(dashboard, "Managed");
    const { keyId, key: value } = await createKey(platen.baseUrl, dashboard, own, "First");
    const keysPath = `${platen.baseUrl}/api/dashboard/projects/${own}/api-keys`;
    const names = async () => {
      const { apiKeys } = await dashboard.call(operations.listApiKeys, { params: { projectId: own } });
      return apiKeys.map((apiKey) => apiKey.name);
    };
    expect(await names()).toEqual(["First"]);
    await dashboard.call(operations.renameApiKey, { params: { projectId: own, keyId }, body: { name: "Second" } });
    expect(await names()).toEqual(["Second"]);

    const headers = { authorization: `Bearer ${value}`, "content-type": "application/json" };
    const attempts = await Promise.all([
      exchange(keysPath, { headers }),
      exchange(keysPath, { headers, method: "POST", body: '{"name":"x"}' }),
      exchange(`${keysPath}/${keyId}`, { headers, method: "PATCH", body: '{"name":"x"}' }),
      exchange(`${keysPath}/${keyId}`, { headers, method: "DELETE" }),
    ]);
    expect(attempts.map((answer) => [answer.status, errorOf(answer).code])).toEqual(
      attempts.map(() => [401, "auth.session_invalid"]),
    );
    expect(await names()).toEqual(["Second"]);

    await dashboard.call(operations.revokeApiKey, { params: { projectId: own, keyId } });
    expect(await names()).toEqual([]);
  },
);

rule(
  [
    "Previews of documents are made in a visual editor in the same dashboard (the editor is not part of the HTTP interface).",
  ],
  "a dashboard session previews a draft, and an API key cannot",
  async () => {
    const params = { projectId, templateId: greetingId };
    const { bytes } = await dashboard.bytes(operations.previewTemplate, {
      params,
      body: { data: { name: "Preview" } },
    });
    expect((await pdfText(bytes)).join()).toContain("Good day, Preview!");
    const { bytes: sample } = await dashboard.bytes(operations.previewTemplate, { params, body: {} });
    expect((await pdfText(sample)).join()).toContain("Good day, Sample!");
    const { bytes: unsaved } = await dashboard.bytes(operations.previewSource, {
      params: { projectId },
      body: {
        name: "Notice",
        html: "<h1>{{title}}</h1><h1 style='break-before: page'>Second page</h1>",
        data: { title: "No template yet" },
        options: { pageRanges: "1" },
      },
    });
    expect(await pdfText(unsaved)).toEqual(["No template yet"]);
    const path = `/api/dashboard/projects/${projectId}/templates/${greetingId}/preview`;
    const answer = await exchange(`${platen.baseUrl}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key.key}`, "content-type": "application/json" },
      body: "{}",
    });
    expect([answer.status, errorOf(answer).code]).toEqual([401, "auth.session_invalid"]);
  },
);

rule(
  ["A descriptive label chosen at creation; can be renamed later.", "Only the name changes."],
  "renaming changes a key's name and nothing else",
  async () => {
    const created = await dashboard.call(operations.createApiKey, {
      params: { projectId },
      body: { name: "Label as chosen" },
    });
    const { key: value, ...before } = created;
    expect(before.name).toBe("Label as chosen");
    const after = await dashboard.call(operations.renameApiKey, {
      params: { projectId, keyId: created.keyId },
      body: { name: "Another label" },
    });
    expect(after).toEqual({ ...before, name: "Another label" });
    expect((await get("/api/v1/templates?pageSize=1", value)).status).toBe(200);
  },
);

rule(
  [
    "Displayed in full only once, at creation.",
    "Afterwards only the last 4 characters are displayed.",
    "Cannot be recovered; a lost key is replaced by creating a new one.",
  ],
  "no answer but the creation's holds more of a key than its last four characters",
  async () => {
    const created = await createKey(platen.baseUrl, dashboard, projectId, "Shown once");
    const cookie = dashboard.cookie() ?? "";
    const base = `${platen.baseUrl}/api/dashboard/projects/${projectId}/api-keys`;
    const list = await exchange(`${base}?pageSize=100`, { headers: { cookie } });
    const renamed = await exchange(`${base}/${created.keyId}`, {
      method: "PATCH",
      headers: { cookie, "content-type": "application/json" },
      body: '{"name":"Still hidden"}',
    });
    // No operation returns a single key.
    const single = await exchange(`${base}/${created.keyId}`, { headers: { cookie } });
    expect([list.status, renamed.status, single.status]).toEqual([200, 200, 405]);
    for (const { text } of [list, renamed, single]) expect(text).not.toContain(created.key.slice(4, -4));
    expect(renamed.json).toMatchObject({ data: { lastFour: created.key.slice(-4) } });
    expect(list.text).toContain(`"lastFour":"${created.key.slice(-4)}"`);

    const replacement = await createKey(platen.baseUrl, dashboard, projectId, "Shown once");
    expect(replacement.key).not.toBe(created.key);
    expect((await greet("Replaced", replacement.client)).pdf.length).toBeGreaterThan(0);
  },
);

rule(
  [
    "API key states: active, revoked.",
    "Creation of a key leads to the active state.",
    "Only active keys are listed in the key list.",
    "Permanent and immediate.",
    "Every application that uses the key stops working.",
    "A key is created in the dashboard, shown once, and can be revoked permanently.",
    "A revoked key no longer works.",
  ],
  "a key works from its creation until it is revoked, and then nowhere and never again",
  async () => {
    const { keyId, key: value, client } = await createKey(platen.baseUrl, dashboard, projectId, "To be revoked");
    // Two applications with one key, each with connections of its own.
    const applications = [client, createClient({ baseUrl: platen.baseUrl, apiKey: value })];
    for (const application of applications) expect((await greet("Active", application)).pdf.length).toBeGreaterThan(0);
    const params = { projectId, keyId };
    const listed = async () => {
      const { apiKeys } = await dashboard.call(operations.listApiKeys, {
        params: { projectId },
        query: { pageSize: 100 },
      });
      return apiKeys.some((apiKey) => apiKey.keyId === keyId);
    };
    expect(await listed()).toBe(true);

    await dashboard.call(operations.revokeApiKey, { params });
    const refusals = await Promise.all(
      applications.flatMap((application) => [
        refusal(greet("Revoked", application)),
        refusal(application.listTemplates()),
        refusal(application.getTemplate(greetingId)),
        refusal(application.listDocuments()),
        refusal(application.listProjects()),
      ]),
    );
    expect(refusals).toEqual(refusals.map(() => [401, "auth.key_invalid"]));
    expect(await listed()).toBe(false);

    // Permanent: a revoked key cannot be renamed or revoked, so nothing can make it active.
    expect(await refusal(dashboard.call(operations.revokeApiKey, { params }))).toEqual([404, "key.not_found"]);
    const renaming = dashboard.call(operations.renameApiKey, { params, body: { name: "Back again" } });
    expect(await refusal(renaming)).toEqual([404, "key.not_found"]);
  },
);

rule(
  ["Several keys can exist per project (for example one per environment); each is independent."],
  "revoking one key leaves the project's others working",
  async () => {
    const production = await createKey(platen.baseUrl, dashboard, projectId, "Production");
    const staging = await createKey(platen.baseUrl, dashboard, projectId, "Staging");
    const sameName = await createKey(platen.baseUrl, dashboard, projectId, "Staging");
    await dashboard.call(operations.revokeApiKey, { params: { projectId, keyId: staging.keyId } });
    expect((await greet("Production", production.client)).pdf.length).toBeGreaterThan(0);
    expect((await greet("Staging 2", sameName.client)).pdf.length).toBeGreaterThan(0);
    expect(await refusal(greet("Staging", staging.client))).toEqual([401, "auth.key_invalid"]);
  },
);

rule(
  [
    "Every API request carries the header `Authorization: Bearer <API_KEY>`.",
    "Header: `Authorization: Bearer <API_KEY>`.",
    "Method and path: `GET /api/v1/templates`",
  ],
  "without a good bearer key every operation of the API is refused",
  async () => {
    expect((await get("/api/v1/templates")).status).toBe(200);
    const revoked = await createRevokedKey(platen.baseUrl, dashboard, projectId);
    const underV1 = Object.values(operations).filter((operation) => operation.path.startsWith("/api/v1/"));
    expect(underV1.length).toBeGreaterThanOrEqual(6);
    for (const { method, path } of underV1) {
      const url =
        platen.baseUrl + path.replace("{templateId}", greetingId).replace("{documentId}", createId("document"));
      const body = method === "get" ? {} : { body: JSON.stringify({ templateId: greetingId, data: {} }) };
      const send = (headers: Record<string, string>) =>
        exchange(url, {
          method: method.toUpperCase(),
          headers: { "content-type": "application/json", ...headers },
          ...body,
        });
      const without = await send({});
      expect([path, without.status, errorOf(without).code]).toEqual([path, 401, "auth.key_missing"]);
      const withRevoked = await send({ authorization: `Bearer ${revoked.key}` });
      expect([path, withRevoked.status, errorOf(withRevoked).code]).toEqual([path, 401, "auth.key_invalid"]);
    }
  },
);

rule(
  [
    "Without parameters, a page of 20 items (page 1) is returned.",
    "Default page size | 20 | List endpoints",
    "Response: envelope with `success` and `data`; `data.templates` is an array of templates for the requested page; `data.pagination` is the pagination object with `page`, `pageSize`, `total`, `totalPages`.",
    "For a template list it holds `templates` (array) and `pagination` (object).",
    "Current page number (1-indexed).",
    "Items per page.",
    "Total number of items across all pages.",
    "Total number of pages.",
  ],
  "a list without parameters is its first 20 items, counted",
  async () => {
    const { json } = await get("/api/v1/templates");
    expect(json).toEqual({
      success: true,
      data: {
        templates: expect.any(Array),
        pagination: { page: 1, pageSize: 20, total: templateCount, totalPages: 3 },
      },
    });
    expect((await key.client.listTemplates()).templates).toHaveLength(20);
    const last = await key.client.listTemplates({ page: 3 });
    expect(last.templates).toHaveLength(templateCount - 40);
    expect(last.pagination).toEqual({ page: 3, pageSize: 20, total: templateCount, totalPages: 3 });
    const beyond = await key.client.listTemplates({ page: 4 });
    expect(beyond).toEqual({
      templates: [],
      pagination: { page: 4, pageSize: 20, total: templateCount, totalPages: 3 },
    });
  },
);

rule(["Page number, 1-indexed.", "Lowest page number | 1 | `page` parameter"], "pages are counted from 1", async () => {
  const explicit = await key.client.listTemplates({ page: 1 });
  expect(explicit).toEqual(await key.client.listTemplates());
  for (const page of ["0", "-1", "1.5", "one", "", "1e2", "99999999999"]) {
    expect([page, await refusedParameters(`/api/v1/templates?page=${page}`)]).toEqual([page, ["page"]]);
  }
});

rule(
  ["Items per page, 1 to 100.", "Allowed page size | 1 to 100 | `pageSize` parameter"],
  "a page holds 1 to 100 items",
  async () => {
    const smallest = await key.client.listTemplates({ pageSize: 1 });
    expect(smallest.templates).toHaveLength(1);
    expect(smallest.pagination).toEqual({ page: 1, pageSize: 1, total: templateCount, totalPages: templateCount });
    const largest = await key.client.listTemplates({ pageSize: 100 });
    expect(largest.templates).toHaveLength(templateCount);
    expect(largest.pagination).toEqual({ page: 1, pageSize: 100, total: templateCount, totalPages: 1 });
    for (const pageSize of ["0", "101", "-20", "20.5", "many", "", "1000000"]) {
      const refused = await refusedParameters(`/api/v1/templates?pageSize=${pageSize}`);
      expect([pageSize, refused]).toEqual([pageSize, ["pageSize"]]);
    }
  },
);

rule(
  [
    "Format `<field>:<direction>`, direction is `asc` or `desc`.",
    "`updatedAt` is a usable field.",
    "Can be used as a sort field.",
  ],
  "templates are sorted by the time of their last change, both ways",
  async () => {
    const ascending = (await key.client.listTemplates({ sort: "updatedAt:asc", pageSize: 100 })).templates;
    const times = ascending.map((template) => template.updatedAt);
    expect(times).toEqual(times.toSorted());
    const descending = (await key.client.listTemplates({ sort: "updatedAt:desc", pageSize: 100 })).templates;
    expect(descending).toEqual(ascending.toReversed());
    for (const sort of ["updatedAt", "updatedAt:up", "updatedAt:ASC", ":asc", "updatedAt:asc:desc", "secret:asc", ""]) {
      expect([sort, await refusedParameters(`/api/v1/templates?sort=${sort}`)]).toEqual([sort, ["sort"]]);
    }
  },
);

rule(
  ["Only some list endpoints support sorting."],
  "a list sorts by the fields that it names, and refuses others by name",
  async () => {
    const answer = await get("/api/v1/documents?sort=name:asc");
    const { code, details } = errorOf(answer);
    expect([answer.status, code]).toEqual([400, "request.invalid"]);
    expect(details).toEqual([{ path: "sort", message: "must be one of createdAt:asc, createdAt:desc" }]);
    expect((await get("/api/v1/templates?sort=name:asc")).status).toBe(200);
  },
);

rule(
  ["To read all items, a client requests pages from 1 up to `totalPages`."],
  "the pages of a list together hold each item exactly once",
  async () => {
    for (const sort of ["updatedAt:desc", "createdAt:asc", "name:desc"] as const) {
      const first = await key.client.listTemplates({ pageSize: 7, sort });
      const ids: string[] = [];
      for (let page = 1; page <= first.pagination.totalPages; page += 1) {
        const { templates } = await key.client.listTemplates({ page, pageSize: 7, sort });
        ids.push(...templates.map((template) => template.templateId));
      }
      expect([sort, ids.length, new Set(ids).size]).toEqual([sort, templateCount, templateCount]);
    }
    const walked = new Set<string>();
    for await (const template of key.client.allTemplates({ pageSize: 10 })) walked.add(template.templateId);
    expect(walked.size).toBe(templateCount);
  },
);

rule(
  ["Narrowing results by filtering and search parameters before paging is recommended over fetching all pages."],
  "search and filters narrow the items and the totals",
  async () => {
    const searched = await key.client.listTemplates({ search: "template 1" });
    expect(searched.templates.map((template) => template.name).toSorted()).toEqual(
      Array.from({ length: 10 }, (_, index) => `Template ${index + 10}`),
    );
    expect(searched.pagination).toMatchObject({ total: 10, totalPages: 1 });
    const tagged = await key.client.listTemplates({ tag: "letters" });
    expect(tagged.templates.map((template) => template.templateId)).toEqual([greetingId]);
    // A wildcard of the database is an ordinary character here.
    expect((await key.client.listTemplates({ search: "%" })).pagination.total).toBe(0);
    const { documentId } = await greet("Listed");
    const documents = await key.client.listDocuments({ templateId: greetingId, pageSize: 100 });
    expect(documents.documents.map((document) => document.documentId)).toContain(documentId);
    const unused = await key.client.listDocuments({ templateId: createId("template") });
    expect(unused.pagination).toMatchObject({ total: 0, totalPages: 0 });
  },
);

rule(
  [
    "List endpoints return results in pages (see Endpoints).",
    "Projects and other collections are described as paginated with the same parameters.",
  ],
  "every list takes page and pageSize and returns its pagination",
  async () => {
    const lists = Object.values(operations).filter((operation) => operation.operationId.startsWith("list"));
    expect(lists.length).toBeGreaterThanOrEqual(9);
    const headers = { authorization: `Bearer ${key.key}`, cookie: dashboard.cookie() ?? "" };
    for (const { path } of lists) {
      const url = platen.baseUrl + path.replace("{projectId}", projectId).replace("{templateId}", greetingId);
      const { status, json } = await exchange(`${url}?page=1&pageSize=1`, { headers });
      expect([path, status]).toEqual([path, 200]);
      expect(json).toMatchObject({ success: true, data: { pagination: { page: 1, pageSize: 1 } } });
      const standard = await exchange(url, { headers });
      expect(standard.json).toMatchObject({ data: { pagination: { page: 1, pageSize: 20 } } });
      for (const wrong of ["page=0", "pageSize=0", "pageSize=101"]) {
        const answer = await exchange(`${url}?${wrong}`, { headers });
        expect([path, wrong, answer.status, errorOf(answer).code]).toEqual([path, wrong, 400, "request.invalid"]);
      }
    }
  },
);

rule(["Only page-number pagination is defined."], "a cursor is refused as an unknown parameter", async () => {
  for (const name of ["cursor", "after", "offset", "limit"]) {
    expect(await refusedParameters(`/api/v1/templates?${name}=1`)).toEqual([name]);
  }
});

rule(
  ["Is true on a successful response.", "A successful response carries `success` set to true."],
  "success is true where the request succeeded and false where it did not",
  async () => {
    for (const path of [
      "/api/v1/templates",
      `/api/v1/templates/${greetingId}`,
      "/api/v1/documents",
      "/api/v1/projects",
    ]) {
      const { status, json } = await get(path);
      expect([path, status, json]).toMatchObject([path, 200, { success: true, data: expect.any(Object) }]);
    }
    const generated = await exchange(`${platen.baseUrl}/api/v1/generate`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key.key}`,
        "content-type": "application/json",
        accept: "application/json",
      },
      body: JSON.stringify({ templateId: greetingId, data: {} }),
    });
    expect(generated.json).toMatchObject({ success: true, data: { templateId: greetingId, version: 1, pageCount: 1 } });
    expect((await get(`/api/v1/templates/${createId("template")}`)).json).toMatchObject({ success: false });
  },
);

rule(
  ["The API version is part of the path: all shown endpoints live under `/api/v1/`."],
  "the endpoints answer under /api/v1/ and under no other version",
  async () => {
    const openapi = await get("/api/v1/openapi.json");
    expect(openapi.json).toMatchObject({
      paths: { "/api/v1/generate": { post: {} }, "/api/v1/templates": { get: {} } },
    });
    for (const path of ["/api/templates", "/api/v2/templates", "/templates", "/v1/templates"]) {
      const answer = await get(path);
      expect([path, answer.status, errorOf(answer).code]).toEqual([path, 404, "route.not_found"]);
    }
  },
);

test("every rule of the specification has a test that names it", () => {
  expect(rules.length).toBeGreaterThan(50);
  expect(rules.filter((sentence) => !tested.has(sentence))).toEqual([]);
});
