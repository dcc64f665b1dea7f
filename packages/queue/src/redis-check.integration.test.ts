import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { freePort, startOwnRedis, waitFor } from "@platen/testing";
import { Redis } from "ioredis";
import { createRedisCheck } from "./redis-check.ts";
import { createProducerConnection } from "./redis-connections.ts";

const warnings: string[] = [];
const logger = { warn: (message: string) => void warnings.push(message), info: () => undefined };
let server: Awaited<ReturnType<typeof startOwnRedis>>;
let redis: Redis;
const opened: (() => void)[] = [];

beforeAll(async () => {
  server = await startOwnRedis();
  redis = new Redis(server.url);
}, 60_000);
afterEach(() => {
  for (const close of opened.splice(0)) close();
});
afterAll(async () => {
  redis?.disconnect();
  await server?.stop();
});

function watch(requireDurable: boolean, redisUrl = server.url) {
  const connection = createProducerConnection({ redisUrl, logger }, "check");
  const check = createRedisCheck({ redis: connection, requireDurable, logger });
  opened.push(() => {
    check.close();
    connection.disconnect();
  });
  return { check, connection };
}

const isFine = (check: ReturnType<typeof watch>["check"]) => () => check.problem() === undefined;
const says = (check: ReturnType<typeof watch>["check"], word: string) => () => check.problem()?.includes(word) ?? false;
const soon = (describe: string) => ({ timeoutMs: 10_000, describe });

describe("a Redis", () => {
  test("that evicts keys is refused by the name of its policy, until that is put right", async () => {
    await redis.config("SET", "maxmemory-policy", "allkeys-lru");
    const { check, connection } = watch(false);
    expect(check.problem()).toBeDefined();
    await waitFor(says(check, "allkeys-lru"), soon("the refusal"));
    await redis.config("SET", "maxmemory-policy", "noeviction");
    // As after a restart with other settings.
    connection.emit("ready");
    await waitFor(isFine(check), soon("it to be taken"));
  });

  test("without a log is refused where one is asked for, and only there", async () => {
    await redis.config("SET", "maxmemory-policy", "noeviction");
    await redis.config("SET", "appendonly", "no");
    const strict = watch(true);
    await waitFor(says(strict.check, "appendonly"), soon("the refusal"));
    await waitFor(isFine(watch(false).check), soon("it to be taken"));
    await redis.config("SET", "appendonly", "yes");
    strict.connection.emit("ready");
    await waitFor(isFine(strict.check), soon("it to be taken"));
  });

  test("that is away is nothing against it", async () => {
    const { check } = watch(true, `redis://127.0.0.1:${await freePort()}`);
    await waitFor(isFine(check), soon("the first look to end"));
  });
});
