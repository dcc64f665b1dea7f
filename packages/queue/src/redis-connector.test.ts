import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { RedisOptions } from "ioredis";
import { RedisConnector } from "./redis-connector.ts";

let server: Server;
let socket: Socket;
let peer: Socket;

beforeEach(async () => {
  // Sockets are real; only the checks wait for the test.
  const others = ["setTimeout", "clearTimeout", "setImmediate", "nextTick", "queueMicrotask", "performance"] as const;
  jest.useFakeTimers({ doNotFake: [...others] });
  server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  await connect();
  socket.resume();
  await new Promise((sent) => socket.write("PING\r\n", sent));
});
afterEach(() => {
  for (const each of [socket, peer]) each.destroy();
  server.close();
  jest.useRealTimers();
});

async function connect(options: RedisOptions = {}): Promise<void> {
  // A listening TCP server has an address and a port.
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, "connection");
  socket = await new RedisConnector({ host: "127.0.0.1", port, ...options }).connect();
  socket.on("error", () => undefined);
  [peer] = await accepted;
}

async function check(times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    jest.advanceTimersByTime(1_000);
    await nextTurn();
  }
}

test("a server that owes an answer and sends nothing loses its connection after six checks", async () => {
  await check(5);
  expect(socket.destroyed).toBe(false);
  await check(1);
  expect(socket.destroyed).toBe(true);
});

test("a server that has answered may be silent", async () => {
  const answered = once(socket, "data");
  peer.write("+PONG\r\n");
  await answered;
  await check(20);
  expect(socket.destroyed).toBe(false);
});

test("a reply gets the time that it needs to reach a server at 2 MB a second", async () => {
  peer.pause();
  // More than the buffers of two sockets hold.
  socket.write(Buffer.alloc(20_000_000));
  await check(10);
  expect(socket.destroyed).toBe(false);
  await check(7);
  expect(socket.destroyed).toBe(true);
});

test("a server that leaves a TLS handshake without an answer loses the connection after four checks", async () => {
  for (const each of [socket, peer]) each.destroy();
  await connect({ tls: {} });
  await once(peer, "data");
  await check(3);
  expect(socket.destroyed).toBe(false);
  await check(1);
  expect(socket.destroyed).toBe(true);
});
