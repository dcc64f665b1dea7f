import type { Redis } from "ioredis";

async function valueOf(redis: Redis, name: string): Promise<unknown> {
  switch (await redis.type(name)) {
    case "string":
      return (await redis.getBuffer(name))?.toString("latin1");
    case "hash":
      return redis.hgetall(name);
    case "list":
      return redis.lrange(name, 0, -1);
    case "set":
      return redis.smembers(name);
    case "zset":
      return redis.zrange(name, 0, -1, "WITHSCORES");
    case "stream":
      return redis.xrange(name, "-", "+");
    default:
      // The key has expired.
      return "";
  }
}

/** All keys of a Redis with their values, as text. */
export async function everythingInRedis(redis: Redis): Promise<string> {
  const names = await redis.keys("*");
  const values = await Promise.all(names.map((name) => valueOf(redis, name)));
  return names.map((name, index) => `${name} ${JSON.stringify(values[index])}`).join("\n");
}
