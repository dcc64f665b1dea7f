import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { cutSlowReaders } from "./cut-slow-readers.ts";

const minMs = 1_000;
const minBytesPerMs = 10_000;
/** Larger than the kernel's buffers for a connection that is not read, and 2 s of reading at the slowest speed. */
const large = Buffer.alloc(20_000_000, "x");
/** A reader takes this in much less than the minimum time, even on a busy machine. */
const small = large.subarray(0, 1_000_000);

const answering = new Set<ServerResponse>();
let answered: ServerResponse | undefined;
const server = createServer((request, response) => {
  answering.add(response);
  answered = response;
  response.once("close", () => answering.delete(response));
  if (request.url === "/known-length") response.setHeader("Content-Length", large.byteLength);
  if (request.url === "/late") setTimeout(() => response.end(small), minMs * 1.5);
  else response.end(large);
});
const stopCutting = cutSlowReaders(answering, { minMs, minBytesPerMs, checkIntervalMs: 20 });

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
});

afterAll(() => {
  stopCutting();
  server.closeAllConnections();
  server.close();
});

/** Sends a request and does not read; resolves when the server has closed the connection, with the time that took. */
async function requestWithoutReading(path: string): Promise<{ socket: Socket; tookMs: number; isWhole: boolean }> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  const begun = once(server, "request");
  socket.pause().write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await begun;
  const startedAt = performance.now();
  const response = answered;
  if (!response) throw new Error("no response was begun");
  await once(response, "close");
  return { socket, tookMs: performance.now() - startedAt, isWhole: response.writableFinished };
}

test("a caller who does not read the answer is disconnected after the minimum time", async () => {
  const { socket, tookMs, isWhole } = await requestWithoutReading("/unknown-length");
  socket.destroy();
  expect(isWhole).toBe(false);
  expect(tookMs).toBeGreaterThanOrEqual(minMs);
  expect(tookMs).toBeLessThan(minMs * 2);
});

test("a large answer may take as long as reading it at the slowest speed", async () => {
  const { socket, tookMs, isWhole } = await requestWithoutReading("/known-length");
  socket.destroy();
  expect(isWhole).toBe(false);
  expect(tookMs).toBeGreaterThanOrEqual(large.byteLength / minBytesPerMs);
});

test("the time before the answer is ready does not count, and a reader gets the whole answer", async () => {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/late`);
  expect((await response.arrayBuffer()).byteLength).toBe(small.byteLength);
});
