import { describeError, type Logger } from "@platen/telemetry";
import type { CatalogConfig } from "./config.ts";
import { openDataSource, type DatabaseOptions } from "./data-source.ts";
import { createDatabaseGuard } from "./database/database-guard.ts";
import { createDatabaseHealth } from "./database/database-health.ts";
import { createDatabaseProbe } from "./database/database-probe.ts";
import { createDropIdleConnections, poolCounts } from "./database/pool.ts";
import type { Metrics } from "./metrics.ts";

export type DatabaseLimits = Pick<DatabaseOptions, "connectTimeoutMs" | "silenceTimeoutMs">;

type DatabaseDependencies = {
  config: Pick<CatalogConfig, "DATABASE_URL" | "DATABASE_POOL_SIZE">;
  limits: DatabaseLimits | undefined;
  metrics: Metrics;
  logger: Pick<Logger, "warn">;
};

/** Opens the connections to PostgreSQL, and begins to watch whether it answers. */
export async function openDatabase({ config, limits, metrics, logger }: DatabaseDependencies) {
  const dataSource = await openDataSource({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    ...limits,
    // A restart of PostgreSQL ends all idle connections at once.
    onIdleConnectionLost: (error) => logger.warn("lost an idle database connection", describeError(error)),
  });
  const health = createDatabaseHealth({ probe: createDatabaseProbe(config.DATABASE_URL) });
  metrics.observeDatabase({
    look: () => health.look(),
    connections: () => poolCounts(dataSource),
  });
  const guardDatabase = createDatabaseGuard({
    health,
    dropIdleConnections: createDropIdleConnections(dataSource),
    countFailure: (cause) => metrics.countDatabaseFailure(cause),
  });
  return { dataSource, guardDatabase };
}
