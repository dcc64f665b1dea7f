import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
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
});
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
describe("a Redis", () => {
  test("that evicts keys is refused by the name of its policy, until the policy is corrected", async () => {
    await redis.config("SET", "maxmemory-policy", "allkeys-lru");
    const { check, connection } = watch(false);
    expect(check.problem()).toBeDefined();
    await waitFor(says(check, "allkeys-lru"), { describe: "the refusal" });
    await redis.config("SET", "maxmemory-policy", "noeviction");
    // A Redis restarted with other settings looks like this.
    connection.emit("ready");
    await waitFor(isFine(check), { describe: "it to be accepted" });
  });

  test("without a log is refused only where a log is required", async () => {
    await redis.config("SET", "maxmemory-policy", "noeviction");
    await redis.config("SET", "appendonly", "no");
    const strict = watch(true);
    await waitFor(says(strict.check, "appendonly"), { describe: "the refusal" });
    await waitFor(isFine(watch(false).check), { describe: "it to be accepted" });
    await redis.config("SET", "appendonly", "yes");
    strict.connection.emit("ready");
    await waitFor(isFine(strict.check), { describe: "it to be accepted" });
  });

  test("says how much memory it may use, and notices a change", async () => {
    const { check, connection } = watch(false);
    await waitFor(isFine(check), { describe: "the first check to end" });
    expect(check.memoryBytes()).toBeUndefined();
    await redis.config("SET", "maxmemory", "50mb");
    connection.emit("ready");
    await waitFor(() => check.memoryBytes() === 50 * 1024 * 1024, { describe: "the memory to be known" });
  });

  test("whose clock differs by more than 5 s is reported", async () => {
    const ahead = jest.spyOn(Date, "now").mockImplementation(() => performance.timeOrigin + performance.now() + 20_000);
    watch(false);
    await waitFor(() => warnings.some((warning) => warning.includes("clock")), { describe: "the warning" });
    ahead.mockRestore();
  });

  test("that is away has no problem", async () => {
    const { check } = watch(true, `redis://127.0.0.1:${await freePort()}`);
    await waitFor(isFine(check), { describe: "the first check to end" });
  });
});
