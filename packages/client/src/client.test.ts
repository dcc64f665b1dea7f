import { describe, expect, test } from "@jest/globals";
import { operations, publicOperations } from "@platen/contracts";
import { parseExactJson } from "@platen/contracts/exact-json";
import { Webhook } from "standardwebhooks";
import { createClient } from "./client.ts";
import { createTransport } from "./transport.ts";
import { verifyWebhook, WebhookRefused } from "./verify-webhook.ts";

type SentRequest = { url: string; method: string; headers: Headers; body: unknown };

/** A client whose requests `answer` answers, and the requests that it sent. */
function clientOf(answer: (sent: SentRequest) => Response) {
  const sent: SentRequest[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { url, method, headers } = new Request(input, init);
    sent.push({ url, method, headers, body: init?.body });
    return Promise.resolve(answer({ url, method, headers, body: init?.body }));
  };
  return { sent, client: createClient({ baseUrl: "https://platen.example/", apiKey: "plt_secret", fetch }) };
}

const success = (data: unknown) => Response.json({ success: true, data });
const pagination = { page: 1, pageSize: 20, total: 1, totalPages: 1 };

const template = {
  templateId: "tpl_01jd3k8v7n2q4r6s8t0v2w4x6z",
  name: "Invoice",
  description: "",
  tags: [],
  version: 1,
  createdAt: "2026-01-31T09:00:00.000Z",
  updatedAt: "2026-01-31T09:00:00.000Z",
};

const document = {
  documentId: "doc_01jd3k8v7n2q4r6s8t0v2w4x6z",
  templateId: template.templateId,
  templateName: "Invoice",
  version: 1,
  apiKey: null,
  status: "failed",
  filename: null,
  requestId: null,
  pageCount: null,
  sizeBytes: null,
  sha256: null,
  queueMs: 1,
  renderMs: 2,
  failure: { code: "render_timeout", message: "Too slow.", retryable: true, stage: "print" },
  content: "none",
  reference: null,
  metadata: null,
  notBefore: null,
  batchId: null,
  row: null,
  attempts: 0,
  expiresAt: null,
  createdAt: "2026-01-31T09:00:00.000Z",
  warnings: [],
  finishedAt: "2026-01-31T09:00:01.000Z",
};

/** The same record as a later release may give it. */
const laterDocument = {
  ...document,
  status: "archived",
  failure: { ...document.failure, code: "font_missing", stage: "fonts", hint: "Name an installed font." },
  archivedAt: "2026-02-01T00:00:00.000Z",
};

test("data of an answer can be sent again with all digits of their numbers", async () => {
  const data = '{"id":12345678901234567890,"rates":[0.1234567890123456789,1e400]}';
  const answer = `{"success":true,"data":{"request":{"data":${data}},"isTooLarge":false,"keptUntil":null}}`;
  const transport = createTransport({
    baseUrl: "https://platen.example",
    timeoutMs: 1_000,
    send: async () => ({ status: 200, header: () => undefined, bytes: Buffer.from(answer) }),
  });
  const params = { projectId: "prj_01jd3k8v7n2q4r6s8t0v2w4x6z", documentId: document.documentId };
  const { request } = await transport.call(operations.getDocumentRequest, { params });
  expect(JSON.stringify(request?.data)).toBe(data);
  expect(request?.data).toEqual(parseExactJson(data));
  const { client, sent } = clientOf(() => new Response("%PDF-", { headers: { "platen-document-id": "doc_1" } }));
  await client.generateDocument({ templateId: template.templateId, data: request?.data ?? {} });
  expect(sent[0]?.body).toBe(`{"templateId":"${template.templateId}","data":${data}}`);
});

describe("a client of a later service", () => {
  test("gives new statuses, failure codes, stages and fields of a document on", async () => {
    const { client } = clientOf(() => success(laterDocument));
    expect(await client.getDocument(document.documentId)).toEqual(laterDocument);
  });

  test("gives them on in a list too", async () => {
    const { client } = clientOf(() => success({ documents: [document, laterDocument], pagination }));
    expect((await client.listDocuments()).documents).toEqual([document, laterDocument]);
  });

  test("throws a problem with a new code as an ApiProblem", async () => {
    const error = {
      code: "template.archived",
      message: "The template is archived.",
      requestId: "req_1",
      link: "/docs",
    };
    const { client } = clientOf(() =>
      Response.json({ success: false, error }, { status: 410, headers: { "retry-after": "7" } }),
    );
    await expect(client.getTemplate(template.templateId)).rejects.toMatchObject({
      name: "ApiProblem",
      status: 410,
      code: "template.archived",
      message: "The template is archived.",
      requestId: "req_1",
      details: [],
      retryAfterSeconds: 7,
    });
  });

  test("gives new warnings of a PDF on", async () => {
    const headers = {
      "platen-document-id": document.documentId,
      "platen-warnings": '"resource.blocked";kind=hologram',
    };
    const { client } = clientOf(() => new Response("%PDF-", { headers }));
    const { pdf, documentId, warnings } = await client.generateDocument({ templateId: template.templateId, data: {} });
    expect(new TextDecoder().decode(pdf)).toBe("%PDF-");
    expect(documentId).toBe(document.documentId);
    expect(warnings).toMatchObject([{ code: "resource.blocked", kind: "hologram", count: 1 }]);
  });

  test("still refuses an answer that lacks a field", async () => {
    const { status: _, ...withoutStatus } = laterDocument;
    const { client } = clientOf(() => success(withoutStatus));
    await expect(client.getDocument(document.documentId)).rejects.toMatchObject({
      name: "TransportError",
      failure: "answer",
      message: "getDocument: the answer does not match the contract. Check that the base URL is a Platen gateway.",
    });
  });
});

describe("a document without a wait for it", () => {
  const { documentId } = document;

  test("is waited for until it is final, however often the service answers earlier", async () => {
    const states = ["queued", "rendering", "completed"];
    const { client, sent } = clientOf(() => success({ ...document, status: states.shift() }));
    expect(await client.waitForDocument(documentId)).toMatchObject({ status: "completed" });
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(["?wait=30", "?wait=30", "?wait=30"]);
  });

  test("has no PDF before it is made: the answer 202 is a problem, with the time to wait", async () => {
    const headers = { "retry-after": "1", "x-request-id": "req_1" };
    const { client } = clientOf(() => Response.json({ success: true, data: document }, { status: 202, headers }));
    await expect(client.getDocumentContent(documentId)).rejects.toMatchObject({
      status: 202,
      code: "document.not_ready",
      requestId: "req_1",
      retryAfterSeconds: 1,
    });
  });
});

test("a service reads the answers of another one strictly", async () => {
  const send = () =>
    Promise.resolve({
      status: 200,
      header: () => undefined,
      bytes: new TextEncoder().encode(JSON.stringify({ success: true, data: laterDocument })),
    });
  const transport = createTransport({ baseUrl: "", timeoutMs: 1_000, send });
  await expect(
    transport.call(operations.getDocument.key, { params: { documentId: document.documentId } }),
  ).rejects.toThrow("getDocument: the answer does not match the contract.");
});

test("a client sends its key, and asks for a PDF or for JSON", async () => {
  const { client, sent } = clientOf(({ headers }) =>
    headers.get("accept") === "application/pdf"
      ? new Response("%PDF-")
      : Response.json({ success: false, error: { code: "internal", message: "Sorry.", requestId: "req_2" } }),
  );
  const request = { templateId: template.templateId, data: { number: "2031" } };
  await client.generateDocument(request, { headers: { "Idempotency-Key": "one" } });
  await client.generateDocumentAsJson(request).catch(() => undefined);
  expect(sent.map(({ method, url, headers }) => [method, url, headers.get("accept")])).toEqual([
    ["POST", "https://platen.example/api/v1/generate", "application/pdf"],
    ["POST", "https://platen.example/api/v1/generate", "application/json"],
  ]);
  expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer plt_secret", "Bearer plt_secret"]);
  expect(sent[0]?.headers.get("idempotency-key")).toBe("one");
  expect(sent[0]?.body).toBe(JSON.stringify(request));
});

test("an iteration over templates asks for one page after the other and gives each template once", async () => {
  const { client, sent } = clientOf(({ url }) => {
    const page = Number(new URL(url).searchParams.get("page"));
    return success({
      templates: [{ ...template, name: `Template ${page}` }],
      pagination: { page, pageSize: 1, total: 3, totalPages: 3 },
    });
  });
  const names: string[] = [];
  for await (const { name } of client.allTemplates({ pageSize: 1 })) names.push(name);
  expect(names).toEqual(["Template 1", "Template 2", "Template 3"]);
  expect(sent.map(({ url }) => new URL(url).search)).toEqual([1, 2, 3].map((page) => `?pageSize=1&page=${page}`));
});

test("an answer of a proxy in between is told from one of Platen", async () => {
  const { client } = clientOf(() => new Response("<html>Bad gateway</html>", { status: 502 }));
  await expect(client.listProjects()).rejects.toMatchObject({
    name: "TransportError",
    failure: "answer",
    message: "listProjects: the answer has status 502 and no error envelope. Check for a proxy in between.",
  });
});

describe("operations on templates, snippets, assets and translations", () => {
  const ids = publicOperations()
    .filter(({ keyScopes }) => keyScopes?.join() === "templates")
    .map(({ operationId }) => operationId);

  test("are called by their ids, and the answers of later releases are read", async () => {
    const version = { version: 3, note: "", createdAt: template.createdAt, publishedBy: null, publishedByKey: null };
    const { client, sent } = clientOf(() => success({ ...version, stage: "live" }));
    const { templateId } = template;
    const request = { params: { templateId }, body: { revision: 7, note: "From the pipeline" } };
    expect(await client.call("publishKeyDraft", request)).toEqual({ ...version, stage: "live" });
    expect(sent.map(({ method, url }) => [method, url])).toEqual([
      ["POST", `https://platen.example/api/v1/templates/${templateId}/publish`],
    ]);
    expect(sent[0]?.body).toBe(JSON.stringify(request.body));
  });

  test("send files as they are, and answer nothing where nothing is left", async () => {
    const { client, sent } = clientOf(() => new Response(null, { status: 204 }));
    expect(await client.call("deleteKeyAsset", { params: { assetId: "ast_1" } })).toBeUndefined();
    const bytes = new TextEncoder().encode("<svg/>");
    // An upload answers with the asset.
    const uploading = client.call("uploadKeyAsset", { query: { name: "logo.svg" }, bytes });
    await expect(uploading).rejects.toMatchObject({ failure: "answer" });
    expect(sent[1]).toMatchObject({
      method: "PUT",
      url: "https://platen.example/api/v1/assets?name=logo.svg",
      body: bytes,
    });
  });

  test.each(ids)("%s has an answer that a later release may add to", async (id) => {
    const { client } = clientOf(() => success({}));
    // Bytes have a method of their own. The list of ids is not typed.
    if (id === "getKeyAssetContent") return expect(await client.getAssetContent("ast_1")).toBeInstanceOf(Uint8Array);
    const answer = client.call(id as "getKeyDraft", { params: { templateId: template.templateId } });
    const failure: unknown = await answer.then(
      () => undefined,
      (error: unknown) => error,
    );
    return expect(failure ?? { failure: "answer" }).toMatchObject({ failure: "answer" });
  });

  test("are told from other names", async () => {
    const { client, sent } = clientOf(() => success({}));
    await expect(client.call("getDraft" as "getKeyDraft", { params: { templateId: "tpl_1" } })).rejects.toThrow(
      '"getDraft" is not an operation on templates, snippets, assets or translations.',
    );
    expect(sent).toEqual([]);
  });
});

describe("verifyWebhook", () => {
  const secret = `whsec_${Buffer.from("a secret of 24 bytes ...").toString("base64")}`;
  const sentAt = new Date("2026-11-25T10:00:00Z");
  const body = JSON.stringify({
    type: "document.completed",
    timestamp: "2026-11-25T09:59:59.000Z",
    data: {
      deliveryId: "dlv_01jd3k8v7n2q4r6s8t0v2w4x6z",
      document: {
        documentId: document.documentId,
        status: "completed",
        reference: "Größe",
        metadata: null,
        pageCount: 1,
        sizeBytes: 2,
        sha256: "",
        failure: null,
        createdAt: "2026-11-25T09:59:58.000Z",
        finishedAt: "2026-11-25T09:59:59.000Z",
        isNew: "a field of a later release",
      },
    },
  });
  const seconds = String(sentAt.getTime() / 1_000);
  const signature = new Webhook(secret).sign("dlv_1", sentAt, body);
  const headers = { "webhook-id": "dlv_1", "webhook-timestamp": seconds, "webhook-signature": signature };
  const verify = (given: Partial<Parameters<typeof verifyWebhook>[0]> = {}) =>
    verifyWebhook({ headers, body, secret, now: () => sentAt.getTime(), ...given });

  test("returns the event of a message that the standard's library has signed, in each form of headers and body", async () => {
    const event = await verify();
    expect(event).toMatchObject({ type: "document.completed", data: { document: { reference: "Größe" } } });
    const rotating = { ...headers, "webhook-signature": `v1a,x v1,AAAA ${signature}` };
    for (const given of [{ headers: new Headers(headers) }, { body: Buffer.from(body) }, { headers: rotating }])
      expect(await verify(given)).toEqual(event);
    // An event of a later release is about something else.
    const later =
      '{"type":"template.published","timestamp":"2026-11-25T09:59:59.000Z","data":{"deliveryId":"dlv_1","template":{}}}';
    const ofLater = { ...headers, "webhook-signature": new Webhook(secret).sign("dlv_1", sentAt, later) };
    expect(await verify({ body: later, headers: ofLater })).toMatchObject({ type: "template.published" });
  });

  test.each<[string, Partial<Parameters<typeof verifyWebhook>[0]>]>([
    ["another body", { body: body.replace("completed", "failed") }],
    ["another id", { headers: { ...headers, "webhook-id": "dlv_2" } }],
    ["another time", { headers: { ...headers, "webhook-timestamp": String(Number(seconds) + 1) } }],
    ["another secret", { secret: `whsec_${Buffer.from("another secret").toString("base64")}` }],
    ["no header", { headers: { "webhook-id": "dlv_1", "webhook-timestamp": seconds } }],
    ["a signature of another kind", { headers: { ...headers, "webhook-signature": signature.replace("v1,", "v2,") } }],
    ["a signature that is not base64", { headers: { ...headers, "webhook-signature": "v1,%" } }],
    ["a time that is not a number", { headers: { ...headers, "webhook-timestamp": "now" } }],
    ["an old time", { now: () => sentAt.getTime() + 301_000 }],
    ["a time ahead", { now: () => sentAt.getTime() - 301_000 }],
  ])("refuses a message with %s", async (_what, given) => {
    await expect(verify(given)).rejects.toBeInstanceOf(WebhookRefused);
  });

  test("takes no secret that is empty or not base64, because anybody could sign with it", async () => {
    for (const wrong of ["", "whsec_", "whsec_%"])
      await expect(verify({ secret: wrong })).rejects.toBeInstanceOf(TypeError);
  });
});
