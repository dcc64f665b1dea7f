import { loadConfig } from "@platen/config";
import { createLogger } from "@platen/telemetry";
import { commandVariables } from "./config.ts";
import { migrateDatabase } from "./database/migrate-database.ts";

// oxlint-disable-next-line node/no-process-env -- a command is an entry point, as main.ts is.
const config = loadConfig(commandVariables, process.env);
const logger = createLogger({ service: "catalog", level: "info" });
const executed = await migrateDatabase(config.DATABASE_URL, {
  onLockHeld: (attempt) => logger.warn("another session uses a table, trying again", { attempt }),
});
logger.info("migrated", { executed });
