import { Redis } from "ioredis";

/** The work of Redis since its start. */
export type RedisTraffic = { commands: number; bytesIn: number; bytesOut: number };

export async function readRedisTraffic(url: string): Promise<RedisTraffic> {
  const redis = new Redis(url, { connectTimeout: 5_000, commandTimeout: 5_000, retryStrategy: () => null });
  try {
    const stats = await redis.info("stats");
    const figure = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, "m").exec(stats)?.[1] ?? 0);
    return {
      commands: figure("total_commands_processed"),
      bytesIn: figure("total_net_input_bytes"),
      bytesOut: figure("total_net_output_bytes"),
    };
  } finally {
    redis.disconnect();
  }
}
