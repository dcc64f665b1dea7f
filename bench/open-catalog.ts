import { createDependencies } from "@platen/catalog/dependencies";
import { createMetrics } from "@platen/catalog/metrics";
import { createLogger } from "@platen/telemetry";

/** Opens what a catalog does on a database, to measure it without HTTP. */
export function openCatalog(databaseUrl: string, serviceTokenPublicKey: string) {
  return createDependencies({
    config: {
      BACKGROUND_WORK: "on",
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: 2,
      DOCUMENT_RETENTION_DAYS: 92,
      PROJECTS_PER_ACCOUNT: 20,
      PROJECT_ASSET_BYTES: 1_000_000,
      PROJECT_MAX_BACKGROUND: 10_000,
      PROJECT_MAX_BATCHES: 20,
      BATCH_MAX_ROWS: 100_000,
      BATCH_MAX_BYTES: 268_435_456,
      PROJECT_CONTENT_BYTES: 0,
      ACCOUNT_CONTENT_BYTES: 0,
      PROJECT_ROW_BYTES: 0,
      ACCOUNT_ROW_BYTES: 0,
      PROJECT_WAITING_BYTES: 0,
      ACCOUNT_WAITING_BYTES: 0,
      PROJECT_REQUEST_BYTES: 200_000_000,
      SERVICE_TOKEN_PUBLIC_KEY: serviceTokenPublicKey,
      COURIER_TOKEN_PUBLIC_KEY: undefined,
      EGRESS_ALLOW: "",
    },
    storage: undefined,
    logger: createLogger({ service: "bench", level: "error" }),
    metrics: createMetrics(),
  });
}
