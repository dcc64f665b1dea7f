import { assertReadySoon, type ProducerConnection } from "@platen/queue";

/** Reads how much memory the data in Redis take. */
export async function readUsedBytes(redis: ProducerConnection): Promise<number> {
  await assertReadySoon(redis);
  // INFO, because rented servers rarely allow more.
  const info = await redis.info("memory");
  return Number(/^used_memory:(\d+)/m.exec(info)?.[1]);
}
