import { randomBytes } from "node:crypto";
import { redisUserNames, redisUserRules, redisUrlOf, type RedisUserName } from "@platen/provisioning";
import { Redis } from "ioredis";
import { testRedis } from "./reaper.ts";

export type TestRedis = {
  /** Holds a user of this file alone, which marks its connections. */
  url: string;
  /** Hold users with the rights of each service, in the same part of Redis. */
  userUrls: Record<RedisUserName, string>;
  /** For the names of this file's keys, queues and channels. */
  prefix: string;
  redis: Redis;
  /** The open connections with `url` except `redis`, by name or last command. */
  connections(): Promise<string[]>;
  /** Deletes the keys that begin with the prefix and closes `redis`. */
  close(): Promise<void>;
};

/** A part of the test run's Redis for one test file. */
export async function createTestRedis(): Promise<TestRedis> {
  return openTestRedis(0, (user) => `${user}*:`);
}

/** Like `createTestRedis`, with an empty database (as in `SELECT`), for a system whose keys have fixed names. */
export async function createTestRedisDatabase(): Promise<TestRedis> {
  const server = new Redis(await testRedis());
  try {
    // Test files share database 0, which also holds this count.
    const index = ((await server.incr("platen-test:databases")) % 1023) + 1;
    const opened = await openTestRedis(index, () => undefined);
    await opened.redis.flushdb();
    return opened;
  } finally {
    server.disconnect();
  }
}

async function openTestRedis(
  index: number,
  prefixOfServices: (user: string) => string | undefined,
): Promise<TestRedis> {
  const server = new Redis(await testRedis());
  const user = `test-${randomBytes(6).toString("hex")}`;
  const password = randomBytes(12).toString("hex");
  await server.call("ACL", "SETUSER", user, "on", `>${password}`, "~*", "&*", "+@all");
  const address = new URL(await testRedis());
  address.username = user;
  address.password = password;
  address.pathname = `/${index}`;
  const url = address.href;
  const rules = redisUserRules(prefixOfServices(user));
  for (const name of redisUserNames) {
    await server.call("ACL", "SETUSER", `${user}-${name}`, "on", `>${password}`, ...rules[name]);
  }
  const redis = new Redis(url);
  const ownId = String(await redis.client("ID"));
  return {
    url,
    userUrls: {
      gateway: redisUrlOf(url, `${user}-gateway`),
      worker: redisUrlOf(url, `${user}-worker`),
      courier: redisUrlOf(url, `${user}-courier`),
    },
    prefix: user,
    redis,
    async connections() {
      const list = String(await server.call("CLIENT", "LIST"));
      return list
        .trim()
        .split("\n")
        .map((line) => new Map(line.split(" ").map((field) => splitOnce(field, "="))))
        .filter((client) => client.get("user")?.startsWith(user) && client.get("id") !== ownId)
        .map((client) => client.get("name") || `${client.get("addr")} (last command: ${client.get("cmd")})`);
    },
    async close() {
      for await (const keys of redis.scanStream({ match: `*${user}*`, count: 1_000 })) {
        if (Array.isArray(keys) && keys.length > 0) await redis.unlink(keys.map(String));
      }
      redis.disconnect();
      await server.call("ACL", "DELUSER", user, ...redisUserNames.map((name) => `${user}-${name}`));
      server.disconnect();
    },
  };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + separator.length)];
}
