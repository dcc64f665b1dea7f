import { setTimeout as delay } from "node:timers/promises";
import { loadConfig } from "@platen/config";
import { exitOnSignals, startManagementServer, startServer } from "@platen/http";
import { createLogger, describeError, startTracing } from "@platen/telemetry";
import { createApp } from "./app.ts";
import { checkedCatalogVariables, shutdownTimeoutMs, storageOf } from "./config.ts";
import { databaseFailureOf } from "./database/database-error.ts";
import { findPendingMigrations } from "./database/pending-migrations.ts";
import { createDependencies, type Dependencies } from "./dependencies.ts";
import { createMetrics } from "./metrics.ts";

const shutdownGraceMs = 10_000;
const databaseRetryMs = 1_000;
const storageRetryMs = 2_000;
const keysRetryMs = 2_000;

// oxlint-disable-next-line node/no-process-env -- the one place that reads the environment.
const config = loadConfig(checkedCatalogVariables, process.env);
const logger = createLogger({
  service: "catalog",
  level: config.LOG_LEVEL,
  successSample: config.LOG_SUCCESS_SAMPLE,
});
const metrics = createMetrics();

if (config.SECRETS_KEY === undefined)
  logger.warn("no SECRETS_KEY is set: the data of background documents and batches is stored unencrypted");

const stopTracing = await startTracing(config, { component: "catalog", logger });
let notReady: string | undefined = "The catalog is starting.";
let stop: () => Promise<void> = () => Promise.resolve();

const management = await startManagementServer(
  { host: config.HOST, port: config.MANAGEMENT_PORT },
  { registry: metrics.registry, logger, probes: { readiness: () => notReady } },
);
exitOnSignals({
  logger,
  graceMs: shutdownTimeoutMs,
  liveness: management.liveness,
  stop: async () => {
    notReady = "The catalog is shutting down.";
    await stop();
    await stopTracing();
    await management.close(0);
  },
});

/** Ends the process if migrations are missing: with old tables, requests would fail one by one. */
async function refuseOldTables(): Promise<void> {
  const pending = await findPendingMigrations(config.DATABASE_URL);
  if (pending.length === 0) return;
  logger.error("the database lacks migrations of this release: run `node src/migrate.ts`, then restart the catalog", {
    pending,
  });
  process.exit(1);
}

/** Waits for a database that is unavailable or still starting. Any other error ends the process. */
async function whenDatabaseAnswers(): Promise<Dependencies> {
  for (;;) {
    try {
      await refuseOldTables();
      return await createDependencies({ config, storage: storageOf(config), logger, metrics });
    } catch (error) {
      if (!databaseFailureOf(error)) throw error;
      logger.warn("cannot reach the database, trying again", describeError(error));
      notReady = "PostgreSQL has not answered since the catalog started. The catalog keeps trying to check its tables.";
      await delay(databaseRetryMs);
    }
  }
}

/**
 * Waits for the storage of this installation, which takes, gives back and deletes an object. Only at the start: a roll-out with wrong settings
 * stops, but a storage that is away later fails only documents to keep.
 */
async function whenStorageWorks(dependencies: Dependencies): Promise<void> {
  for (;;) {
    try {
      return await dependencies.checkStorage();
    } catch (error) {
      logger.warn("cannot keep PDFs, trying again", describeError(error));
      notReady = error instanceof Error ? error.message : String(error);
      await delay(storageRetryMs);
    }
  }
}

/** Waits for a key that has sealed values in the database, if there are any: other keys would seal what is lost with them. */
async function whenKeysAreKnown({ usedKeys }: Dependencies): Promise<void> {
  for (;;) {
    const problem = await usedKeys.problem().catch((error: unknown) => {
      if (!databaseFailureOf(error)) throw error;
      return "PostgreSQL has not answered since the catalog started. The catalog keeps trying to check its keys.";
    });
    if (problem === undefined) return;
    logger.warn("cannot open sealed values, trying again", { problem });
    notReady = problem;
    await delay(keysRetryMs);
  }
}

const dependencies = await whenDatabaseAnswers();
stop = () => dependencies.close();
await whenStorageWorks(dependencies);
await whenKeysAreKnown(dependencies);
const server = await startServer(createApp(dependencies), { host: config.HOST, port: config.PORT });
stop = async () => {
  await server.close(shutdownGraceMs);
  await dependencies.close();
};
notReady = undefined;
logger.info("started", { port: server.port, managementPort: management.port });
