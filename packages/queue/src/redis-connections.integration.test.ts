import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { createProducerConnection, subscribe, waitForReady } from "./redis-connections.ts";
import { silentLogger, useTestRedis } from "./test-redis.ts";

const redis = useTestRedis();

/** A proxy to Redis that can cut its connections; from then on it holds subscriptions back. */
async function startProxy() {
  const target = new URL(redis.url);
  const clients: Socket[] = [];
  const heldBack = Promise.withResolvers<Socket>();
  let wasCut = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) socket.on("error", () => undefined);
    client.on("data", (chunk) => {
      if (wasCut && /\r\nsubscribe\r\n/i.test(chunk.toString())) heldBack.resolve(client);
      else upstream.write(chunk);
    });
    client.on("close", () => upstream.destroy());
    upstream.pipe(client);
    clients.push(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(redis.url);
  // A server that listens on a port has such an address.
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut() {
      wasCut = true;
      for (const client of clients.splice(0)) client.destroy();
    },
    heldBack: heldBack.promise,
    close: () => server.close(),
  };
}

test("a subscription that is closed while it is being made again ends without an error", async () => {
  const proxy = await startProxy();
  const options = { redisUrl: proxy.url, logger: silentLogger };
  const subscription = subscribe(options, `${redis.prefix}:channel`, {
    onMessage: () => undefined,
    onSubscribed: () => proxy.cut(),
  });
  const client = await proxy.heldBack;
  const closed = once(client, "close");
  subscription.close();
  await closed;
  // An error without a listener fails the test.
  await nextTurn();
  proxy.close();
});

test("a command that Redis does not answer fails after a while", async () => {
  const connection = createProducerConnection({ redisUrl: redis.url, logger: silentLogger }, "silence");
  redis.opened.push(() => connection.disconnect());
  await waitForReady(connection);
  // Redis answers only when the list has an entry.
  await expect(connection.blpop(`${redis.prefix}:empty`, 0)).rejects.toThrow("Command timed out");
});
