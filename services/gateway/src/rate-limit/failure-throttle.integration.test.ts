import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createProducerConnection, type ProducerConnection } from "@platen/queue";
import { createTestRedis, type TestRedis } from "@platen/testing";
import { createFailureThrottle } from "./failure-throttle.ts";

let redis: TestRedis;
let connection: ProducerConnection;
beforeAll(async () => {
  redis = await createTestRedis();
  const logger = { warn: () => undefined, info: () => undefined };
  connection = createProducerConnection({ redisUrl: redis.url, logger }, "failures");
});
afterAll(async () => {
  connection.disconnect();
  await redis.close();
});

test("a key that is revoked loses its way past the throttle, and the other keys of its network keep theirs", async () => {
  const throttle = createFailureThrottle({ redis: connection, prefix: `${redis.prefix}:`, failuresPerMinute: 2 });
  const [revoked, other] = ["revoked", "other"].map((credential) => ({ network: "192.0.2.1", credential }));
  if (!revoked || !other) throw new Error("There are two senders.");
  for (const sender of [revoked, other]) await throttle.learn(sender, { status: 200, problemCode: undefined });
  for (let failures = 0; failures < 3; failures += 1)
    await throttle.learn(revoked, { status: 401, problemCode: "auth.key_invalid" });
  expect(() => throttle.refuse(revoked)).toThrow(expect.objectContaining({ code: "rate.limited" }));
  expect(() => throttle.refuse(other)).not.toThrow();
});
