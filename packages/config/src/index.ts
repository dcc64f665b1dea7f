export { ConfigError, loadConfig } from "./load-config.ts";
export { Misconfigured } from "./misconfigured.ts";
export { readPostgresUrl, type PostgresServers } from "./postgres-url.ts";
export { queueVariables } from "./queue-variables.ts";
export { readRedisUrl } from "./redis-url.ts";
export type { ServerAddress } from "./server-url.ts";
export {
  integerVariable,
  logLevelVariable,
  pemVariable,
  portVariable,
  postgresUrlVariable,
  shareVariable,
  switchedOnVariable,
  switchVariable,
  urlVariable,
} from "./variables.ts";
