import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { errorEnvelope, Problem } from "@platen/contracts";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import express from "express";
import { z } from "zod";
import { createBodyReader, setUpProblems, setUpRequestContext, startServer, type RunningServer } from "./index.ts";
import { serveInTurn } from "./serve-in-turn.ts";
import { sendOnThenRead, sendWithoutEnd } from "./test-callers.ts";
import { requestLimits } from "./server.ts";
import { answerUnparsableRequests, createRefuseAmbiguous } from "./unparsable-request.ts";

const logger = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };

let server: RunningServer;

beforeAll(async () => {
  const app = express();
  setUpRequestContext(app, { logger });
  const { readJson } = createBodyReader({ limitBytes: 1_000_000 });
  app.post("/body", (request, response, next) => {
    const answer = async (json?: Uint8Array) =>
      void response.json({ read: json && (JSON.parse(Buffer.from(json).toString()) as unknown) });
    readJson(request, { hasLargeBody: true }, undefined, answer).then(undefined, next);
  });
  app.all("/refuse", () => {
    throw new Problem("template.not_found");
  });
  setUpProblems(app, { logger });
  server = await startServer(app, { host: "127.0.0.1", port: 0 });
});

afterAll(() => server.close(1_000));

/** Sends the bytes and returns everything that the server sends until it closes the connection. */
async function converse(bytes: string, { port } = server): Promise<string> {
  const socket = connect(port, "127.0.0.1", () => socket.write(bytes)).setEncoding("utf8");
  return text(socket);
}

const chunked =
  "POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";

test.each<[string, string, number, string]>([
  ["data that is not HTTP", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400, "request.invalid"],
  ["an unknown method", "BREW /body HTTP/1.1\r\nHost: x\r\n\r\n", 400, "request.invalid"],
  [
    "two Authorization headers",
    "GET /body HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n",
    400,
    "request.invalid",
  ],
  ["a header without a colon", "GET /body HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n", 400, "request.invalid"],
  [
    "headers of 100 kB",
    `GET /body HTTP/1.1\r\nHost: x\r\nX-Much: ${"x".repeat(100_000)}\r\n\r\n`,
    400,
    "request.invalid",
  ],
  ["no host", "GET /body HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "request.invalid"],
  ["a broken chunk", `${chunked}2\r\n{}\r\nzz\r\n`, 400, "request.invalid"],
  ["chunk extensions of 100 kB", `${chunked}2;${"x".repeat(100_000)}\r\n{}\r\n0\r\n\r\n`, 413, "request.too_large"],
  ["CONNECT", "CONNECT example.test:443 HTTP/1.1\r\nHost: x\r\n\r\n", 405, "method.not_allowed"],
])("%s is answered once, in the envelope, and the connection is closed", async (_what, bytes, status, code) => {
  const answer = await converse(bytes);
  const [head, body] = answer.split("\r\n\r\n");
  expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
  expect(head).toContain(`HTTP/1.1 ${status} `);
  expect(head?.toLowerCase()).toContain("connection: close");
  const { error } = errorEnvelope.parse(JSON.parse(body ?? ""));
  expect(error.code).toBe(code);
  expect(head?.toLowerCase()).toContain(`x-request-id: ${error.requestId}`);
});

test.each<[string, string, string, string]>([
  ["data that is not HTTP", "clientError", "BREW /body HTTP/1.1\r\nHost: x\r\n\r\n", "not well-formed"],
  ["an invalid chunk", "clientError", `${chunked}2\r\n{}\r\nzz\r\n`, "not well-formed"],
  [
    "a body that two servers would read differently",
    "request",
    chunked.replace("chunked", "gzip, chunked"),
    "must be `chunked` or absent",
  ],
  ["a request for another server", "connect", "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", "does not support CONNECT"],
])(
  "a caller who goes on sending %s and reads only afterwards gets the answer",
  async (_what, event, bytes, message) => {
    const refuseAmbiguous = createRefuseAmbiguous();
    const bare = createServer();
    const serve: RequestListener = (request, response) => void refuseAmbiguous(request, response);
    answerUnparsableRequests(bare, serveInTurn(bare, { serve, openBodies: new Set() }));
    await once(bare.listen(0, "127.0.0.1"), "listening");
    const { port } = z.object({ port: z.number() }).parse(bare.address());
    try {
      const answer = await sendOnThenRead(port, bytes, once(bare, event));
      expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
      expect(answer).toContain(message);
    } finally {
      bare.close();
    }
  },
);

test("data without end after an unparsable request is dropped, and its sender is disconnected", async () => {
  const taken = await sendWithoutEnd(server.port, "BREW /body HTTP/1.1\r\nHost: x\r\n\r\n");
  // The bytes that are dropped, and no more than the buffers of two kernels for one connection.
  expect(taken).toBeLessThan(64 * 1024 * 1024 + 50_000_000);
});

test("a body whose announced length is far too large is refused before it is sent", async () => {
  const answer = await converse(
    "POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000000000000\r\n\r\n{",
  );
  expect(answer).toContain("HTTP/1.1 413 ");
  expect(answer).toContain("request.too_large");
});

test("a request with an unknown expectation reaches the app", async () => {
  const answer = await converse("GET /refuse HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n");
  expect(answer).toContain("HTTP/1.1 404 ");
  expect(answer).toContain("template.not_found");
});

test("the answer repeats nothing that the caller sent", async () => {
  expect(await converse("GET /se<cret HTTP/1.1\r\nHost: x\r\nbro<ken\r\n\r\n")).not.toMatch(/se<cret|bro<ken/);
});

test("a request that stops half-way gets an answer; an unused connection is closed without one", async () => {
  const limits = {
    ...requestLimits,
    headersTimeoutMs: 500,
    requestTimeoutMs: 500,
    checkIntervalMs: 20,
    keepAliveTimeoutMs: 500,
  };
  const hasty = await startServer(() => undefined, { host: "127.0.0.1", port: 0 }, limits);
  const [begun, unused] = await Promise.all([
    converse("POST /body HTTP/1.1\r\nHost: x\r\n", hasty),
    converse("", hasty),
  ]);
  expect(begun).toContain("did not arrive within the time limit");
  expect(unused).toBe("");
  await hasty.close(0);
});
