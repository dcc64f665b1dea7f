import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { operation, Problem } from "@platen/contracts";
import { waitFor } from "@platen/testing";
import express from "express";
import {
  createJsonBodyReader,
  createMount,
  Reply,
  setUpProblems,
  setUpRequestContext,
  startServer,
  type RunningServer,
} from "./index.ts";

const pieceBytes = 256 * 1024;
const pieces = 80;
/** Larger than the kernels' buffers for a connection that is not read. */
const sizeBytes = pieces * pieceBytes;

const given = { count: 0, hasEnded: false };

/** Yields pieces up to `last` and counts them; then throws `error`, if given. */
async function* piecesUntil(last: number, error?: Error): AsyncGenerator<Buffer> {
  given.count = 0;
  given.hasEnded = false;
  try {
    for (let index = 0; index < last; index += 1) {
      given.count += 1;
      yield Buffer.alloc(pieceBytes, index);
    }
    if (error) throw error;
  } finally {
    given.hasEnded = true;
  }
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
  const routes = createMount(app, {
    readBody: createJsonBodyReader({ limitBytes: 1_000 }),
    authenticate: async () => "me",
  });
  for (const [path, content] of Object.entries(contents)) {
    const served = operation({
      method: "get",
      path,
      operationId: path,
      summary: "Pieces",
      tag: "Test",
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

function ask(path: string): Socket {
  const socket = connect(server.port, "127.0.0.1");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return socket;
}

/** Reads until the server closes the connection; returns the length of the body. */
async function bodyUntilClosed(path: string): Promise<number> {
  const socket = ask(path);
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

test("pieces are read only as the caller takes them, and no more after the caller disconnects", async () => {
  const socket = ask("/whole").pause();
  let seen = -1;
  const standsStill = () => {
    const before = seen;
    seen = given.count;
    return seen > 0 && seen === before;
  };
  await waitFor(standsStill, { intervalMs: 200, describe: "the pieces to stand still" });
  expect(given.count).toBeLessThan(pieces / 2);
  expect(given.hasEnded).toBe(false);
  socket.destroy();
  await waitFor(() => given.hasEnded, { describe: "the pieces to be abandoned" });
  expect(given.count).toBeLessThan(pieces / 2);
});

test.each(["/failing", "/short"])("the connection breaks if the pieces end too early: %s", async (path) => {
  expect(await bodyUntilClosed(path)).toBeLessThan(sizeBytes);
});
