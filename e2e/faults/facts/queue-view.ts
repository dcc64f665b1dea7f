import { waitFor } from "@platen/testing";
import type { Redis } from "ioredis";

const queue = "platen:queue:render-document";

/** The documents in progress. */
function heldDocuments(redis: Redis): Promise<string[]> {
  return redis.lrange(`${queue}:active`, 0, -1);
}

/** Ends the locks of a project's documents in progress, whose workers are dead: nothing waits for the time of the locks. */
export async function endLocks(redis: Redis, projectId: string): Promise<void> {
  for (const id of await heldDocuments(redis)) {
    const job = await redis.hget(`${queue}:${id}`, "data");
    if (job?.includes(projectId)) await redis.unlink(`${queue}:${id}:lock`);
  }
}

/** The documents that wait in Redis. */
async function waitingDocuments(redis: Redis): Promise<string[]> {
  const [plain, prioritized] = await Promise.all([
    redis.lrange(`${queue}:wait`, 0, -1),
    redis.zrange(`${queue}:prioritized`, 0, -1),
  ]);
  return [...plain, ...prioritized];
}

/** Resolves when so many documents wait and some are in progress; returns all of them. */
export async function untilWaiting(redis: Redis, atLeast: number): Promise<string[]> {
  return waitFor(
    async () => {
      const waiting = await waitingDocuments(redis);
      // Read last: a document that a worker takes meanwhile is seen twice, not missed.
      const held = await heldDocuments(redis);
      return waiting.length >= atLeast && held.length > 1 ? [...new Set([...waiting, ...held])] : undefined;
    },
    { timeoutMs: 10_000, intervalMs: 2, describe: `${atLeast} documents in the queue` },
  );
}
