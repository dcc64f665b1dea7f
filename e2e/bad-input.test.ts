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
let foreignTemplateId: string;
let key: IssuedKey;
let revoked: IssuedKey;

beforeAll(async () => {
  platen = await startPlaten({ workers: 1, env: { gateway: { BODY_LIMIT_BYTES: "2000000" } } });
  dashboard = await signIn(platen.baseUrl, platen.account);
  projectId = await createProject(dashboard, "Bad input");
  templateId = await publishTemplate(dashboard, projectId, { name: "Plain", html: "<p>Hello {{name}}</p>" });
  draftOnlyId = (await createTemplate(dashboard, projectId, { name: "Draft", html: "<p>Not yet</p>" })).templateId;
  const foreign = await createProject(dashboard, "Foreign");
  foreignTemplateId = await publishTemplate(dashboard, foreign, { name: "Foreign", html: "<p>Foreign</p>" });
  key = await createKey(platen.baseUrl, dashboard, projectId);
  revoked = await createRevokedKey(platen.baseUrl, dashboard, projectId);
}, 120_000);

afterAll(() => platen?.stop());

/** What is wrong, the code it is answered with, and the request. Requests are made late: they need the ids above. */
type Bad = [what: string, code: ProblemCode, send: () => Promise<Exchange>];

type Body = NonNullable<RequestInit["body"]>;
type Request = { headers?: Record<string, string>; body?: Body; method?: string };

function send(path: string, { headers = {}, ...init }: Request = {}): Promise<Exchange> {
  return exchange(platen.baseUrl + path, { ...init, headers: { authorization: `Bearer ${key.key}`, ...headers } });
}

/** Sends a body to the generation endpoint: text and bytes as they are, anything else as JSON. */
function generate(body: unknown, headers: Record<string, string> = {}): Promise<Exchange> {
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  return send("/api/v1/generate", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    // A Buffer is a body fetch takes; its type is just wider than the one the library declares.
    body: isRaw ? (body as Body) : JSON.stringify(body),
  });
}

const good = (extra: object = {}) => ({ templateId, data: { name: "Ada" }, ...extra });
const withAuthorization = (authorization: string) => send("/api/v1/templates", { headers: { authorization } });
const list = (query: string) => send(`/api/v1/templates?${query}`);
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

const manyFields = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`field${index}`, 1]));

/** A good key with one character of its random part replaced: right form, wrong checksum. */
function mistyped(value: string): string {
  return value.slice(0, 10) + (value[10] === "a" ? "b" : "a") + value.slice(11);
}

const bodies: Bad[] = [
  ["no body", "request.invalid", () => send("/api/v1/generate", { method: "POST" })],
  ["an empty object", "request.invalid", () => generate({})],
  ["an array", "request.invalid", () => generate([])],
  ["a string", "request.invalid", () => generate('"text"')],
  ["a number", "request.invalid", () => generate("42")],
  ["null", "request.invalid", () => generate("null")],
  ["no templateId", "request.invalid", () => generate({ data: {} })],
  ["no data", "request.invalid", () => generate({ templateId })],
  ["a number as templateId", "request.invalid", () => generate(good({ templateId: 7 }))],
  ["null as templateId", "request.invalid", () => generate(good({ templateId: null }))],
  ["an object as templateId", "request.invalid", () => generate(good({ templateId: { $ne: "" } }))],
  ["a list as templateId", "request.invalid", () => generate(good({ templateId: [templateId] }))],
  ["an empty templateId", "request.invalid", () => generate(good({ templateId: "" }))],
  ["a templateId of 5,000 characters", "request.invalid", () => generate(good({ templateId: "t".repeat(5_000) }))],
  ["a NUL in templateId", "request.invalid", () => generate(good({ templateId: "tpl_\0" }))],
  ["a lone surrogate in templateId", "request.invalid", () => generate(`{"templateId":"\\ud800","data":{}}`)],
  ["a templateId that is SQL", "template.not_found", () => generate(good({ templateId: "' OR 1=1 --" }))],
  ["a templateId that is a path", "template.not_found", () => generate(good({ templateId: "../../etc/passwd" }))],
  ["an unknown templateId", "template.not_found", () => generate(good({ templateId: createId("template") }))],
  ["another project's templateId", "template.not_found", () => generate(good({ templateId: foreignTemplateId }))],
  ["a templateId in upper case", "template.not_found", () => generate(good({ templateId: templateId.toUpperCase() }))],
  ["a template without a version", "template.not_published", () => generate(good({ templateId: draftOnlyId }))],
  ["a string as data", "request.invalid", () => generate(good({ data: "Ada" }))],
  ["a list as data", "request.invalid", () => generate(good({ data: [] }))],
  ["null as data", "request.invalid", () => generate(good({ data: null }))],
  ["an unknown field", "request.invalid", () => generate(good({ templateID: "x" }))],
  ["a field called __proto__", "request.invalid", () => generate(`{"templateId":"x","data":{},"__proto__":{"a":1}}`)],
  ["a field called constructor", "request.invalid", () => generate(good({ constructor: { prototype: {} } }))],
  ["version 0", "request.invalid", () => generate(good({ version: 0 }))],
  ["version 1.5", "request.invalid", () => generate(good({ version: 1.5 }))],
  ["version as text", "request.invalid", () => generate(good({ version: "1" }))],
  ["version beyond 32 bits", "request.invalid", () => generate(good({ version: 2 ** 31 }))],
  ["version 1e400", "request.invalid", () => generate(`{"templateId":"x","data":{},"version":1e400}`)],
  ["a version there is not", "template.not_found", () => generate(good({ version: 99 }))],
  ["an empty filename", "request.invalid", () => generate(good({ filename: "" }))],
  ["a filename with a path", "request.invalid", () => generate(good({ filename: "../../x.pdf" }))],
  ["a filename with a line break", "request.invalid", () => generate(good({ filename: "a\r\nSet-Cookie: b=c" }))],
  ["a filename of 10,000 characters", "request.invalid", () => generate(good({ filename: "f".repeat(10_000) }))],
  [
    "a lone surrogate in filename",
    "request.invalid",
    () => generate('{"templateId":"x","data":{},"filename":"\\udfff"}'),
  ],
  ["options as a list", "request.invalid", () => generate(good({ options: [] }))],
  ["an unknown option", "request.invalid", () => generate(good({ options: { paper: "A4" } }))],
  ["an unknown paper format", "request.invalid", () => generate(good({ options: { format: "A99" } }))],
  ["a margin without a unit", "request.invalid", () => generate(good({ options: { margin: { top: "20" } } }))],
  ["a negative margin", "request.invalid", () => generate(good({ options: { margin: { top: "-5mm" } } }))],
  ["width without height", "request.invalid", () => generate(good({ options: { width: "10cm" } }))],
  ["scale 50", "request.invalid", () => generate(good({ options: { scale: 50 } }))],
  ["a creation date that is none", "request.invalid", () => generate(good({ options: { creationDate: "today" } }))],
  ["page ranges that are none", "request.invalid", () => generate(good({ options: { pageRanges: "a-b" } }))],
  ["a page the document has not", "render.failed", () => generate(good({ options: { pageRanges: "99" } }))],
];

const json: Bad[] = [
  ["broken JSON", "request.malformed_json", () => generate('{"templateId": ')],
  ["JSON with a comma too many", "request.malformed_json", () => generate('{"templateId":"x","data":{},}')],
  ["JSON with single quotes", "request.malformed_json", () => generate("{'templateId':'x'}")],
  ["JSON with a comment", "request.malformed_json", () => generate('{/**/"templateId":"x","data":{}}')],
  ["two JSON documents", "request.malformed_json", () => generate("{}{}")],
  ["NaN", "request.malformed_json", () => generate('{"templateId":"x","data":{"a":NaN}}')],
  ["bytes that are no UTF-8", "request.malformed_json", () => generate(new Uint8Array([0x22, 0xc3, 0x28, 0x22]))],
  ["an overlong encoding", "request.malformed_json", () => generate(new Uint8Array([0x22, 0xc0, 0x80, 0x22]))],
  ["a NUL byte after the JSON", "request.malformed_json", () => generate("{}\0")],
  ["a byte order mark alone", "request.malformed_json", () => generate(new Uint8Array([0xef, 0xbb, 0xbf]))],
  ["UTF-16", "request.malformed_json", () => generate(Buffer.from('{"templateId":"x","data":{}}', "utf16le"))],
  [
    "100,000 arrays in each other",
    "request.invalid",
    () => generate(`{"templateId":"x","data":{"a":${nested(100_000)}}}`),
  ],
  ["100,000 unclosed arrays", "request.invalid", () => generate("[".repeat(100_000))],
  ["100,000 objects in each other", "request.invalid", () => generate('{"a":'.repeat(100_000))],
  ["100,000 fields", "request.invalid", () => generate({ ...good(), ...manyFields })],
  ["a field whose name is 100,000 characters", "request.invalid", () => generate(good({ ["x".repeat(100_000)]: 1 }))],
  [
    "a version of 100,000 digits",
    "request.invalid",
    () => generate(`{"templateId":"x","data":{},"version":${"9".repeat(100_000)}}`),
  ],
  ["a field twice, the second time wrong", "request.invalid", () => generate('{"templateId":"x","data":{},"data":1}')],
  ["a body above the limit", "request.too_large", () => generate(good({ data: { name: "x".repeat(2_500_000) } }))],
  [
    "a gzip bomb",
    "request.too_large",
    () => generate(gzipSync(Buffer.alloc(50_000_000, 0x20)), { "content-encoding": "gzip" }),
  ],
  ["gzip that is none", "request.invalid", () => generate("{}", { "content-encoding": "gzip" })],
  [
    "gzip cut short",
    "request.invalid",
    () => generate(gzipSync(JSON.stringify(good())).subarray(0, 20), { "content-encoding": "gzip" }),
  ],
  ["an unknown compression", "request.media_unsupported", () => generate("{}", { "content-encoding": "compress" })],
  ["text/plain", "request.media_unsupported", () => generate(good(), { "content-type": "text/plain" })],
  ["XML", "request.media_unsupported", () => generate("<a/>", { "content-type": "application/xml" })],
  [
    "a form",
    "request.media_unsupported",
    () => generate("templateId=x", { "content-type": "application/x-www-form-urlencoded" }),
  ],
  [
    "a multipart form",
    "request.media_unsupported",
    () => generate("--x--", { "content-type": "multipart/form-data; boundary=x" }),
  ],
  [
    "JSON in another charset",
    "request.media_unsupported",
    () => generate("{}", { "content-type": "application/json; charset=iso-8859-1" }),
  ],
  ["JSON lines", "request.media_unsupported", () => generate("{}", { "content-type": "application/jsonl" })],
];

const keys: Bad[] = [
  ["no key", "auth.key_missing", () => exchange(`${platen.baseUrl}/api/v1/templates`)],
  ["an empty header", "auth.key_missing", () => withAuthorization("")],
  ["the scheme alone", "auth.key_missing", () => withAuthorization("Bearer")],
  ["the key without its scheme", "auth.key_missing", () => withAuthorization(key.key)],
  [
    "the key as a password",
    "auth.key_missing",
    () => withAuthorization(`Basic ${Buffer.from(`key:${key.key}`).toString("base64")}`),
  ],
  ["another scheme", "auth.key_missing", () => withAuthorization(`Token ${key.key}`)],
  ["two keys", "auth.key_missing", () => withAuthorization(`Bearer ${key.key} ${key.key}`)],
  ["the key in the query", "auth.key_missing", () => exchange(`${platen.baseUrl}/api/v1/templates?apiKey=${key.key}`)],
  [
    "the key in a cookie",
    "auth.key_missing",
    () => exchange(`${platen.baseUrl}/api/v1/templates`, { headers: { cookie: `platen_session=${key.key}` } }),
  ],
  ["a word as key", "auth.key_invalid", () => withAuthorization("Bearer secret")],
  ["a key with a wrong checksum", "auth.key_invalid", () => withAuthorization(`Bearer ${mistyped(key.key)}`)],
  ["a key cut short", "auth.key_invalid", () => withAuthorization(`Bearer ${key.key.slice(0, -1)}`)],
  ["a key with a character too many", "auth.key_invalid", () => withAuthorization(`Bearer ${key.key}x`)],
  ["a key in upper case", "auth.key_invalid", () => withAuthorization(`Bearer ${key.key.toUpperCase()}`)],
  ["a key of 8,000 characters", "auth.key_invalid", () => withAuthorization(`Bearer plt_${"x".repeat(8_000)}`)],
  ["an unknown key", "auth.key_invalid", () => withAuthorization(`Bearer ${createApiKeyValue(randomBytes)}`)],
  ["a revoked key", "auth.key_invalid", () => withAuthorization(`Bearer ${revoked.key}`)],
  ["a key in quotes", "auth.key_invalid", () => withAuthorization(`Bearer "${key.key}"`)],
];

const lists: Bad[] = [
  ["page 0", "request.invalid", () => list("page=0")],
  ["page -1", "request.invalid", () => list("page=-1")],
  ["page 1.5", "request.invalid", () => list("page=1.5")],
  ["page two", "request.invalid", () => list("page=two")],
  ["an empty page", "request.invalid", () => list("page=")],
  ["page 10^30", "request.invalid", () => list(`page=1${"0".repeat(30)}`)],
  ["page 0x10", "request.invalid", () => list("page=0x10")],
  ["page Infinity", "request.invalid", () => list("page=Infinity")],
  ["Arabic digits", "request.invalid", () => list(`page=${encodeURIComponent("١")}`)],
  ["page twice", "request.invalid", () => list("page=1&page=2")],
  ["page as a list", "request.invalid", () => list("page[]=1")],
  ["page as an object", "request.invalid", () => list("page[gt]=0")],
  ["pageSize 0", "request.invalid", () => list("pageSize=0")],
  ["pageSize 101", "request.invalid", () => list("pageSize=101")],
  ["pageSize all", "request.invalid", () => list("pageSize=all")],
  ["sort=evil", "request.invalid", () => list("sort=evil")],
  ["a sort that is SQL", "request.invalid", () => list(`sort=${encodeURIComponent("name:asc; DROP TABLE templates")}`)],
  ["a sort by an inherited name", "request.invalid", () => list("sort=__proto__:asc")],
  ["a sort by an unknown field", "request.invalid", () => list("sort=html:asc")],
  ["a sort without a direction", "request.invalid", () => list("sort=updatedAt")],
  ["sort twice", "request.invalid", () => list("sort=updatedAt:asc&sort=name:asc")],
  ["an unknown parameter", "request.invalid", () => list("pagesize=10")],
  ["__proto__ as a parameter", "request.invalid", () => list("__proto__=1&page=0")],
  ["an empty search", "request.invalid", () => list("search=")],
  ["a search of 5,000 characters", "request.invalid", () => list(`search=${"s".repeat(5_000)}`)],
  ["a NUL in search", "request.invalid", () => list("search=%00")],
  ["an unknown status", "request.invalid", () => send("/api/v1/documents?status=done")],
  ["a templateId filter that is no id", "request.invalid", () => send("/api/v1/documents?templateId=x")],
];

const paths: Bad[] = [
  ["an unknown path", "route.not_found", () => send("/api/v1/nothing")],
  ["an unknown version", "route.not_found", () => send("/api/v2/templates")],
  ["a path in upper case", "route.not_found", () => send("/API/V1/TEMPLATES")],
  ["a path with two slashes", "route.not_found", () => send("/api//v1/templates")],
  ["a path with broken encoding", "route.not_found", () => send("/api/v1/templates/%E0%A4%A")],
  ["a path with an encoded NUL", "template.not_found", () => send("/api/v1/templates/%00")],
  ["a path that climbs", "template.not_found", () => send("/api/v1/templates/..%2f..%2fetc%2fpasswd")],
  ["a path of 8,000 characters", "template.not_found", () => send(`/api/v1/templates/${"x".repeat(8_000)}`)],
  ["a path into the prototype", "template.not_found", () => send("/api/v1/templates/__proto__")],
  ["an internal path", "route.not_found", () => send("/internal/v1/templates")],
  ["a management path", "route.not_found", () => send("/metrics")],
  ["an id of the wrong kind", "template.not_found", () => send(`/api/v1/templates/${createId("document")}`)],
  ["an unknown template", "template.not_found", () => send(`/api/v1/templates/${createId("template")}`)],
  ["another project's template", "template.not_found", () => send(`/api/v1/templates/${foreignTemplateId}`)],
  ["an unknown document", "document.not_found", () => send(`/api/v1/documents/${createId("document")}`)],
  ["GET of the generation endpoint", "method.not_allowed", () => send("/api/v1/generate")],
  ["DELETE of a list", "method.not_allowed", () => send("/api/v1/templates", { method: "DELETE" })],
  ["POST to a list", "method.not_allowed", () => send("/api/v1/templates", { method: "POST", body: "{}" })],
  ["PUT of a template", "method.not_allowed", () => send(`/api/v1/templates/${templateId}`, { method: "PUT" })],
  ["OPTIONS", "method.not_allowed", () => send("/api/v1/templates", { method: "OPTIONS" })],
  ["an image asked for", "request.not_acceptable", () => generate(good(), { accept: "image/png" })],
  ["a PDF refused", "request.not_acceptable", () => generate(good(), { accept: "application/pdf;q=0, text/html" })],
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
  ["no session", "auth.session_invalid", () => dashboardCall("/projects", { headers: { cookie: "" } })],
  [
    "a made-up session",
    "auth.session_invalid",
    () => dashboardCall("/projects", { headers: { cookie: "platen_session=x" } }),
  ],
  ["a wrong password", "auth.credentials_invalid", () => post("/session", { ...platen.account, password: "wrong" })],
  [
    "an unknown e-mail",
    "auth.credentials_invalid",
    () => post("/session", { email: "no@body.example", password: "x" }),
  ],
  ["no e-mail address", "request.invalid", () => post("/session", { email: "nobody", password: "x" })],
  ["a password that is an object", "request.invalid", () => post("/session", { ...platen.account, password: {} })],
  [
    "a second set-up",
    "account.exists",
    () => post("/setup", { email: "a@b.example", password: "long enough a password" }),
  ],
  [
    "a request from another site",
    "auth.cross_site",
    () => post("/projects", { name: "x" }, { "sec-fetch-site": "cross-site" }),
  ],
  [
    "a request from another origin",
    "auth.cross_site",
    () => post("/projects", { name: "x" }, { origin: "https://evil.example" }),
  ],
  ["a project without a name", "request.invalid", () => post("/projects", { name: "  " })],
  ["a key name of two lines", "request.invalid", () => post(`/projects/${projectId}/api-keys`, { name: "a\nb" })],
  ["a project that is no id", "project.not_found", () => dashboardCall("/projects/x")],
  ["an unknown project", "project.not_found", () => dashboardCall(`/projects/${createId("project")}`)],
  ["a name that is taken", "template.name_taken", () => post(templatesPath(), { name: "Plain" })],
  [
    "Mustache that does not close",
    "template.syntax_invalid",
    () => post(templatesPath(), { name: "Broken", html: "{{#a}}" }),
  ],
  ["a NUL in the HTML", "request.invalid", () => post(templatesPath(), { name: "Nul", html: "a\0b" })],
  ["a tag of markup", "request.invalid", () => post(templatesPath(), { name: "Tag", tags: ["<b>"] })],
  [
    "an old revision",
    "template.edit_conflict",
    () => post(`${templatesPath()}/${templateId}/publish`, { revision: 1_000_000 }),
  ],
  ["version 0 of a template", "template.not_found", () => dashboardCall(`${templatesPath()}/${templateId}/versions/0`)],
  [
    "an invitation code nobody made",
    "member.not_found",
    () => post("/invitations/accept", { code: "x".repeat(32), password: "long enough a password" }),
  ],
];

/** A request as bytes; lines are joined as HTTP has them. */
function raw(lines: readonly string[], body = ""): Promise<Exchange> {
  return converse(platen.baseUrl, `${lines.join("\r\n")}\r\n\r\n${body}`).then(parseAnswer);
}

const head = () => ["Host: platen", `Authorization: Bearer ${key.key}`, "Connection: close"];
const postHead = () => ["POST /api/v1/generate HTTP/1.1", ...head(), "Content-Type: application/json"];

const rawRequests: Bad[] = [
  ["no HTTP at all", "request.invalid", () => raw(["hello"])],
  ["TLS on a plain port", "request.invalid", () => raw(["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"])],
  ["an unknown method", "request.invalid", () => raw(["BREW /api/v1/templates HTTP/1.1", ...head()])],
  ["an unknown HTTP version", "request.invalid", () => raw(["GET /api/v1/templates HTTP/9.9", ...head()])],
  ["a header without a colon", "request.invalid", () => raw(["GET / HTTP/1.1", ...head(), "broken"])],
  ["a NUL in a header", "request.invalid", () => raw(["GET / HTTP/1.1", ...head(), "X-A: \0"])],
  ["headers of 100 kB", "request.invalid", () => raw(["GET / HTTP/1.1", ...head(), `X-A: ${"a".repeat(100_000)}`])],
  ["no host", "request.invalid", () => raw(["GET /api/v1/templates HTTP/1.1", "Connection: close"])],
  ["two lengths", "request.invalid", () => raw([...postHead(), "Content-Length: 2", "Content-Length: 3"], "{}")],
  [
    "a length and chunks",
    "request.invalid",
    () => raw([...postHead(), "Content-Length: 2", "Transfer-Encoding: chunked"], "{}"),
  ],
  ["a negative length", "request.invalid", () => raw([...postHead(), "Content-Length: -1"])],
  ["a broken chunk", "request.invalid", () => raw([...postHead(), "Transfer-Encoding: chunked"], "zz\r\n{}\r\n")],
  ["a space before the colon", "request.invalid", () => raw(["GET / HTTP/1.1", ...head(), "X-A : b"])],
  ["CONNECT", "method.not_allowed", () => raw(["CONNECT example.test:443 HTTP/1.1", ...head()])],
  ["TRACE", "method.not_allowed", () => raw(["TRACE /api/v1/templates HTTP/1.1", ...head()])],
  ["an absolute address of elsewhere", "route.not_found", () => raw(["GET http://example.test/x HTTP/1.1", ...head()])],
  ["an expectation nobody knows", "route.not_found", () => raw(["GET /x HTTP/1.1", ...head(), "Expect: miracles"])],
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
  // No stack, no path of ours, and nothing as long as what was sent.
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

test("there are at least 120 bad requests", () => {
  expect(Object.values(all).flat().length).toBeGreaterThanOrEqual(120);
});

test("everything wrong is named at once, each where it is", async () => {
  const { json: body } = await generate({ data: [], version: 0, options: { scale: 9, colour: true }, extra: 1 });
  expect(body).toMatchObject({
    error: {
      details: expect.arrayContaining(
        ["templateId", "data", "version", "options.scale", "options.colour", "extra"].map((path) =>
          expect.objectContaining({ path }),
        ),
      ),
    },
  });
});

describe("unusual, but not wrong:", () => {
  const unusual: [string, () => Promise<Exchange>][] = [
    ["the scheme in lower case", () => withAuthorization(`bearer ${key.key}`)],
    ["two spaces after the scheme", () => withAuthorization(`Bearer  ${key.key}`)],
    ["JSON with a byte order mark", () => generate(`\ufeff${JSON.stringify(good())}`)],
    ["a compressed body", () => generate(gzipSync(JSON.stringify(good())), { "content-encoding": "gzip" })],
    ["a charset in quotes", () => generate(good(), { "content-type": 'application/json; charset="UTF-8"' })],
    ["data with __proto__", () => generate(`{"templateId":"${templateId}","data":{"__proto__":{"name":"x"}}}`)],
    [
      "data with NUL and lone surrogates",
      () => generate(`{"templateId":"${templateId}","data":{"name":"\\u0000\\ud800"}}`),
    ],
    ["data with a huge number", () => generate(`{"templateId":"${templateId}","data":{"name":1e308}}`)],
    ["data with 50 levels", () => generate(`{"templateId":"${templateId}","data":{"name":${nested(50)}}}`)],
    ["data with 100,000 fields", () => generate(good({ data: manyFields }))],
    ["data with a field twice", () => generate(`{"templateId":"${templateId}","data":{"name":"a","name":"b"}}`)],
    ["data with an emoji key", () => generate(good({ data: { "🎉": 1, "": 2, "a.b": 3 } }))],
    ["what axios accepts", () => generate(good(), { accept: "application/json, text/plain, */*" })],
    ["an empty Accept", () => generate(good(), { accept: "" })],
    ["a page far beyond the last", () => list("page=1000000000&pageSize=100")],
    ["HEAD of a list", () => send("/api/v1/templates", { method: "HEAD" })],
    ["a slash at the end", () => send("/api/v1/templates/")],
  ];
  test.each(unusual)("%s is answered with success", async (_what, sendIt) => {
    const answer = await sendIt();
    expect([answer.status, answer.status === 200 ? "" : answer.text]).toEqual([200, ""]);
    expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
  });
});

test("a request id is kept where it is well-formed and replaced where it is not", async () => {
  const given = async (id: string) =>
    errorOf(await send("/api/v1/nothing", { headers: { "x-request-id": id } })).requestId;
  expect(await given("customer-42:order.7")).toBe("customer-42:order.7");
  for (const bad of ["short", "<script>alert(1)</script>", "x".repeat(500), "a b c d e f g h"]) {
    expect(await given(bad)).toMatch(/^req_[0-9a-z]{26}$/);
  }
});

test("after all that the same processes answer good requests", async () => {
  const answer = await generate(good());
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const { templates } = await dashboard.call(operations.listProjectTemplates, { params: { projectId } });
  expect(templates.map((template) => template.name).toSorted()).toEqual(["Draft", "Plain"]);
  const { gateway, catalog, workers } = platen.processes;
  for (const service of [gateway, catalog, ...workers]) {
    // A process that has gone, also one replaced by another, would make this throw.
    expect(() => process.kill(service.pid, 0)).not.toThrow();
  }
});

test("nothing bad is an error on our side", () => {
  const { gateway, catalog } = platen.processes;
  const failures = [...gateway.logs(), ...catalog.logs()].filter(
    (line) => line["level"] === "error" || Number(line["status"] ?? 0) >= 500,
  );
  expect(failures).toEqual([]);
});
