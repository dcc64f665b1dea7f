import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createProducerConnection, type ProducerConnection } from "@platen/queue";
import { createTestRedis, type TestRedis } from "@platen/testing";
import { createKeyRateLimit } from "./key-rate-limit.ts";

let redis: TestRedis;
const connections: ProducerConnection[] = [];
beforeAll(async () => {
  redis = await createTestRedis();
});
afterAll(async () => {
  for (const connection of connections) connection.disconnect();
  await redis.close();
});

/** The limit of one gateway: each has its own connection and its own memory. */
function limitOf(name: string, perMinute: number) {
  const logger = { warn: () => undefined, info: () => undefined };
  const connection = createProducerConnection({ redisUrl: redis.url, logger }, "rate limits");
  connections.push(connection);
  return createKeyRateLimit({ redis: connection, keyPrefix: `${redis.prefix}:${name}:rate`, perMinute });
}

test("two gateways together allow a busy key its limit, and not one request more", async () => {
  const gateways = [limitOf("busy", 600), limitOf("busy", 600)];
  const outcomes: string[] = [];
  for (let round = 0; round < 100; round += 1) {
    const taken = await Promise.all(gateways.flatMap((gateway) => [1, 2, 3, 4].map(() => gateway.take("key"))));
    outcomes.push(...taken.map(({ outcome }) => outcome));
  }
  const allowed = outcomes.filter((outcome) => outcome === "allowed").length;
  expect(allowed).toBeLessThanOrEqual(600);
  expect(allowed).toBeGreaterThan(580);
  expect(outcomes.slice(-8)).toEqual(Array.from({ length: 8 }, () => "refused"));
});
