import { startOwnPostgres, startOwnRedis, startPlaten, type OwnServer, type Platen } from "@platen/testing";
import type { StartPlatenOptions } from "@platen/testing";
import { Redis } from "ioredis";

/** Starts what a row needs, and stops everything after the row, in reverse order. */
export type Stage = {
  startPlaten(options?: StartPlatenOptions): Promise<Platen>;
  /** Starts a Platen with its own Redis, and a connection to that Redis. */
  startPlatenOnOwnRedis(options?: StartPlatenOptions): Promise<{ platen: Platen; server: OwnServer; redis: Redis }>;
  startPostgres(): Promise<OwnServer>;
  connectToRedis(url: string): Redis;
  onEnd(cleanUp: () => unknown): void;
};

export function createStage(): Stage & { end(): Promise<void> } {
  const cleanUps: (() => unknown)[] = [];
  const onEnd = (cleanUp: () => unknown) => void cleanUps.push(cleanUp);

  async function keep<T extends { stop(): Promise<unknown> }>(starting: Promise<T>): Promise<T> {
    const started = await starting;
    onEnd(() => started.stop());
    return started;
  }

  function connectToRedis(url: string): Redis {
    const redis = new Redis(url);
    // The connection recovers by itself.
    redis.on("error", () => undefined);
    onEnd(() => redis.disconnect());
    return redis;
  }

  return {
    onEnd,
    connectToRedis,
    startPlaten: (options) => keep(startPlaten(options)),
    startPostgres: () => keep(startOwnPostgres()),
    async startPlatenOnOwnRedis(options) {
      const server = await keep(startOwnRedis());
      const redis = connectToRedis(server.url);
      return { server, redis, platen: await keep(startPlaten({ redisUrl: server.url, ...options })) };
    },
    async end() {
      for (const cleanUp of cleanUps.toReversed()) await cleanUp();
    },
  };
}
