import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { Problem } from "@platen/contracts";
import { catalogOperation } from "@platen/contracts/internal";
import express from "express";
import {
  createBodyReader,
  createMount,
  setUpProblems,
  setUpRequestContext,
  startServer,
  type RunningServer,
} from "./index.ts";

const megabyte = 1024 * 1024;
const maxBytes = 8 * megabyte;
const received: Buffer[] = [];
const receivedBytes = () => received.reduce((sum, piece) => sum + piece.byteLength, 0);
let server: RunningServer;

beforeAll(async () => {
  const app = express();
  const logger = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };
  setUpRequestContext(app, { logger });
  const routes = createMount(app, { bodies: createBodyReader({ limitBytes: 1_000 }), authenticate: async () => "me" });
  const streamed = <const T extends object>(operationId: string, bytes: T) =>
    catalogOperation({
      method: "post",
      path: `/${operationId}`,
      operationId,
      access: "apiKey",
      request: { bytes: { maxBytes, isStreamed: true, ...bytes } },
      response: { status: 204, content: "none" },
      problems: [],
    });
  routes.mount(streamed("any", { takesCompressed: true }), async ({ bytes }) => {
    for await (const piece of bytes) received.push(Buffer.from(piece));
    return undefined;
  });
  routes.mount(streamed("first", { takesCompressed: true }), async ({ bytes }) => {
    for await (const piece of bytes) throw new Problem("request.invalid", { message: `${piece.byteLength > 0}` });
    return undefined;
  });
  routes.mount(streamed("plain", {}), async ({ bytes }) => {
    for await (const piece of bytes) received.push(Buffer.from(piece));
    return undefined;
  });
  setUpProblems(app, { logger });
  server = await startServer(app, { host: "127.0.0.1", port: 0 });
});
afterAll(() => server.close(0));
beforeEach(() => void received.splice(0));

type Sent = { body: Buffer; encoding?: string | undefined; isWhole?: boolean };

/** Sends a body. A request whose body is not whole stays open until it is answered. */
async function send(path: string, { body, encoding, isWhole = true }: Sent) {
  const headers = { ...(encoding !== undefined && { "content-encoding": encoding }) };
  const sending = request({ port: server.port, path, method: "POST", headers });
  if (isWhole) sending.end(body);
  else sending.write(body);
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  const texts = await response.setEncoding("utf8").toArray();
  sending.destroy();
  return { status: response.statusCode, text: texts.join(""), encodings: response.headers["accept-encoding"] };
}

const compressions: [encoding: string | undefined, compress: (bytes: Buffer) => Buffer][] = [
  [undefined, (bytes) => bytes],
  ["gzip", (bytes) => gzipSync(bytes, { level: 1 })],
  ["deflate", (bytes) => deflateSync(bytes, { level: 1 })],
  ["br", (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
];
const data = Buffer.from(randomBytes(megabyte).toString("hex"));

test.each(compressions)("a body arrives as it was before it was compressed: %s", async (encoding, compress) => {
  const answer = await send("/any", { body: compress(data), encoding });
  expect([answer.status, Buffer.concat(received).equals(data)]).toEqual([204, true]);
});

test.each(["any", "plain"])("a caller who waits for `100 Continue` gets it when the body is read: %s", async (path) => {
  const sending = request({ port: server.port, path: `/${path}`, method: "POST", headers: { expect: "100-continue" } });
  sending.flushHeaders();
  await once(sending, "continue");
  sending.end("rows");
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  response.resume();
  expect([response.statusCode, receivedBytes()]).toEqual([204, 4]);
});

test.each(compressions.slice(0, 2))(
  "a body with more bytes than the limit is broken off there: %s",
  async (encoding, compress) => {
    const body = compress(Buffer.concat(Array.from({ length: 5 }, () => data)));
    const answer = await send("/any", { body, encoding });
    expect([answer.status, answer.text]).toEqual([413, expect.stringContaining("8,388,608 bytes")]);
    expect(receivedBytes()).toBeLessThanOrEqual(maxBytes);
  },
);

test.each(compressions.slice(1))(
  "a bomb is broken off after little more than 4 MiB: %s",
  async (encoding, compress) => {
    const body = compress(Buffer.alloc(7 * megabyte));
    const answer = await send("/any", { body, encoding });
    expect([answer.status, answer.text]).toEqual([413, expect.stringContaining("more than 100 times")]);
    expect(receivedBytes()).toBeLessThanOrEqual(4 * megabyte);
    // As much as a careful sender puts into a piece.
    expect((await send("/any", { body: compress(Buffer.alloc(3 * megabyte)), encoding })).status).toBe(204);
  },
);

test.each(["gzip", undefined])("a caller who is still sending reads why the body is refused: %s", async (encoding) => {
  const body = encoding === undefined ? data : gzipSync(data);
  const answer = await send("/first", { body, isWhole: false, encoding });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("request.invalid")]);
});

test("a body that breaks off or is not compressed as it says is 400", async () => {
  const broken = [gzipSync(data).subarray(0, 1_000), Buffer.from('{"data":{}}')];
  for (const body of broken)
    expect(await send("/any", { body, encoding: "gzip" })).toMatchObject({
      status: 400,
      text: expect.stringContaining("compression does not match"),
    });
});

test("an unknown compression is 415 with those that are known, as is any where an operation takes none", async () => {
  const unknown = await send("/any", { body: data, encoding: "zstd" });
  expect(unknown).toMatchObject({ status: 415, encodings: "gzip, deflate, br" });
  expect(unknown.text).toContain("must be gzip, deflate, br or identity");
  expect(await send("/plain", { body: gzipSync(data), encoding: "gzip" })).toMatchObject({ status: 415 });
  expect(received).toEqual([]);
});
