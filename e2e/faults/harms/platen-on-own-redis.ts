import { startOwnRedis, startPlaten, type OwnServer, type Platen } from "@platen/testing";
import { Redis } from "ioredis";

/** A Platen with two workers and its own Redis, and a connection to that Redis. */
export type PlatenOnOwnRedis = { server: OwnServer; redis: Redis; platen: Platen; stop(): Promise<void> };

export async function startPlatenOnOwnRedis(): Promise<PlatenOnOwnRedis> {
  const server = await startOwnRedis();
  const redis = new Redis(server.url);
  // The connection recovers by itself.
  redis.on("error", () => undefined);
  const platen = await startPlaten({ redisUrl: server.url, workers: 2 });
  return {
    server,
    redis,
    platen,
    async stop() {
      await platen.stop();
      redis.disconnect();
      await server.stop();
    },
  };
}
