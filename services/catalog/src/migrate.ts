import { loadConfig } from "@platen/config";
import { createLogger, describeError } from "@platen/telemetry";
import { commandVariables } from "./config.ts";
import { databaseFailureOf } from "./database/database-error.ts";
import { migrateDatabase } from "./migrate-database.ts";

// oxlint-disable-next-line node/no-process-env -- a command is an entry point, as main.ts is.
const config = loadConfig(commandVariables, process.env);
const logger = createLogger({ service: "catalog", level: "info" });
try {
  const executed = await migrateDatabase(config.DATABASE_URL, {
    onLockHeld: (attempt) => logger.warn("another session uses a table, trying again", { attempt }),
  });
  logger.info("migrated", { executed });
} catch (error) {
  const failure = databaseFailureOf(error);
  if (failure === undefined) throw error;
  const { errorMessage } = describeError(error);
  logger.error("PostgreSQL did not do a migration: mend the cause, then run the command again", {
    cause: failure.cause,
    errorMessage,
  });
  process.exitCode = 1;
}
