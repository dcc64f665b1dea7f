import type { Redis } from "ioredis";

async function memoryOf(redis: Redis, name: "used_memory" | "used_memory_peak"): Promise<number> {
  const info = await redis.info("memory");
  return Number(new RegExp(`${name}:(\\d+)`).exec(info)?.[1]);
}

/** The bytes that Redis uses. */
export const redisMemory = (redis: Redis): Promise<number> => memoryOf(redis, "used_memory");

/** The most bytes that Redis has used since {@link forgetRedisPeak}. */
export const redisPeak = (redis: Redis): Promise<number> => memoryOf(redis, "used_memory_peak");

/** Forgets the most bytes that Redis has used. */
export async function forgetRedisPeak(redis: Redis): Promise<void> {
  await redis.config("RESETSTAT");
}

/** The jobs of documents that no caller waits for, in any state. */
export function backgroundJobs(redis: Redis): Promise<string[]> {
  return redis.keys("platen:queue:render-background:doc_*");
}
