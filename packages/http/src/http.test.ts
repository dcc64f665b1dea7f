import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Problem } from "@platen/contracts";
import { catalogOperation } from "@platen/contracts/internal";
import { accountHolder } from "@platen/contracts/holder";
import type { LogFields } from "@platen/telemetry";
import express from "express";
import { z } from "zod";
import {
  createBodyReader,
  createMount,
  Reply,
  setUpProblems,
  setUpRequestContext,
  setUpSecurityHeaders,
  startServer,
  type RunningServer,
} from "./index.ts";
import { sendOnThenRead, sendWithoutEnd } from "./test-callers.ts";

const echo = catalogOperation({
  method: "post",
  path: "/things/{thingId}",
  operationId: "echoThing",
  hasLargeBody: true,
  access: "apiKey",
  request: {
    params: z.strictObject({ thingId: z.string().regex(/^thing_\d+$/) }),
    query: z.strictObject({ times: z.string().regex(/^\d$/, "must be a digit").default("1") }),
    body: z.strictObject({ name: z.string(), list: z.array(z.object({ size: z.int() })).optional() }),
  },
  response: { status: 200, content: "json", body: z.object({ name: z.string() }) },
  problems: [],
  notFound: "template.not_found",
});

const { hasLargeBody: _, ...short } = echo;
const shortEcho = catalogOperation({
  ...short,
  path: "/short",
  operationId: "echoShort",
  request: { body: echo.request.body },
});
const unknownField = "is unknown: remove it or check its spelling";
const fail = catalogOperation({ ...echo, method: "get", path: "/fail", operationId: "fail", request: {} });
const binary = catalogOperation({
  ...fail,
  path: "/binary",
  operationId: "binary",
  response: { status: 200, content: "pdf" },
});

const store = catalogOperation({
  ...short,
  method: "put",
  path: "/files",
  operationId: "storeFile",
  request: { query: z.strictObject({ name: z.string() }), bytes: { maxBytes: 300_000 } },
  response: { status: 200, content: "bytes" },
});

const lines: { level: string; message: string; fields: LogFields }[] = [];
const log =
  (level: string) =>
  (message: string, fields: LogFields = {}) => {
    lines.push({ level, message, fields });
  };
const logger = {
  error: log("error"),
  warn: log("warn"),
  info: log("info"),
  debug: log("debug"),
  isSampled: (requestId: string) => !requestId.startsWith("left-out"),
};

let server: RunningServer;
let base: string;
/** The callers that were verified, and how much of its connection the server had read when it answered each request. */
const verified: string[] = [];
const readOf = new Map<string, number>();

beforeAll(async () => {
  const app = express();
  setUpRequestContext(app, { logger });
  setUpSecurityHeaders(app);
  app.use(({ headers, socket }, response, next) => {
    response.once("finish", () => readOf.set(String(headers["x-request-id"]), socket.bytesRead));
    next();
  });
  const routes = createMount(app, {
    bodies: createBodyReader({ limitBytes: 2_000_000, fileLimitBytes: 1_000_000 }),
    authenticate: async (_operation, request) => {
      const caller = /^Bearer (me|stranger)$/.exec(request.get("authorization") ?? "")?.[1];
      if (caller === undefined) throw new Problem("auth.key_missing");
      return caller;
    },
    async verify(caller) {
      verified.push(caller);
      if (caller === "stranger") throw new Problem("auth.key_invalid");
      return accountHolder("acc_1");
    },
  });
  // `secret` is not in the response schema, like a column selected by mistake.
  routes.mount(echo, async ({ body }) => Object.assign({ name: body.name }, { secret: "s" }));
  routes.mount(shortEcho, async ({ body }) => ({ name: body.name }));
  routes.mount(fail, async () => {
    throw new Error("the password is hunter2");
  });
  routes.mount(
    binary,
    async () => new Reply({ bytes: Buffer.from("%PDF"), headers: { "Content-Type": "application/pdf" } }),
  );
  routes.mount(store, async ({ bytes }) => new Reply({ bytes, headers: { "Content-Type": "image/png" } }));
  routes.refuseOtherMethods();
  setUpProblems(app, { logger });
  server = await startServer(app, { host: "127.0.0.1", port: 0 });
  base = `http://127.0.0.1:${server.port}`;
});

afterAll(() => server.close(1_000));

type Answer = {
  status: number;
  headers: Headers;
  body: {
    success: boolean;
    data?: unknown;
    error?: { code: string; message: string; requestId: string; details?: unknown };
  };
};

async function send(path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { authorization: "Bearer me", "content-type": "application/json", ...init.headers };
  const response = await fetch(base + path, { method: "POST", ...init, headers });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer["body"] };
}

test("an answer holds only the fields its contract names", async () => {
  const { status, body } = await send("/things/thing_1", { body: '{"name":"a"}' });
  expect([status, body]).toEqual([200, { success: true, data: { name: "a" } }]);
});

test("an answer has the headers that keep browsers and proxies from using it in another way", async () => {
  const { headers } = await send("/things/thing_1", { body: '{"name":"a"}' });
  expect(Object.fromEntries(headers)).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
  });
  expect(headers.has("x-powered-by")).toBe(false);
});

test("one answer reports every error in a request, each with its path", async () => {
  const { status, body } = await send("/things/thing_1?times=x&page=2", {
    body: '{"list":[{"size":"1"}],"extra":1,"more":2}',
  });
  expect([status, body.error?.code]).toEqual([400, "request.invalid"]);
  expect(body.error?.details).toEqual(
    expect.arrayContaining([
      { path: "times", message: "must be a digit" },
      { path: "page", message: unknownField },
      { path: "name", message: "is required" },
      { path: "list[0].size", message: "must be a number, but is a string" },
      { path: "extra", message: unknownField },
      { path: "more", message: unknownField },
    ]),
  );
});

test("the message is a sentence about the first error", async () => {
  const { body } = await send("/things/thing_1", { body: '{"name":1}' });
  expect(body.error?.message).toBe("`name` must be a string, but is a number.");
  const none = await send("/things/thing_1", { body: "[]" });
  expect(none.body.error?.message).toBe("The body must be an object, but is an array.");
});

test("a body that is not JSON is refused with the position of the error, without quoting the body", async () => {
  const { body } = await send("/things/thing_1", { body: '{\n  "name": "Ada",\n  "age": secret\n}' });
  const message = "has an invalid value";
  expect(body.error).toMatchObject({
    message: `The body is not valid JSON: it ${message} (line 3, column 10).`,
    details: [{ path: "", line: 3, column: 10, message }],
  });
  const long = await send("/things/thing_1", { body: `{"name":[${"1,".repeat(4_000)}secret]}` });
  expect(long.body.error?.message).toMatch(/\(line 1, column 8010\)\.$/);
});

test("an answer reports at most 100 errors, and shortens long paths", async () => {
  const entries = Array.from({ length: 600 }, (_, index) => [`${index}${"x".repeat(3)}`, 1]);
  const many = await send("/things/thing_1", { body: JSON.stringify(Object.fromEntries(entries)) });
  expect([many.status, many.body.error?.code]).toEqual([400, "request.invalid"]);
  expect(many.body.error?.details).toHaveLength(100);
  const named = (length: number) => JSON.stringify({ name: "a", ["x".repeat(length)]: 1 });
  for (const [length, path] of [
    [200, "x".repeat(200)],
    [201, `${"x".repeat(200)} ...`],
  ] as const) {
    const { body } = await send("/things/thing_1", { body: named(length) });
    expect(body.error?.details).toEqual([{ path, message: unknownField }]);
  }
});

test("a path parameter that cannot be an id gets the answer of an unknown id", async () => {
  const { status, body } = await send("/things/nothing", { body: '{"name":"a"}' });
  expect([status, body.error?.code]).toEqual([404, "template.not_found"]);
});

test("a request without a key is refused before its body is read", async () => {
  const { status, headers, body } = await send("/things/thing_1", { body: "{broken", headers: { authorization: "" } });
  expect([status, body.error?.code]).toEqual([401, "auth.key_missing"]);
  expect(headers.get("www-authenticate")).toBe("Bearer");
});

describe("a body is refused:", () => {
  const deep = `{"name":${"[".repeat(10_000 / 2 - 10)}${"]".repeat(10_000 / 2 - 10)}}`;
  const bom = new Uint8Array([0xef, 0xbb, 0xbf]);
  test.each<[string, RequestInit, number, string]>([
    ["broken JSON", { body: "{broken" }, 400, "request.malformed_json"],
    ["half a document", { body: '{"name":"a"' }, 400, "request.malformed_json"],
    ["bytes that are not UTF-8", { body: new Uint8Array([0x22, 0xff, 0x22]) }, 400, "request.malformed_json"],
    ["an empty body", { body: "" }, 400, "request.invalid"],
    ["an array", { body: "[]" }, 400, "request.invalid"],
    ["null", { body: "null" }, 400, "request.invalid"],
    ["nested 5,000 deep", { body: deep }, 400, "request.invalid"],
    ["larger than the limit", { body: JSON.stringify({ name: "x".repeat(3_000_000) }) }, 413, "request.too_large"],
    [
      "larger than the limit once decompressed",
      { body: gzipSync(randomBytes(1_000_000).toString("hex").repeat(2)), headers: { "content-encoding": "gzip" } },
      413,
      "request.too_large",
    ],
    [
      "more than 100 times its compressed size",
      { body: gzipSync(JSON.stringify({ name: "x".repeat(1_000_000) })), headers: { "content-encoding": "gzip" } },
      413,
      "request.too_large",
    ],
    ["500,001 values", { body: `[${"0,".repeat(500_000)}0]` }, 413, "request.too_large"],
    [
      "more than 120,000 different names",
      { body: `[${Array.from({ length: 120_100 }, (_, index) => `{"a${index}" : 1}`).join()}]` },
      413,
      "request.too_large",
    ],
    ["text/plain", { body: "{}", headers: { "content-type": "text/plain" } }, 415, "request.media_unsupported"],
    [
      "another charset",
      { body: "{}", headers: { "content-type": "application/json; charset=utf-16" } },
      415,
      "request.media_unsupported",
    ],
    [
      "an unknown compression",
      { body: "{}", headers: { "content-encoding": "zstd2" } },
      415,
      "request.media_unsupported",
    ],
    ["a wrong Content-Encoding", { body: "{}", headers: { "content-encoding": "gzip" } }, 400, "request.invalid"],
    ["a byte order mark without JSON after it", { body: bom }, 400, "request.malformed_json"],
  ])("%s", async (_what, init, status, code) => {
    const answer = await send("/things/thing_1", init);
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
    expect(answer.body.error?.requestId).toBe(answer.headers.get("x-request-id"));
  });
});

test("an operation without templates or data takes 16 KiB, and no compression", async () => {
  const ask = async (init: RequestInit) => {
    const { status, body } = await send("/short", init);
    return [status, body.error?.code];
  };
  const name = (length: number) => JSON.stringify({ name: "x".repeat(length) });
  expect(await ask({ body: name(16_000) })).toEqual([200, undefined]);
  expect(await ask({ body: name(16_400) })).toEqual([413, "request.too_large"]);
  const compressed = { body: gzipSync(name(10)), headers: { "content-encoding": "gzip" } };
  expect(await ask(compressed)).toEqual([415, "request.media_unsupported"]);
});

test("brackets inside strings do not count as depth", async () => {
  const { status } = await send("/things/thing_1", { body: JSON.stringify({ name: `"\\${"[".repeat(500)}` }) });
  expect(status).toBe(200);
});

/** A body without a Content-Length. */
function inChunks(chunks: readonly string[]): RequestInit {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  return { body: stream, duplex: "half" };
}

test("a body of unknown length is read in pieces, up to the limit", async () => {
  const name = "é".repeat(2_000);
  const { status, body } = await send("/things/thing_1", inChunks(['{"na', 'me":"', name, '"}']));
  expect([status, body.data]).toEqual([200, { name }]);
  const large = await send(
    "/things/thing_1",
    inChunks(['{"name":"', "x".repeat(1_500_000), "x".repeat(1_500_000), '"}']),
  );
  expect([large.status, large.body.error?.code]).toEqual([413, "request.too_large"]);
});

test.each([
  ["a body", "", Buffer.alloc(0x8000, "x")],
  ["a compressed body", "Content-Encoding: gzip\r\n", gzipSync(Buffer.alloc(0x800000, " "))],
])("%s without end is answered, and the connection is closed", async (_what, header, piece) => {
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => undefined);
  const answer = new Promise<string>((resolve) => {
    socket.once("data", (data) => resolve(data.toString()));
  });
  // Not by `once`, which would reject with the error of a write after the connection has closed.
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(
    `POST /things/thing_1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer me\r\nContent-Type: application/json\r\n${header}Transfer-Encoding: chunked\r\n\r\n`,
  );
  const chunk = Buffer.concat([Buffer.from(`${piece.byteLength.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
  const sending = setInterval(() => socket.write(chunk), 1);
  expect(await answer).toMatch(/^HTTP\/1.1 413 [^]*Connection: close/);
  await closed;
  clearInterval(sending);
});

describe("more than 64 KiB of a body", () => {
  const large = JSON.stringify({ name: randomBytes(100_000).toString("hex") });
  const gzip = { "content-encoding": "gzip" };
  const manyValues = gzipSync(`[${"{},".repeat(1_700_000)}{}]`);
  const head = (header: string) =>
    `POST /things/thing_1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer stranger\r\nContent-Type: application/json\r\n${header}\r\n\r\n`;

  test.each<[string, RequestInit, number]>([
    ["64 KiB", { body: JSON.stringify({ name: "x".repeat(65_000) }) }, 0],
    ["more than 64 KiB", { body: large }, 1],
    ["more in chunks", inChunks([large.slice(0, 90_000), large.slice(90_000)]), 1],
    ["more once decompressed", { body: gzipSync(JSON.stringify({ name: "xyz".repeat(50_000) })), headers: gzip }, 1],
  ])("is read of a verified caller alone: a body of %s", async (_what, init, times) => {
    verified.length = 0;
    expect((await send("/things/thing_1", init)).status).toBe(200);
    expect(verified).toEqual(Array.from({ length: times }, () => "me"));
  });

  test("is neither inflated nor parsed for a stranger", async () => {
    const headers = { ...gzip, authorization: "Bearer stranger" };
    const { status, body } = await send("/things/thing_1", { body: manyValues, headers });
    // Inflating it would be answered with 413.
    expect([manyValues.byteLength < 20_000, status, body.error?.code]).toEqual([true, 401, "auth.key_invalid"]);
  });

  test.each([
    ["without end", "Transfer-Encoding: chunked", "80000\r\n", "without-end"],
    ["of an announced length", "Content-Length: 2000000", "", "announced-length"],
  ])("is not read from the connection of a stranger who sends a body %s", async (_what, header, begin, requestId) => {
    const taken = await sendWithoutEnd(server.port, `${head(`${header}\r\nX-Request-Id: ${requestId}`)}${begin}`);
    expect(taken).toBeGreaterThan(0x80000);
    expect(readOf.get(requestId)).toBeLessThan(0x40000);
  });
});

describe("a file as the body", () => {
  const file = randomBytes(300_000);
  const put = (init: RequestInit, caller = "me") =>
    fetch(`${base}/files?name=a`, {
      method: "PUT",
      ...init,
      headers: { authorization: `Bearer ${caller}`, ...init.headers },
    });

  test.each([
    ["without a content type", {}],
    ["that curl calls a form", { "content-type": "application/x-www-form-urlencoded" }],
    ["that claims to be JSON", { "content-type": "application/json" }],
  ])("%s is read as it is, and a browser that gets it as the answer runs nothing", async (_what, headers) => {
    verified.length = 0;
    const response = await put({ body: file, headers });
    expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true);
    expect([...response.headers]).toEqual(
      expect.arrayContaining([
        ["content-type", "image/png"],
        ["x-content-type-options", "nosniff"],
        ["content-security-policy", "sandbox; default-src 'none'"],
        ["content-disposition", "attachment"],
      ]),
    );
    expect(verified).toEqual(["me"]);
  });

  test.each<[string, RequestInit, number, string, string]>([
    ["one byte too large", { body: Buffer.alloc(300_001) }, 413, "request.too_large", "300,000 bytes"],
    ["empty", { body: "" }, 400, "request.invalid", "Send the bytes of the file"],
    ["missing", {}, 400, "request.invalid", "Send the bytes of the file"],
    [
      "compressed",
      { body: gzipSync(file), headers: { "content-encoding": "gzip" } },
      415,
      "request.media_unsupported",
      "without `Content-Encoding`",
    ],
    ["a form", { body: new FormData() }, 415, "request.media_unsupported", "use `-T file` instead of `-F`"],
  ])("is refused if it is %s", async (_what, init, status, code, hint) => {
    const response = await put(init);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect([response.status, error.code, error.message]).toEqual([status, code, expect.stringContaining(hint)]);
  });

  test("of more than 64 KiB is not read for a stranger", async () => {
    const response = await put({ body: Buffer.alloc(300_001) }, "stranger");
    expect(response.status).toBe(401);
  });
});

test("a caller refused while sending who reads only afterwards gets the answer", async () => {
  const requestId = "refused-while-sending";
  const isRefused = async () => {
    while (!lines.some(({ fields }) => fields["requestId"] === requestId)) await new Promise(setImmediate);
  };
  const answer = await sendOnThenRead(
    server.port,
    `POST /things/thing_1 HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${requestId}\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n`,
    isRefused(),
  );
  expect(answer).toMatch(/^HTTP\/1.1 401 [^]*Connection: close[^]*auth.key_missing/);
});

test("data without end after a refusal is dropped, and its sender is disconnected", async () => {
  const taken = await sendWithoutEnd(
    server.port,
    "POST /things/thing_1 HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000000\r\n\r\n",
  );
  // The bytes that are dropped, and no more than the buffers of two kernels for one connection.
  expect(taken).toBeLessThan(64 * 1024 * 1024 + 50_000_000);
});

describe("a caller who waits for `100 Continue` before the body", () => {
  const converse = async (headers: string, body: string) => {
    const socket = connect(server.port, "127.0.0.1");
    socket.write(`POST /things/thing_1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`);
    let received = "";
    socket.on("data", (data) => {
      received += data.toString();
      if (received === "HTTP/1.1 100 Continue\r\n\r\n") socket.write(body);
    });
    await once(socket, "close");
    return received.match(/HTTP\/1.1 \d+/g);
  };
  const length = (bytes: number) => `Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${bytes}`;

  test.each([
    ["without a key", "", 100, 401],
    ["with the key of a stranger", "Authorization: Bearer stranger\r\n", 100_000, 401],
    ["with too large a body", "Authorization: Bearer me\r\n", 10_000_000, 413],
  ])("%s gets the refusal at once", async (_what, authorization, bytes, status) => {
    expect(await converse(authorization + length(bytes), "")).toEqual([`HTTP/1.1 ${status}`]);
  });

  test("gets it when the body is read", async () => {
    const body = JSON.stringify({ name: "a" });
    const headers = `Authorization: Bearer me\r\n${length(body.length)}`;
    expect(await converse(headers, body)).toEqual(["HTTP/1.1 100", "HTTP/1.1 200"]);
  });
});

test("a caller who disconnects in the middle of a body is logged and does not disturb other requests", async () => {
  const requestId = "hung-up-in-the-body";
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(
    `POST /things/thing_1 HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${requestId}\r\nAuthorization: Bearer me\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    () => socket.destroy(),
  );
  const noted = () => lines.find(({ fields }) => fields["requestId"] === requestId);
  while (!noted()) await new Promise(setImmediate);
  expect(noted()?.fields).toMatchObject({ hungUp: true, status: 499 });
  expect((await send("/things/thing_1", { body: '{"name":"a"}' })).status).toBe(200);
});

test("a compressed body within the limit is read", async () => {
  const { status } = await send("/things/thing_1", {
    body: gzipSync('{"name":"a"}'),
    headers: { "content-encoding": "gzip" },
  });
  expect(status).toBe(200);
});

test("an unexpected error tells the client nothing and the log everything", async () => {
  const { status, body } = await send("/fail", { method: "GET" });
  expect([status, body.error?.code]).toEqual([500, "internal"]);
  expect(JSON.stringify(body)).not.toContain("hunter2");
  const line = lines.find(
    (candidate) => candidate.fields["requestId"] === body.error?.requestId && candidate.level === "error",
  );
  expect(line?.fields["errorMessage"]).toContain("hunter2");
});

test("a wrong method is refused with the list of supported methods", async () => {
  const { status, headers, body } = await send("/binary", { method: "DELETE" });
  expect([status, body.error?.code]).toEqual([405, "method.not_allowed"]);
  expect(headers.get("allow")).toBe("GET, HEAD");
});

test.each(["/nowhere", "/things/%E0%A4%A", "/things/thing_1/more"])(
  "%s is not found, in the envelope",
  async (path) => {
    const { status, body } = await send(path, { body: "{}" });
    expect([status, body.error?.code]).toEqual([404, "route.not_found"]);
  },
);

test("bytes are sent unchanged, with their length", async () => {
  const response = await fetch(`${base}/binary`, { headers: { authorization: "Bearer me" } });
  expect(response.headers.get("content-type")).toBe("application/pdf");
  expect(response.headers.get("content-length")).toBe("4");
  expect(await response.text()).toBe("%PDF");
});

test("a well-formed X-Request-Id is kept, anything else replaced", async () => {
  const kept = await send("/fail", { method: "GET", headers: { "x-request-id": "my-request-0001" } });
  expect(kept.headers.get("x-request-id")).toBe("my-request-0001");
  const replaced = await send("/fail", { method: "GET", headers: { "x-request-id": 'a"b<script>' } });
  expect(replaced.headers.get("x-request-id")).toMatch(/^req_[0-9a-z]{26}$/);
});

test("each request is logged as one event with its operation, status and time", async () => {
  const { headers } = await send("/things/thing_1", { body: '{"name":"a"}' });
  const own = lines.filter((line) => line.fields["requestId"] === headers.get("x-request-id"));
  expect(own).toHaveLength(1);
  expect(own[0]).toMatchObject({
    level: "info",
    message: "request",
    fields: { operationId: "echoThing", status: 200, method: "POST" },
  });
});

test("a request outside the sample of the log is logged only if it fails", async () => {
  const ids = ["left-out-good", "left-out-bad", "sampled-good"];
  for (const [index, path] of ["/things/thing_1", "/fail", "/things/thing_1"].entries()) {
    const method = path === "/fail" ? "GET" : "POST";
    const body = method === "GET" ? {} : { body: '{"name":"a"}' };
    await send(path, { method, ...body, headers: { "x-request-id": ids[index] ?? "" } });
  }
  const events = lines.filter(
    ({ message, fields }) => message === "request" && ids.includes(String(fields["requestId"])),
  );
  expect(events.map(({ fields }) => fields["requestId"])).toEqual(ids.slice(1));
});

test("every answer forbids sniffing, framing and caching", async () => {
  const { headers } = await send("/nowhere");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-powered-by")).toBeNull();
});
