import { once } from "node:events";
import { connect } from "node:net";
import { Writable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Problem } from "@platen/contracts";
import { catalogOperation } from "@platen/contracts/internal";
import express from "express";
import {
  createBodyReader,
  createMount,
  Reply,
  setUpProblems,
  setUpRequestContext,
  startServer,
  type RunningServer,
} from "./index.ts";
import { sendPieces } from "./send-pieces.ts";

const pieceBytes = 64 * 1024;
const pieces = 20;
const sizeBytes = pieces * pieceBytes;

/** Yields pieces up to `last`, and throws `error` after them, if given. */
async function* piecesUntil(last: number, error?: Error): AsyncGenerator<Buffer> {
  for (let index = 0; index < last; index += 1) yield Buffer.alloc(pieceBytes, index);
  if (error) throw error;
}

const failing = new Problem("dependency.unavailable", { cause: new Error("gone") });
const contents: Record<string, () => AsyncGenerator<Buffer>> = {
  "/whole": () => piecesUntil(pieces),
  "/failing": () => piecesUntil(3, failing),
  "/short": () => piecesUntil(pieces - 1),
};

let server: RunningServer;

beforeAll(async () => {
  const app = express();
  const logger = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };
  setUpRequestContext(app, { logger });
  const routes = createMount(app, { bodies: createBodyReader({ limitBytes: 1_000 }), authenticate: async () => "me" });
  for (const [path, content] of Object.entries(contents)) {
    const served = catalogOperation({
      method: "get",
      path,
      operationId: path,
      access: "apiKey",
      request: {},
      response: { status: 200, content: "pdf" },
      problems: [],
    });
    routes.mount(served, async () => new Reply({ pieces: { sizeBytes, content: content() } }));
  }
  setUpProblems(app, { logger });
  server = await startServer(app, { host: "127.0.0.1", port: 0 });
});

afterAll(() => server.close(0));

/** Reads until the server closes the connection; returns the length of the body. */
async function bodyUntilClosed(path: string): Promise<number> {
  const socket = connect(server.port, "127.0.0.1");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.on("error", () => undefined);
  await once(socket, "close");
  const received = Buffer.concat(chunks);
  expect(received.toString("latin1")).toContain(`Content-Length: ${sizeBytes}\r\n`);
  return received.byteLength - received.indexOf("\r\n\r\n") - 4;
}

test("an answer in pieces arrives whole, with its length in the headers", async () => {
  const response = await fetch(`http://127.0.0.1:${server.port}/whole`);
  expect(response.headers.get("content-length")).toBe(String(sizeBytes));
  const body = Buffer.from(await response.arrayBuffer());
  const expected = Buffer.concat(Array.from({ length: pieces }, (_, index) => Buffer.alloc(pieceBytes, index)));
  expect(body.equals(expected)).toBe(true);
});

test.each(["/failing", "/short"])("the connection breaks if the pieces end too early: %s", async (path) => {
  expect(await bodyUntilClosed(path)).toBeLessThan(sizeBytes);
});

test("pieces are read only as the caller takes them, and no more after the caller disconnects", async () => {
  const taken: (() => void)[] = [];
  const connection = new Writable({ highWaterMark: 1, write: (_piece, _encoding, done) => void taken.push(done) });
  const hungUp = new AbortController();
  let given = 0;
  let isAbandoned = false;
  async function* content(): AsyncGenerator<Buffer> {
    try {
      while (given < pieces) yield Buffer.alloc(pieceBytes, (given += 1));
    } finally {
      isAbandoned = true;
    }
  }
  const response = Object.assign(connection, { setHeader: () => undefined, strictContentLength: false });
  const sending = sendPieces(response, { sizeBytes, content: content() }, hungUp.signal);
  for (const takenPieces of [1, 2, 3]) {
    await nextTurn();
    expect(given).toBe(takenPieces);
    taken.shift()?.();
  }
  await nextTurn();
  hungUp.abort();
  await sending;
  expect([given, isAbandoned]).toEqual([4, true]);
});
