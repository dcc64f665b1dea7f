import { setTimeout as delay } from "node:timers/promises";
import { loadConfig } from "@platen/config";
import { exitOnSignals, startManagementServer, startServer } from "@platen/http";
import { createLogger, describeError } from "@platen/telemetry";
import { createApp } from "./app.ts";
import { catalogVariables, stopsWithinMs } from "./config.ts";
import { isDatabaseUnavailable } from "./database/database-error.ts";
import { migrateDatabase } from "./database/migrate-database.ts";
import { createDependencies } from "./dependencies.ts";
import { createMetrics } from "./metrics.ts";

const shutdownGraceMs = 10_000;
const databaseRetryMs = 1_000;

// oxlint-disable-next-line node/no-process-env -- the one place that reads the environment.
const config = loadConfig(catalogVariables, process.env);
const logger = createLogger({ service: "catalog", level: config.LOG_LEVEL });
const metrics = createMetrics();

let notReady: string | undefined = "starting";
let stop: () => Promise<void> = () => Promise.resolve();

const management = await startManagementServer(
  { host: config.HOST, port: config.MANAGEMENT_PORT },
  {
    registry: metrics.registry,
    live: () => ({ ok: true }),
    ready: () => (notReady === undefined ? { ok: true } : { ok: false, reason: notReady }),
  },
);
exitOnSignals({
  logger,
  graceMs: stopsWithinMs,
  stop: async () => {
    notReady = "stopping";
    await stop();
    await management.close(0);
  },
});

/** A database that is still starting is waited for; anything else that is wrong ends the process. */
async function migrateWhenPossible(): Promise<void> {
  for (;;) {
    try {
      const executed = await migrateDatabase(config.DATABASE_URL);
      if (executed.length > 0) logger.info("migrated", { executed });
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      logger.warn("the database cannot be reached yet", describeError(error));
      await delay(databaseRetryMs);
    }
  }
}

await migrateWhenPossible();
const dependencies = await createDependencies({ config, logger, metrics });
const server = await startServer(createApp(dependencies), { host: config.HOST, port: config.PORT });
stop = async () => {
  await server.close(shutdownGraceMs);
  await dependencies.close();
};
notReady = undefined;
logger.info("started", { port: server.port, managementPort: management.port });
