import { expect, test } from "@jest/globals";
import { redisUserRules } from "@platen/provisioning";
import { freePort, startOwnRedis } from "@platen/testing";
import { Redis } from "ioredis";
import { checkRedisRights } from "./redis-rights.ts";
import { useTestRedis } from "./test-redis.ts";

const redis = useTestRedis();
const services = ["gateway", "worker", "courier"] as const;
type Service = (typeof services)[number];

function check(service: Service, redisUrl: string): Promise<void> {
  return checkRedisRights({ redisUrl, prefix: `${redis.prefix}:` }, service);
}

test.each(services)("a %s has each right that it needs, and leaves nothing behind", async (service) => {
  await check(service, redis.userUrls[service]);
  const left = await redis.redis.keys(`${redis.prefix}:*`);
  for (const key of left) expect(await redis.redis.pttl(key)).toBeGreaterThan(0);
});

test.each(services.flatMap((service) => services.map((user) => [service, user] as const)))(
  "a %s with the user of a %s is told, unless it is its own",
  async (service, user) => {
    // A gateway has all rights of the others.
    if (service === user || user === "gateway") return;
    const refused = new RegExp(`does not allow the user of REDIS_URL to run .+ the user of a ${service}`);
    await expect(check(service, redis.userUrls[user])).rejects.toThrow(refused);
  },
);

/** The rules that give rights on keys and channels, the categories, and single commands that no category has. */
const giving = /^[~&(]|^\+(@(hash|list|set|sortedset|stream|string)|publish|subscribe|eval|unlink|time|info)$/;
const rights = services.flatMap((service) => {
  const rules = redisUserRules("P:")[service];
  return rules.filter((rule) => giving.test(rule)).map((rule) => [service, rule] as const);
});

test.each(rights)("a %s whose user lacks %s is told", async (service, lacking) => {
  const rules = redisUserRules(`${redis.prefix}*:`)[service];
  const kept = rules.filter((rule) => rule.replaceAll(`${redis.prefix}*:`, "P:") !== lacking);
  expect(kept).toHaveLength(rules.length - 1);
  const user = `${redis.prefix}-lacking`;
  const { password } = new URL(redis.url);
  await redis.redis.call("ACL", "SETUSER", user, "reset", "on", `>${password}`, ...kept);
  const url = new URL(redis.url);
  url.username = user;
  await expect(check(service, url.href)).rejects.toMatchObject({ name: "Misconfigured" });
  await redis.redis.call("ACL", "DELUSER", user);
});

test("a wrong password is named, and a Redis that is away is no wrong setting", async () => {
  const url = new URL(redis.userUrls.gateway);
  url.password = "wrong";
  await expect(check("gateway", url.href)).rejects.toMatchObject({
    name: "Misconfigured",
    message: expect.stringContaining("WRONGPASS"),
  });
  const away = check("gateway", `redis://127.0.0.1:${await freePort()}`);
  await expect(away).rejects.toMatchObject({ name: "Error", message: expect.stringContaining("ECONNREFUSED") });
});

test("a process passes the check while Redis is full, as its work may empty Redis", async () => {
  const own = await startOwnRedis();
  const operator = new Redis(own.url);
  redis.opened.push(async () => {
    operator.disconnect();
    await own.stop();
  });
  await operator.config("SET", "maxmemory", "1");
  await expect(operator.set("key", "1")).rejects.toThrow("OOM");
  await checkRedisRights({ redisUrl: own.url }, "worker");
});
