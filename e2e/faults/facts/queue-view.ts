import type { Redis } from "ioredis";

const queue = "platen:queue:render-document";

/** The number of documents that wait in the queue in Redis. */
export async function waitingDocuments(redis: Redis): Promise<number> {
  const [plain, prioritized] = await Promise.all([redis.llen(`${queue}:wait`), redis.zcard(`${queue}:prioritized`)]);
  return plain + prioritized;
}

/** The documents in progress. */
export function heldDocuments(redis: Redis): Promise<string[]> {
  return redis.lrange(`${queue}:active`, 0, -1);
}

/** The documents that wait or are in progress. */
export async function documentsInFlight(redis: Redis): Promise<string[]> {
  const [plain, prioritized] = await Promise.all([
    redis.lrange(`${queue}:wait`, 0, -1),
    redis.zrange(`${queue}:prioritized`, 0, -1),
  ]);
  // Read last: a document that a worker takes meanwhile is seen twice, not missed.
  return [...new Set([...plain, ...prioritized, ...(await heldDocuments(redis))])];
}

/** The size of the largest of the documents' jobs, in bytes. */
export async function largestJob(redis: Redis, documentIds: readonly string[]): Promise<number> {
  const sizes = await Promise.all(documentIds.map((id) => redis.hstrlen(`${queue}:${id}`, "data")));
  return Math.max(0, ...sizes);
}
