import { createHash } from "node:crypto";
import type { Redis } from "ioredis";

/** Makes the function that runs a short Lua script in Redis, in the order in which commands are sent. */
export function createShortScript(lua: string) {
  return (redis: Redis, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> =>
    redis.eval(lua, keys.length, ...keys, ...values);
}

/**
 * Makes the function that runs a Lua script in Redis, by its digest where Redis knows it already. Where it does not, the
 * script comes after commands that were sent later.
 */
export function createScript(lua: string) {
  const digest = createHash("sha1").update(lua).digest("hex");
  return async function run(
    redis: Redis,
    keys: readonly string[],
    values: readonly (string | number)[],
  ): Promise<unknown> {
    try {
      return await redis.evalsha(digest, keys.length, ...keys, ...values);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
      return redis.eval(lua, keys.length, ...keys, ...values);
    }
  };
}
