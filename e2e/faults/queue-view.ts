import type { Redis } from "ioredis";

const queue = "platen:queue:render-document";

/** How many documents wait in the queue, as it stands in Redis. */
export async function waitingDocuments(redis: Redis): Promise<number> {
  const [plain, prioritized] = await Promise.all([redis.llen(`${queue}:wait`), redis.zcard(`${queue}:prioritized`)]);
  return plain + prioritized;
}

/** The documents that workers hold at the moment. */
export function heldDocuments(redis: Redis): Promise<string[]> {
  return redis.lrange(`${queue}:active`, 0, -1);
}

/** How many documents wait or are held by a worker. */
export async function documentsInFlight(redis: Redis): Promise<number> {
  return (await waitingDocuments(redis)) + (await heldDocuments(redis)).length;
}
