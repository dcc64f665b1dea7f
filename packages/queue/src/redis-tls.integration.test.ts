import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createCertificates, freePort, startOwnRedis, type OwnServer } from "@platen/testing";
import { createDocumentProducer } from "./document-producer.ts";
import { createProducerConnection, subscribe } from "./redis-connections.ts";
import { silentLogger, untilSeen } from "./test-redis.ts";

let server: OwnServer;
let url: string;
let authority: string;
const opened: (() => unknown)[] = [];

beforeAll(async () => {
  const { certificate, key, authority: file } = await createCertificates();
  authority = file;
  const port = await freePort();
  server = await startOwnRedis([
    `tls-port ${port}`,
    `tls-cert-file ${certificate}`,
    `tls-key-file ${key}`,
    `tls-ca-cert-file ${file}`,
    "tls-auth-clients no",
  ]);
  url = `rediss://gateway:platen@localhost:${port}`;
});
afterAll(async () => {
  await Promise.all(opened.map((close) => close()));
  await server.stop();
});

test("every kind of connection works over TLS, as a user of its own", async () => {
  const options = { redisUrl: `${url}?ssl_ca_certs=${authority}`, logger: silentLogger };
  const producer = createDocumentProducer(options);
  opened.push(() => producer.close());
  await untilSeen("the queue", () => producer.queueState());

  const heard = Promise.withResolvers<string>();
  const listening = Promise.withResolvers<void>();
  const subscription = subscribe(options, "platen:words", {
    onMessage: (message) => heard.resolve(message.toString()),
    onSubscribed: () => listening.resolve(),
  });
  opened.push(() => subscription.close());
  const connection = createProducerConnection(options, "sender");
  opened.push(() => connection.disconnect());
  await listening.promise;
  await connection.publish("platen:words", "hello");
  expect(await heard.promise).toBe("hello");
  await expect(connection.get("another's")).rejects.toThrow("NOPERM");
});

test("a certificate of an unknown authority is refused", async () => {
  const connection = createProducerConnection({ redisUrl: url, logger: silentLogger }, "stranger");
  opened.push(() => connection.disconnect());
  const [error] = await once(connection, "error");
  expect(String(error)).toMatch(/certificate|issuer/);
});
