import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createApiKeyValue, createId, operations, problems, type ProblemCode } from "@platen/contracts";
import { startPlaten, type Platen } from "@platen/testing";
import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { signIn, type DashboardSession } from "./dashboard-session.ts";
import { errorOf, exchange, type Exchange } from "./exchange.ts";
import {
  createKey,
  createProject,
  createRevokedKey,
  createTemplate,
  publishTemplate,
  type IssuedKey,
} from "./project-setup.ts";
import { converse, parseAnswer } from "./raw-conversation.ts";

let platen: Platen;
let dashboard: DashboardSession;
let projectId: string;
let templateId: string;
let draftOnlyId: string;
let key: IssuedKey;
let revoked: IssuedKey;

beforeAll(async () => {
  platen = await startPlaten({ workers: 1, env: { gateway: { BODY_LIMIT_BYTES: "2000000" } } });
  dashboard = await signIn(platen.baseUrl, platen.account);
  projectId = await createProject(dashboard, "Bad input");
  templateId = await publishTemplate(dashboard, projectId, { name: "Plain", html: "<p>Hello {{name}}</p>" });
  draftOnlyId = (await createTemplate(dashboard, projectId, { name: "Draft", html: "<p>Not yet</p>" })).templateId;
  key = await createKey(platen.baseUrl, dashboard, projectId);
  revoked = await createRevokedKey(platen.baseUrl, dashboard, projectId);
});

afterAll(() => platen?.stop());

// One case for each kind of refusal. The tests of packages/contracts/src/schemas, packages/http and the gateway's
// api-key.ts have the other values, bodies and heads, and those of e2e/isolation the internal paths.

/** The mistake, the code of the answer, and the request, which needs the ids above. */
type Bad = [what: string, code: ProblemCode, send: () => Promise<Exchange>];

type Body = NonNullable<RequestInit["body"]>;
type Request = { headers?: Record<string, string>; body?: Body; method?: string };

function send(path: string, { headers = {}, ...init }: Request = {}): Promise<Exchange> {
  return exchange(platen.baseUrl + path, { ...init, headers: { authorization: `Bearer ${key.key}`, ...headers } });
}

/** Sends a body to the generation endpoint: text and bytes unchanged, any other value as JSON. */
function generate(body: unknown, headers: Record<string, string> = {}): Promise<Exchange> {
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  return send("/api/v1/generate", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    // fetch takes a Buffer, although its type is wider than the declared one.
    body: isRaw ? (body as Body) : JSON.stringify(body),
  });
}

const good = (extra: object = {}) => ({ templateId, data: { name: "Ada" }, ...extra });
const withAuthorization = (authorization: string) => send("/api/v1/templates", { headers: { authorization } });
const list = (query: string) => send(`/api/v1/templates?${query}`);
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

const manyFields = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`field${index}`, 1]));

const bodies: Bad[] = [
  ["no data", "request.invalid", () => generate({ templateId })],
  ["a NUL in templateId", "request.invalid", () => generate(good({ templateId: "tpl_\0" }))],
  ["a lone surrogate in templateId", "request.invalid", () => generate(`{"templateId":"\\ud800","data":{}}`)],
  ["a templateId that is SQL", "template.not_found", () => generate(good({ templateId: "' OR 1=1 --" }))],
  ["an unknown templateId", "template.not_found", () => generate(good({ templateId: createId("template") }))],
  ["a template without a version", "template.not_published", () => generate(good({ templateId: draftOnlyId }))],
  ["a field called __proto__", "request.invalid", () => generate(`{"templateId":"x","data":{},"__proto__":{"a":1}}`)],
  ["version beyond 32 bits", "request.invalid", () => generate(good({ version: 2 ** 31 }))],
  ["a version that does not exist", "template.not_found", () => generate(good({ version: 99 }))],
  ["a filename with a line break", "request.invalid", () => generate(good({ filename: "a\r\nSet-Cookie: b=c" }))],
  ["a page beyond the document's last", "render.failed", () => generate(good({ options: { pageRanges: "99" } }))],
];

const json: Bad[] = [
  ["broken JSON", "request.malformed_json", () => generate('{"templateId": ')],
  [
    "100,000 arrays in each other",
    "request.invalid",
    () => generate(`{"templateId":"x","data":{"a":${nested(100_000)}}}`),
  ],
  ["a body above the limit", "request.too_large", () => generate(good({ data: { name: "x".repeat(2_500_000) } }))],
  [
    "a gzip bomb",
    "request.too_large",
    () => generate(gzipSync(Buffer.alloc(50_000_000, 0x20)), { "content-encoding": "gzip" }),
  ],
];

const keys: Bad[] = [
  ["no key", "auth.key_missing", () => exchange(`${platen.baseUrl}/api/v1/templates`)],
  ["the key in the query", "auth.key_missing", () => exchange(`${platen.baseUrl}/api/v1/templates?apiKey=${key.key}`)],
  [
    "the key in a cookie",
    "auth.key_missing",
    () => exchange(`${platen.baseUrl}/api/v1/templates`, { headers: { cookie: `platen_session=${key.key}` } }),
  ],
  ["an unknown key", "auth.key_invalid", () => withAuthorization(`Bearer ${createApiKeyValue(randomBytes)}`)],
  ["a revoked key", "auth.key_invalid", () => withAuthorization(`Bearer ${revoked.key}`)],
];

const lists: Bad[] = [
  ["page 0", "request.invalid", () => list("page=0")],
  ["a sort that is SQL", "request.invalid", () => list(`sort=${encodeURIComponent("name:asc; DROP TABLE templates")}`)],
  ["__proto__ as a parameter", "request.invalid", () => list("__proto__=1&page=0")],
  ["a NUL in search", "request.invalid", () => list("search=%00")],
];

const paths: Bad[] = [
  ["an unknown path", "route.not_found", () => send("/api/v1/nothing")],
  ["a path in upper case", "route.not_found", () => send("/API/V1/TEMPLATES")],
  ["a path with broken encoding", "route.not_found", () => send("/api/v1/templates/%E0%A4%A")],
  ["a path that climbs", "template.not_found", () => send("/api/v1/templates/..%2f..%2fetc%2fpasswd")],
  ["an id of the wrong kind", "template.not_found", () => send(`/api/v1/templates/${createId("document")}`)],
  ["an unknown document", "document.not_found", () => send(`/api/v1/documents/${createId("document")}`)],
  ["GET of the generation endpoint", "method.not_allowed", () => send("/api/v1/generate")],
  ["PUT of a template", "method.not_allowed", () => send(`/api/v1/templates/${templateId}`, { method: "PUT" })],
  ["an image asked for", "request.not_acceptable", () => generate(good(), { accept: "image/png" })],
];

function dashboardCall(path: string, { headers = {}, ...init }: Request = {}): Promise<Exchange> {
  const cookie = dashboard.cookie() ?? "";
  return exchange(`${platen.baseUrl}/api/dashboard${path}`, {
    ...init,
    headers: { cookie, "content-type": "application/json", ...headers },
  });
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  dashboardCall(path, { method: "POST", body: JSON.stringify(body), headers });
const templatesPath = () => `/projects/${projectId}/templates`;

const dashboardRequests: Bad[] = [
  [
    "a made-up session",
    "auth.session_invalid",
    () => dashboardCall("/projects", { headers: { cookie: "platen_session=x" } }),
  ],
  ["a wrong password", "auth.credentials_invalid", () => post("/session", { ...platen.account, password: "wrong" })],
  [
    "a second set-up",
    "account.exists",
    () => post("/setup", { email: "a@b.example", password: "long enough a password" }),
  ],
  ["a name that is taken", "template.name_taken", () => post(templatesPath(), { name: "Plain" })],
  [
    "Mustache that does not close",
    "template.syntax_invalid",
    () => post(templatesPath(), { name: "Broken", html: "{{#a}}" }),
  ],
  ["a NUL in the HTML", "request.invalid", () => post(templatesPath(), { name: "Nul", html: "a\0b" })],
  [
    "an old revision",
    "template.edit_conflict",
    () => post(`${templatesPath()}/${templateId}/publish`, { revision: 1_000_000 }),
  ],
  [
    "an unknown invitation code",
    "member.not_found",
    () => post("/invitations/accept", { code: "x".repeat(32), password: "long enough a password" }),
  ],
];

/** Sends a request as lines of text. */
function raw(lines: readonly string[], body = ""): Promise<Exchange> {
  return converse(platen.baseUrl, `${lines.join("\r\n")}\r\n\r\n${body}`).then(parseAnswer);
}

const head = () => ["Host: platen", `Authorization: Bearer ${key.key}`, "Connection: close"];
const postHead = () => ["POST /api/v1/generate HTTP/1.1", ...head(), "Content-Type: application/json"];

const rawRequests: Bad[] = [
  ["data that is not HTTP", "request.invalid", () => raw(["hello"])],
  ["CONNECT", "method.not_allowed", () => raw(["CONNECT example.test:443 HTTP/1.1", ...head()])],
  [
    "a length larger than the limit",
    "request.too_large",
    () => raw([...postHead(), "Content-Length: 9000000000000"], "{"),
  ],
];

async function isRefused(code: ProblemCode, answer: Exchange): Promise<void> {
  const error = errorOf(answer);
  expect([answer.status, error.code]).toEqual([problems[code].status, code]);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(error.requestId).toBe(answer.headers.get("x-request-id"));
  expect(error.requestId).toMatch(/^req_[0-9a-z]{26}$/);
  expect(error.message).not.toBe("");
  // No stack, no path of the service, and less text than the request.
  expect(answer.text).not.toMatch(/<html|\bat .+:\d+:\d+|node_modules|\.[jt]s\b/i);
  expect(answer.text.length).toBeLessThan(30_000);
  if (code === "method.not_allowed" && answer.headers.get("connection") !== "close") {
    expect(answer.headers.get("allow")).toMatch(/^[A-Z, ]+$/);
  }
  if (code.startsWith("auth.key")) expect(answer.headers.get("www-authenticate")).toBe("Bearer");
}

const all = { bodies, json, keys, lists, paths, dashboardRequests, rawRequests };

describe.each(Object.entries(all))("%s:", (_group, requests) => {
  test.each(requests)("%s is refused with %s", async (_what, code, sendIt) => {
    await isRefused(code, await sendIt());
  });
});

describe("unusual, but not wrong:", () => {
  const unusual: [string, () => Promise<Exchange>][] = [
    ["JSON with a byte order mark", () => generate(`\ufeff${JSON.stringify(good())}`)],
    ["data with __proto__", () => generate(`{"templateId":"${templateId}","data":{"__proto__":{"name":"x"}}}`)],
    [
      "data with NUL and lone surrogates",
      () => generate(`{"templateId":"${templateId}","data":{"name":"\\u0000\\ud800"}}`),
    ],
    ["data with 100,000 fields", () => generate(good({ data: manyFields }))],
    ["what axios accepts", () => generate(good(), { accept: "application/json, text/plain, */*" })],
    ["HEAD of a list", () => send("/api/v1/templates", { method: "HEAD" })],
    ["a slash at the end", () => send("/api/v1/templates/")],
  ];
  test.each(unusual)("%s is answered with success", async (_what, sendIt) => {
    const answer = await sendIt();
    expect([answer.status, answer.status === 200 ? "" : answer.text]).toEqual([200, ""]);
    expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
  });
});

test("the same processes answer good requests afterwards", async () => {
  const answer = await generate(good());
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const { templates } = await dashboard.call(operations.listTemplates.member, { params: { projectId } });
  expect(templates.map((template) => template.name).toSorted()).toEqual(["Draft", "Plain"]);
  const { gateway, catalog, workers } = platen.processes;
  for (const service of [gateway, catalog, ...workers]) {
    // This throws for a process that has ended, even if another one replaced it.
    expect(() => process.kill(service.pid, 0)).not.toThrow();
  }
});

test("no bad request is logged as an error of a service", () => {
  const { gateway, catalog } = platen.processes;
  const failures = [...gateway.logs(), ...catalog.logs()].filter(
    (line) => line["level"] === "error" || Number(line["status"] ?? 0) >= 500,
  );
  expect(failures).toEqual([]);
});
