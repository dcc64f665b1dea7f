import { z } from "zod";
import { logLevelVariable, redisUrlVariable, urlVariable } from "./variables.ts";

/** The variables of each process that works on the queue. */
export const queueVariables = {
  /** Address to listen on; in a container 0.0.0.0, or :: for IPv6 too. */
  HOST: z.string().default("127.0.0.1"),
  /** Address of the catalog. */
  CATALOG_URL: urlVariable("http", "https"),
  /** Address of the Redis that all gateways, workers and couriers share, with its password; rediss:// for TLS, redis+sentinel:// for Sentinels: see docs/high-availability.md. */
  REDIS_URL: redisUrlVariable,
  /** Prefix of all keys in Redis; the same for gateways, workers and couriers. */
  REDIS_PREFIX: z.string().default("platen:"),
  /** How much is logged, as JSON lines on standard output. */
  LOG_LEVEL: logLevelVariable.default("info"),
};
