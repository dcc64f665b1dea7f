import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { errorEnvelope } from "@platen/contracts";
import express from "express";
import { createBodyReader, setUpProblems, setUpRequestContext, startServer, type RunningServer } from "./index.ts";

// Requests that a proxy in front may read as one and this server as two, or the other way round.

const logger = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
const seen: string[] = [];
let server: RunningServer;

beforeAll(async () => {
  const app = express();
  setUpRequestContext(app, { logger });
  const { readJson } = createBodyReader({ limitBytes: 1_000_000 });
  app.use((request, response, next) => {
    seen.push(request.path);
    const answer = async () => void response.json({ path: request.path });
    readJson(request, { hasLargeBody: true }, undefined, answer).then(undefined, next);
  });
  setUpProblems(app, { logger });
  server = await startServer(app, { host: "127.0.0.1", port: 0 });
});

afterAll(() => server.close(1_000));

const good = "GET /good HTTP/1.1\r\nHost: x\r\n\r\n";
const smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";

/** Sends a good request, waits for its answer, sends the bytes on the same connection, and returns their answer. */
function afterGoodRequest(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    let isFirst = true;
    const socket = connect(server.port, "127.0.0.1", () => socket.write(good));
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      received += text;
      if (!isFirst || !received.includes('{"path":"/good"}')) return;
      isFirst = false;
      received = "";
      socket.write(Buffer.from(bytes, "latin1"));
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(received));
  });
}

const head = "POST /bad HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
/** A request with the given length headers, and a body that is longer for a server that reads the headers differently. */
const withLines = (lines: string, body = `0\r\n\r\n${smuggled}`) => `${head}${lines}\r\n\r\n${body}`;
const chunked = "Transfer-Encoding: chunked";
const chunks = (body: string) => withLines(chunked, `${body}${smuggled}`);

const attacks: [what: string, bytes: string][] = [
  ["a length and chunks", withLines(`Content-Length: 4\r\n${chunked}`)],
  ["chunks and a length", withLines(`${chunked}\r\nContent-Length: 4`)],
  ["two lengths", withLines("Content-Length: 0\r\nContent-Length: 44", smuggled)],
  ["the same length twice", withLines("Content-Length: 2\r\nContent-Length: 2", `{}${smuggled}`)],
  ["a list of lengths", withLines("Content-Length: 0, 44", smuggled)],
  ["a length with a sign", withLines("Content-Length: +2", `{}${smuggled}`)],
  ["a negative length", withLines("Content-Length: -1", smuggled)],
  ["a hexadecimal length", withLines("Content-Length: 0x2", `{}${smuggled}`)],
  ["a length with a space in it", withLines("Content-Length: 2 0", `{}${smuggled}`)],
  ["a length with an underscore", withLines("Content-Length: 1_0", smuggled)],
  ["an empty length", withLines("Content-Length:", smuggled)],
  ["a length too large for a number", withLines(`Content-Length: 1${"0".repeat(30)}`, smuggled)],
  ["an unknown encoding", withLines("Transfer-Encoding: xchunked")],
  ["an encoding that is not the last", withLines("Transfer-Encoding: chunked, identity")],
  ["identity", withLines("Transfer-Encoding: identity")],
  ["chunks twice", withLines("Transfer-Encoding: chunked, chunked")],
  ["chunks by two headers", withLines(`${chunked}\r\nTransfer-Encoding: identity`)],
  ["chunks by two headers, the other way", withLines(`Transfer-Encoding: identity\r\n${chunked}`)],
  ["gzip before the chunks", withLines("Transfer-Encoding: gzip, chunked")],
  ["an encoding in quotes", withLines('Transfer-Encoding: "chunked"')],
  ["an encoding after a vertical tab", withLines("Transfer-Encoding: \x0bchunked")],
  ["an encoding after a NUL", withLines("Transfer-Encoding: \0chunked")],
  ["an encoding with a parameter", withLines("Transfer-Encoding: chunked;a=b")],
  ["an empty encoding", withLines("Transfer-Encoding:")],
  ["a space before the colon of the encoding", withLines("Transfer-Encoding : chunked")],
  ["a tab before the colon of the length", withLines("Content-Length\t: 44", smuggled)],
  ["a space before a header", withLines(" Transfer-Encoding: chunked")],
  ["a folded encoding", withLines("Transfer-Encoding:\r\n chunked")],
  ["a folded header", withLines(`X-A: b\r\n ${chunked}`)],
  ["a line that ends in a bare line feed", withLines(`X-A: b\n${chunked}`)],
  ["a header that ends in a bare carriage return", withLines(`X-A: b\r${chunked}`)],
  ["a head that ends in bare line feeds", `${head}Content-Length: 44\n\n${smuggled}`],
  [
    "a first line that ends in a bare line feed",
    `POST /bad HTTP/1.1\nHost: x\r\n${chunked}\r\n\r\n0\r\n\r\n${smuggled}`,
  ],
  ["chunks in HTTP/1.0", `POST /bad HTTP/1.0\r\nHost: x\r\n${chunked}\r\n\r\n0\r\n\r\n${smuggled}`],
  ["two hosts", "GET /bad HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"],
  ["a chunk size with a sign", chunks("+2\r\n{}\r\n0\r\n\r\n")],
  ["a chunk size with 0x", chunks("0x2\r\n{}\r\n0\r\n\r\n")],
  ["a chunk size after a space", chunks(" 2\r\n{}\r\n0\r\n\r\n")],
  ["a chunk size before a space", chunks("2 \r\n{}\r\n0\r\n\r\n")],
  ["a chunk size too large for a number", chunks("10000000000000002\r\n{}\r\n0\r\n\r\n")],
  ["a chunk without a size", chunks("\r\n{}\r\n0\r\n\r\n")],
  ["a chunk whose size ends in a bare line feed", chunks("2\n{}\r\n0\r\n\r\n")],
  ["a chunk longer than its size", chunks("2\r\n{}  \r\n0\r\n\r\n")],
  ["a chunk that ends in a bare line feed", chunks("2\r\n{}\n0\r\n\r\n")],
  ["a chunk extension with a bare line feed", chunks("2;a\n{}\r\n0\r\n\r\n")],
  ["a chunk extension with a bare carriage return", chunks("2;a\rb\r\n{}\r\n0\r\n\r\n")],
  ["a trailer without a colon", chunks("2\r\n{}\r\n0\r\nbroken\r\n\r\n")],
  ["a NUL in a header", withLines("X-A: a\0b\r\nContent-Length: 44", smuggled)],
  ["a NUL in a header's name", withLines("X-\0A: b\r\nContent-Length: 44", smuggled)],
  ["a space in the path", `GET /bad x HTTP/1.1\r\nHost: x\r\n\r\n${smuggled}`],
  ["an unknown version", `GET /bad HTTP/1.9\r\nHost: x\r\n\r\n${smuggled}`],
  ["no version", "GET /bad\r\n\r\n"],
];

describe("refused, and the connection closed:", () => {
  test.each(attacks)("%s", async (_what, bytes) => {
    seen.length = 0;
    const answer = await afterGoodRequest(bytes);
    const [answerHead = "", body = ""] = answer.split("\r\n\r\n");
    expect([answer.match(/HTTP\/1\.1 \d+/g), seen.includes("/smuggled")]).toEqual([["HTTP/1.1 400"], false]);
    expect(answerHead.toLowerCase()).toContain("connection: close");
    expect(errorEnvelope.parse(JSON.parse(body)).error.code).toBe("request.invalid");
    // Another caller, on a connection of its own.
    expect(await afterGoodRequest("GET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).toContain("/next");
  });
});

test("pipelined requests on one connection are answered in order", async () => {
  const second = `${head}${chunked}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`;
  const third = "GET /third HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
  expect((await afterGoodRequest(second + third)).match(/"path":"[^"]+"/g)).toEqual([
    '"path":"/bad"',
    '"path":"/third"',
  ]);
});
