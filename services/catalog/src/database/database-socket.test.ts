import dns from "node:dns/promises";
import { once } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";
import { connectionSettings, connectOnce } from "./connection.ts";
import { openDataSource } from "../data-source.ts";

const lookUpMs = 150;
const connectMs = 60;

const { lookup } = dns;
const slowLookup = jest.fn(async () => {
  await delay(lookUpMs);
  return [{ address: "127.0.0.1", family: 4 }];
});
const accepted = jest.fn();
const server = createServer((socket) => {
  accepted();
  // It is no PostgreSQL, so the connection ends.
  socket.on("error", () => undefined).destroy();
});
beforeAll(async () => {
  Object.assign(dns, { lookup: slowLookup });
  syncBuiltinESMExports();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  Object.assign(dns, { lookup });
  syncBuiltinESMExports();
  server.close();
  await once(server, "close");
});
beforeEach(() => {
  slowLookup.mockClear();
  accepted.mockClear();
});

// `as`: a server that listens on a port has such an address.
const urlOf = (name: string) => `postgres://platen@${name}:${(server.address() as AddressInfo).port}/platen`;

test.each<[string, () => Promise<unknown>]>([
  ["the pool", () => openDataSource({ url: urlOf("pool.test"), poolSize: 1, connectTimeoutMs: connectMs })],
  ["a probe", () => connectOnce(connectionSettings(urlOf("probe.test")), connectMs)],
])("%s connects though each look-up of the name takes longer than a connection may", async (_what, connect) => {
  for (let attempt = 0; accepted.mock.calls.length === 0 && attempt < 10; attempt += 1)
    await expect(connect()).rejects.toThrow();
  expect(accepted).toHaveBeenCalled();
  expect(slowLookup).toHaveBeenCalledTimes(1);
});
