import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createClient } from "@platen/client";
import { createApiKeyValue, errorEnvelope, operations, resourceBlocked } from "@platen/contracts";
import { freePort, waitFor } from "@platen/testing";
import { randomBytes } from "node:crypto";
import {
  createProject,
  type Member,
  type TestGateway,
  type TestProject,
  type TestFixture,
} from "./testing/test-gateway.ts";
import { startTestSystem, type TestSystem } from "./testing/test-system.ts";

let system: TestSystem;
let fixture: TestFixture;
let gateway: TestGateway;
let worker: TestSystem["worker"];
let member: Member;
let project: TestProject;

beforeAll(async () => {
  system = await startTestSystem();
  ({ fixture, gateway, worker, member, project } = system);
});

afterAll(() => system?.stop());

type GenerateOptions = { key?: string; accept?: string; baseUrl?: string; signal?: AbortSignal; body?: object };

function generate(data: object, { key, accept, baseUrl, signal, body }: GenerateOptions = {}): Promise<Response> {
  return fetch(`${baseUrl ?? gateway.baseUrl}/api/v1/generate`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key ?? project.key}`,
      "content-type": "application/json",
      ...(accept === undefined ? {} : { accept }),
    },
    body: JSON.stringify({ templateId: project.templateId, data, ...body }),
    ...(signal ? { signal } : {}),
  });
}

async function problemOf(response: Response) {
  const { error } = errorEnvelope.parse(await response.json());
  expect(error.requestId).toBe(response.headers.get("x-request-id"));
  return { status: response.status, ...error, requestId: undefined };
}

async function latestDocument() {
  const client = createClient({ baseUrl: gateway.baseUrl, apiKey: project.key });
  const { documents } = await client.listDocuments({ pageSize: 1 });
  return documents[0];
}

async function documentCount(): Promise<number> {
  const client = createClient({ baseUrl: gateway.baseUrl, apiKey: project.key });
  return (await client.listDocuments({ pageSize: 1 })).pagination.total;
}

async function queueIsEmpty(): Promise<boolean> {
  const metrics = await gateway.dependencies.metrics.registry.metrics();
  const states = ["waiting", "prioritized", "active", "delayed"];
  return states.every((state) => new RegExp(`platen_queue_jobs\\{state="${state}"[^}]*\\} 0`).test(metrics));
}

describe("a generated document", () => {
  test("is answered as a PDF to save, with its id and where the time went", async () => {
    const response = await generate({ number: "2031" });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('%PDF-1.7 {"number":"2031"}');
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="Facture d_aout.pdf"; filename*=UTF-8''Facture%20d%E2%80%99ao%C3%BBt.pdf`,
      "server-timing": expect.stringMatching(/^queue;dur=3, render;dur=40, total;dur=\d+$/),
      "cache-control": "no-store",
    });
    const document = await latestDocument();
    expect(document).toMatchObject({ status: "completed", pageCount: 2, templateId: project.templateId, version: 1 });
    expect(headers["platen-document-id"]).toBe(document?.documentId);
  });

  test("is answered as JSON where only that is accepted", async () => {
    const client = createClient({ baseUrl: gateway.baseUrl, apiKey: project.key });
    const document = await client.generateDocumentAsJson({ templateId: project.templateId, data: { number: 7 } });
    expect(Buffer.from(document.content, "base64").toString()).toBe('%PDF-1.7 {"number":7}');
    expect(document).toMatchObject({
      documentId: (await latestDocument())?.documentId,
      templateId: project.templateId,
      version: 1,
      pageCount: 2,
      timings: { queueMs: 3, renderMs: 40 },
    });
  });

  test("gets its request's file name and page settings, and the worker gets only what it needs", async () => {
    const response = await generate({ n: 1 }, { body: { filename: "7.pdf", options: { format: "A5" } } });
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="7.pdf"');
    const job = worker.jobs.at(-1);
    expect(job).toMatchObject({ dataJson: '{"n":1}', options: { format: "A5" }, projectId: project.projectId });
    expect(job?.requestId).toBe(response.headers.get("x-request-id"));
    expect(JSON.stringify(job)).not.toContain(project.key);
  });

  test("comes with its warnings: in a header, in JSON and from the client", async () => {
    const warnings = [
      resourceBlocked({ kind: "image", host: "cdn.example.com", count: 3 }),
      resourceBlocked({ kind: "font", host: "fonts.example:8443", count: 1 }),
    ];
    const response = await generate({ warnings });
    expect(response.status).toBe(200);
    expect(response.headers.get("platen-warnings")).toBe(
      '"resource.blocked";kind=image;host="cdn.example.com";count=3, "resource.blocked";kind=font;host="fonts.example:8443";count=1',
    );
    const client = createClient({ baseUrl: gateway.baseUrl, apiKey: project.key });
    const body = { templateId: project.templateId, data: { warnings } };
    expect((await client.generateDocument(body)).warnings).toEqual(warnings);
    const json = await generate({ warnings }, { accept: "application/json" });
    expect(json.headers.get("platen-warnings")).toBe(response.headers.get("platen-warnings"));
    expect(await json.json()).toMatchObject({ data: { warnings } });
  });

  test("without warnings has no header, and an empty list in JSON", async () => {
    expect((await generate({})).headers.has("platen-warnings")).toBe(false);
    const client = createClient({ baseUrl: gateway.baseUrl, apiKey: project.key });
    const body = { templateId: project.templateId, data: {} };
    expect((await client.generateDocument(body)).warnings).toEqual([]);
    expect((await client.generateDocumentAsJson(body)).warnings).toEqual([]);
  });

  test("gets its own bytes among many concurrent requests", async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, number) => (await generate({ number })).text()),
    );
    expect(answers).toEqual(Array.from({ length: 40 }, (_, number) => `%PDF-1.7 {"number":${number}}`));
  });
});

describe("concurrent documents of several projects", () => {
  test("are created each for its own key, and a refused document affects no other", async () => {
    const other = await createProject(member, "Among others");
    const callers = Array.from({ length: 30 }, (_, number) => ({ number, ...(number % 2 ? project : other) }));
    const expected = await Promise.all(
      callers.map(async ({ number, key, templateId, projectId }) => {
        if (number % 5 === 0) {
          const refused = await problemOf(await generate({ number }, { key: createApiKeyValue(randomBytes) }));
          return refused.code === "auth.key_invalid";
        }
        if (number % 7 === 0) {
          const foreign = projectId === project.projectId ? other.templateId : project.templateId;
          const refused = await problemOf(await generate({ number }, { key, body: { templateId: foreign } }));
          return refused.code === "template.not_found";
        }
        const response = await generate({ number }, { key, body: { templateId } });
        const documentId = response.headers.get("platen-document-id");
        const job = worker.jobs.find((taken) => taken.documentId === documentId);
        return (await response.text()) === `%PDF-1.7 {"number":${number}}` && job?.projectId === projectId;
      }),
    );
    expect(expected).toEqual(callers.map(() => true));
  });
});

describe("no record is created", () => {
  test("for a media type that the service does not make", async () => {
    const before = await documentCount();
    const response = await generate({}, { accept: "image/png" });
    expect(await problemOf(response)).toMatchObject({ status: 406, code: "request.not_acceptable" });
    expect(await documentCount()).toBe(before);
  });

  test("for an invalid body, and the problem names every invalid field", async () => {
    const before = await documentCount();
    const response = await generate({}, { body: { data: [], filename: "a/b", extra: 1 } });
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ status: 400, code: "request.invalid" });
    expect(problem.details?.map(({ path }) => path).toSorted()).toEqual(["data", "extra", "filename"]);
    expect(await documentCount()).toBe(before);
  });

  test("without a key", async () => {
    const response = await fetch(`${gateway.baseUrl}/api/v1/generate`, { method: "POST" });
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await problemOf(response)).toMatchObject({ status: 401, code: "auth.key_missing" });
  });

  test("for malformed, unknown and revoked keys, and all get the same answer", async () => {
    const other = await createProject(member, "Soon without its key");
    expect((await generate({}, { key: other.key, body: { templateId: other.templateId } })).status).toBe(200);
    const params = { projectId: other.projectId, keyId: other.keyId };
    await member.dashboard.call(operations.revokeApiKey, { params });
    const answers = await Promise.all(
      ["plt_short", createApiKeyValue(randomBytes), other.key].map(async (key) =>
        problemOf(await generate({}, { key })),
      ),
    );
    expect(answers[0]).toMatchObject({ status: 401, code: "auth.key_invalid" });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test("from another project's template, with the answer for a template that does not exist", async () => {
    const other = await createProject(member, "Another owner's");
    const foreign = await problemOf(await generate({}, { body: { templateId: other.templateId } }));
    const missing = await problemOf(await generate({}, { body: { templateId: "tpl_01jd3k8v7n2q4r6s8t0v2w4x6z" } }));
    const malformed = await problemOf(await generate({}, { body: { templateId: "invoice" } }));
    expect(foreign).toMatchObject({ status: 404, code: "template.not_found" });
    expect(missing).toEqual(foreign);
    expect(malformed).toEqual(foreign);
  });
});

describe("a document that fails", () => {
  test("by its own fault is answered with the reason and the position", async () => {
    const details = [{ path: "html", line: 1, column: 4, message: "unclosed section" }];
    const response = await generate({
      fail: { code: "template_syntax", message: "The template is broken.", retryable: false, details },
    });
    expect(await problemOf(response)).toMatchObject({ status: 422, code: "template.syntax_invalid", details });
    expect(await latestDocument()).toMatchObject({ status: "failed", failure: { code: "template_syntax" } });
  });

  test("by our fault is answered without internals", async () => {
    const response = await generate({ fail: { code: "unknown", message: "ENOENT /srv", retryable: true } });
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ status: 500, code: "internal" });
    expect(problem.message).not.toContain("ENOENT");
  });
});

describe("a deadline that passes", () => {
  test("while a worker hangs ends the wait and the job, and the document has failed", async () => {
    const hasty = await fixture.startGateway({ RENDER_DEADLINE_MS: "1000" });
    const response = await generate({ hang: 1 }, { baseUrl: hasty.baseUrl });
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ status: 504, code: "render.timeout" });
    expect(problem.message).toContain("render");
    const document = await latestDocument();
    expect(document).toMatchObject({ status: "failed", failure: { code: "render_timeout" } });
    await waitFor(() => worker.aborted.includes(document?.documentId ?? ""), { describe: "the worker to be told" });
    await waitFor(queueIsEmpty, { describe: "the queue to be empty" });
  });

  test("in the queue withdraws the job before a worker takes it", async () => {
    const lonely = await fixture.startGateway({
      RENDER_DEADLINE_MS: "1000",
      REDIS_PREFIX: `${fixture.redis.prefix}:lonely:`,
    });
    const response = await generate({ number: 1 }, { baseUrl: lonely.baseUrl });
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ status: 504, code: "render.timeout" });
    expect(problem.message).toContain("queue");
    expect(await latestDocument()).toMatchObject({
      status: "failed",
      failure: { code: "render_timeout", stage: "queue" },
    });
    const keys = await fixture.redis.redis.keys(`${fixture.redis.prefix}:lonely:*doc_*`);
    expect(keys).toEqual([]);
  });
});

test("a caller who hangs up cancels the document", async () => {
  const before = worker.jobs.length;
  const hangUp = new AbortController();
  const answer = generate({ hang: 1 }, { signal: hangUp.signal });
  await waitFor(() => worker.jobs.length > before, { describe: "the job" });
  hangUp.abort();
  await expect(answer).rejects.toMatchObject({ name: "AbortError" });
  const documentId = worker.jobs.at(-1)?.documentId ?? "";
  await waitFor(() => worker.aborted.includes(documentId), { describe: "the worker to be told" });
  await waitFor(async () => (await latestDocument())?.status === "cancelled", { describe: "the record" });
  await waitFor(queueIsEmpty, { describe: "the queue to be empty" });
});

describe("the rate limit", () => {
  test("is in every answer to a key", async () => {
    const response = await generate({ number: 1 });
    expect(response.headers.get("ratelimit-policy")).toBe('"default";q=6000;w=60');
    expect(response.headers.get("ratelimit")).toMatch(/^"default";r=\d+;t=\d+$/);
    const refused = await generate({}, { accept: "image/png" });
    expect(refused.headers.get("ratelimit")).toMatch(/^"default";r=\d+;t=\d+$/);
  });

  test("refuses further requests, says until when, and does not affect other keys", async () => {
    const strict = await fixture.startGateway({
      RATE_LIMIT_PER_MINUTE: "2",
      REDIS_PREFIX: `${fixture.redis.prefix}:strict:`,
    });
    const list = (key: string) =>
      fetch(`${strict.baseUrl}/api/v1/templates`, { headers: { authorization: `Bearer ${key}` } });
    expect((await list(project.key)).headers.get("ratelimit")).toMatch(/;r=1;/);
    expect((await list(project.key)).headers.get("ratelimit")).toMatch(/;r=0;/);
    for (let again = 0; again < 2; again += 1) {
      const refused = await list(project.key);
      const retryAfter = Number(refused.headers.get("retry-after"));
      expect(await problemOf(refused)).toMatchObject({ status: 429, code: "rate.limited" });
      expect(retryAfter).toBeGreaterThanOrEqual(1);
      expect(retryAfter).toBeLessThanOrEqual(60);
      expect(refused.headers.get("ratelimit")).toMatch(/^"default";r=0;t=\d+$/);
    }
    const other = await createProject(member, "Other key");
    expect((await list(other.key)).status).toBe(200);
  });
});

describe("while a dependency is away", () => {
  test("without Redis, generation fails quickly and reading goes on", async () => {
    const cut = await fixture.startGateway({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
    const startedAt = Date.now();
    const response = await generate({}, { baseUrl: cut.baseUrl });
    expect(await problemOf(response)).toMatchObject({ status: 503, code: "dependency.unavailable" });
    expect(response.headers.get("retry-after")).toBe("1");
    // Its deadline is a minute away.
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    const client = createClient({ baseUrl: cut.baseUrl, apiKey: project.key });
    expect((await client.listTemplates()).templates).toHaveLength(1);
  });

  test("a document that cannot be queued is recorded as failed", async () => {
    const { redis } = fixture;
    const prefix = `${redis.prefix}:unqueued:`;
    const full = await fixture.startGateway({ REDIS_PREFIX: prefix });
    // Redis refuses the queue's keys, as it does when it is full, but still counts requests.
    await redis.redis.call("ACL", "SETUSER", redis.prefix, "resetkeys", `~${prefix}rate*`);
    const response = await generate({ number: 1 }, { baseUrl: full.baseUrl });
    await redis.redis.call("ACL", "SETUSER", redis.prefix, "allkeys");
    expect(await problemOf(response)).toMatchObject({ status: 503, code: "dependency.unavailable" });
    expect(await latestDocument()).toMatchObject({ status: "failed", failure: { retryable: true } });
  });

  test("without the catalog, every operation that needs it answers 503", async () => {
    const cut = await fixture.startGateway({ CATALOG_URL: `http://127.0.0.1:${await freePort()}` });
    const client = createClient({ baseUrl: cut.baseUrl, apiKey: project.key });
    for (const call of [
      () => client.listTemplates(),
      () => client.generateDocument({ templateId: project.templateId, data: {} }),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 503, code: "dependency.unavailable", retryAfterSeconds: 1 });
    }
  });
});
