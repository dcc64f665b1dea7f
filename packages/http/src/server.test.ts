import { Agent, get, type RequestListener } from "node:http";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "@jest/globals";
import { readBody } from "./read-body.ts";
import { requestLimits, startServer, type RunningServer } from "./server.ts";

test("closing waits for running requests but not for connections that clients keep open", async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const server = await startServer(
    (_request, response) => {
      asked.resolve();
      answer.promise.then(() => response.end("done")).catch(() => undefined);
    },
    { host: "127.0.0.1", port: 0 },
  );
  const agent = new Agent({ keepAlive: true });
  const response = once(get({ port: server.port, host: "127.0.0.1", agent }), "response");
  await asked.promise;

  // Longer than the test may take.
  const closed = server.close(3_600_000);
  answer.resolve();
  const [message] = await response;
  expect(message.headers.connection).toBe("close");
  message.resume();
  await closed;
  agent.destroy();
});

/** Reads each body, and answers with its size or the problem's message. */
const reading: RequestListener = (request, response) => {
  readBody(request, 1_000_000).then(
    ({ byteLength }) => response.end(`${byteLength} bytes`),
    ({ message }) => response.writeHead(400, { Connection: "close" }).end(message),
  );
};

async function withServer(
  use: (server: RunningServer) => Promise<void>,
  { listener = reading, ...limits }: Partial<typeof requestLimits> & { listener?: RequestListener } = {},
): Promise<void> {
  const server = await startServer(listener, { host: "127.0.0.1", port: 0 }, { ...requestLimits, ...limits });
  try {
    await use(server);
  } finally {
    await server.close(0);
  }
}

/** Sends the bytes and returns everything that the server sends until it closes the connection. */
function converse({ port }: RunningServer, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1", () => socket.write(bytes)).setEncoding("utf8");
  return text(socket);
}

const chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
const good = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

test("a request has the times to arrive that the documentation says", () => {
  expect(requestLimits).toMatchObject({
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 30_000,
    keepAliveTimeoutMs: 65_000,
  });
  expect(requestLimits).toMatchObject({ maxConnections: 4_096, progress: { windowMs: 10_000, leastBytes: 2_000 } });
  expect(requestLimits).toMatchObject({ checkIntervalMs: 2_000, progressIntervalMs: 1_000 });
});

describe("a body", () => {
  test("in 257 pieces of one byte is refused before it ends, and in 256 it is read", () =>
    withServer(async (server) => {
      expect(await converse(server, chunked + "1\r\nx\r\n".repeat(257))).toMatch(/400 [^]*more than 256 pieces/);
      const closing = chunked.replace("Host", "Connection: close\r\nHost");
      expect(await converse(server, `${closing}${"1\r\nx\r\n".repeat(256)}0\r\n\r\n`)).toContain("256 bytes");
    }));

  test("in many pieces of 32 bytes is read, and joined as it was sent", () =>
    withServer(
      async (server) => {
        const pieces = Array.from({ length: 5_000 }, (_, index) => String(index).padEnd(32));
        const closing = chunked.replace("Host", "Connection: close\r\nHost");
        const body = pieces.map((piece) => `20\r\n${piece}\r\n`).join("");
        expect(await converse(server, `${closing}${body}0\r\n\r\n`)).toContain(pieces.join(""));
      },
      {
        listener: (request, response) => {
          readBody(request, 1_000_000).then(
            (bytes) => response.setHeader("Content-Length", bytes.byteLength).end(bytes),
            () => response.destroy(),
          );
        },
      },
    ));

  test("that makes too little progress is refused; one that the server does not take is not", () =>
    withServer(
      async (server) => {
        expect(await converse(server, `${chunked}5\r\nhello\r\n`)).toMatch(/400 [^]*arrives too slowly/);
      },
      { progress: { windowMs: 50, leastBytes: 100 }, progressIntervalMs: 10 },
    ));
});

describe("a connection", () => {
  test("whose next bytes are no request gets the answer that is under way, and is closed after it", () =>
    withServer(async (server) => {
      expect((await converse(server, `${good}no request\r\n\r\n`)).match(/HTTP\/1.1 \d+|0 bytes/g)).toEqual([
        "HTTP/1.1 200",
        "0 bytes",
      ]);
    }));

  test("that sends nothing, or half a head, makes room for one that sends a request", () =>
    withServer(
      async (server) => {
        const half = connect(server.port, "127.0.0.1", () => half.write("GET / HTTP/1.1\r\nHost: x\r\n"));
        half.resume();
        await once(half, "connect");
        const agent = new Agent({ keepAlive: true });
        const answered = once(get({ port: server.port, host: "127.0.0.1", agent }), "response");
        const [message] = await answered;
        message.resume();
        await once(message, "end");
        const closed = once(half, "close");
        expect(await converse(server, good.replace("Host", "Connection: close\r\nHost"))).toContain("0 bytes");
        await closed;
        agent.destroy();
      },
      { maxConnections: 2 },
    ));

  test("with more than 128 headers in a request is refused, and none of 128 is dropped", () =>
    withServer(
      async (server) => {
        const headers = (count: number) => Array.from({ length: count }, (_, index) => `x${index}: y\r\n`).join("");
        const request = (count: number) => `GET / HTTP/1.1\r\nHost: x\r\n${headers(count)}Connection: close\r\n\r\n`;
        expect(await converse(server, request(126))).toContain("128 headers");
        expect(await converse(server, request(127))).toContain("400 Bad Request");
        expect(await converse(server, request(3_000))).toContain("400 Bad Request");
      },
      { listener: ({ rawHeaders }, response) => void response.end(`${rawHeaders.length / 2} headers`) },
    ));
});
