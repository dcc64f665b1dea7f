import { readRedisUrl } from "@platen/config";
import type { RedisOptions } from "ioredis";

/** The options of a connection to the Redis that a URL names. */
export function redisOptions(url: string): RedisOptions {
  const servers = readRedisUrl(url);
  const { username, password, database, tls } = servers;
  const common: RedisOptions = {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    db: database,
    ...(tls && { tls }),
  };
  if (servers.kind === "server") return { ...common, ...servers.address };
  const { sentinels, primaryName, sentinelUsername, sentinelPassword } = servers;
  return {
    ...common,
    sentinels,
    name: primaryName,
    ...(sentinelUsername !== undefined && { sentinelUsername }),
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    // Without the switch, ioredis takes an encrypted connection for ready before it is.
    ...(tls && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
  };
}
