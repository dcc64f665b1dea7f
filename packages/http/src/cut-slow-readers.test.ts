import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { cutSlowReaders } from "./cut-slow-readers.ts";

const leastMs = 1_000;
const slowestBytesPerMs = 10_000;
/** More than the kernel keeps for a connection whose other end does not read, and 2 s of the slowest reading. */
const large = Buffer.alloc(20_000_000, "x");
/** Read in much less than the least time, also on a busy machine. */
const small = large.subarray(0, 1_000_000);

const answering = new Set<ServerResponse>();
let answered: ServerResponse | undefined;
const server = createServer((request, response) => {
  answering.add(response);
  answered = response;
  response.once("close", () => answering.delete(response));
  if (request.url === "/told") response.setHeader("Content-Length", large.byteLength);
  if (request.url === "/late") setTimeout(() => response.end(small), leastMs * 1.5);
  else response.end(large);
});
const endWatch = cutSlowReaders(answering, { leastMs, slowestBytesPerMs, lookEveryMs: 20 });

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
});

afterAll(() => {
  endWatch();
  server.closeAllConnections();
  server.close();
});

/** Asks and does not read; resolves with the server's side of it when that is closed, and how long that took. */
async function askWithoutReading(path: string): Promise<{ socket: Socket; tookMs: number; isWhole: boolean }> {
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

test("who does not take an answer is cut off when their time is over", async () => {
  const { socket, tookMs, isWhole } = await askWithoutReading("/untold");
  socket.destroy();
  expect(isWhole).toBe(false);
  expect(tookMs).toBeGreaterThanOrEqual(leastMs);
  expect(tookMs).toBeLessThan(leastMs * 2);
});

test("a large answer has as long as the slowest reading of it takes", async () => {
  const { socket, tookMs, isWhole } = await askWithoutReading("/told");
  socket.destroy();
  expect(isWhole).toBe(false);
  expect(tookMs).toBeGreaterThanOrEqual(large.byteLength / slowestBytesPerMs);
});

test("time in which the answer is being made does not count, and who reads gets all of it", async () => {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/late`);
  expect((await response.arrayBuffer()).byteLength).toBe(small.byteLength);
});
