import { createEgressRules } from "@platen/egress";
import { createServiceTokenVerifier } from "@platen/service-tokens";
import type { Storage } from "@platen/storage";
import { thinWarnings, type Logger } from "@platen/telemetry";
import { createAuthoring } from "./authoring.ts";
import { createBatchArchives } from "./batches/batch-archives.ts";
import { createSettleBatches } from "./batches/batch-counts.ts";
import { createBatchProgress } from "./batches/batch-progress.ts";
import { createBatchRows } from "./batches/batch-rows.ts";
import { createBatches } from "./batches/batches.ts";
import { createDeletedBatches } from "./batches/deleted-batches.ts";
import { createFailedRows } from "./batches/failed-rows.ts";
import { createFileNames } from "./batches/file-names.ts";
import { createOldBatches } from "./batches/old-batches.ts";
import { createRowOpener } from "./batches/row-opener.ts";
import { createFindRowsWithoutKey } from "./batches/rows-without-key.ts";
import type { CatalogConfig } from "./config.ts";
import { createExpiredRows } from "./expired-rows.ts";
import { createReadEpoch } from "./database/read-epoch.ts";
import { createDeliveries } from "./deliveries/deliveries.ts";
import { createBackgroundDocuments } from "./documents/background-documents.ts";
import { createDocumentCreators } from "./documents/document-creators.ts";
import { createDocumentPartitions } from "./documents/document-partitions.ts";
import { createDocumentReader } from "./documents/document-reader.ts";
import { createLostDocuments } from "./documents/lost-documents.ts";
import { createOldDocuments } from "./documents/old-documents.ts";
import { createRefusedRequests } from "./documents/refused-requests.ts";
import { createDocumentUsage } from "./documents/document-usage.ts";
import { createUsageRollUp } from "./documents/usage-roll-up.ts";
import { createReportOutcomes } from "./documents/report-outcomes.ts";
import { createIdentity } from "./identity.ts";
import { createKeptPdfs } from "./kept-pdfs.ts";
import { createKeptRequests } from "./kept-requests/kept-requests.ts";
import { createRequestKeeping } from "./kept-requests/request-keeping.ts";
import { createLinks } from "./links/links.ts";
import type { Metrics } from "./metrics.ts";
import { openDatabase, type DatabaseLimits } from "./open-database.ts";
import { createSecrets } from "./secrets/secrets.ts";
import { byteLimitsOf, createRefuseReached } from "./database/byte-limits.ts";
import { createUsageCounts } from "./usage/usage-counts.ts";
import { createUsageReader } from "./usage/usage-reader.ts";

export type DependencyOptions = {
  /** All variables but those of the process itself. */
  config: Omit<
    CatalogConfig,
    "HOST" | "PORT" | "MANAGEMENT_PORT" | `STORAGE_${string}` | `LOG_${string}` | `OTEL_${string}`
  >;
  /** Where PDFs are kept. Without it none are. */
  storage: Storage | undefined;
  logger: Logger;
  metrics: Metrics;
  /** Time limits of database connections, instead of the defaults. */
  database?: DatabaseLimits;
};

/** Builds all parts of the catalog. The database must be migrated already. */
export async function createDependencies({ config, storage, logger, metrics, database }: DependencyOptions) {
  const thinLogger = thinWarnings(logger);
  const { dataSource, guardDatabase } = await openDatabase({ config, limits: database, metrics, logger: thinLogger });
  const serviceTokens = createServiceTokenVerifier({
    publicKeyPem: config.SERVICE_TOKEN_PUBLIC_KEY,
    courierPublicKeyPem: config.COURIER_TOKEN_PUBLIC_KEY,
  });
  const { sealers, seal, usedKeys, countUnopened } = createSecrets({ dataSource, config, metrics, logger });
  const byteLimits = byteLimitsOf(config);
  const refuseReached = createRefuseReached(byteLimits, (kind) => metrics.countQuotaRefusal(kind));
  const lostDocuments = createLostDocuments({ dataSource, logger });
  const partitions = createDocumentPartitions({ dataSource, logger, keptDays: config.DOCUMENT_RETENTION_DAYS });
  const oldDocuments = createOldDocuments({ dataSource, logger, keptDays: config.DOCUMENT_RETENTION_DAYS });
  const settleBatches = createSettleBatches(dataSource);
  const oldBatches = createOldBatches({ dataSource, settleBatches, logger, keptDays: config.DOCUMENT_RETENTION_DAYS });
  const batchLimits = { maxRows: config.BATCH_MAX_ROWS, maxBytes: config.BATCH_MAX_BYTES };
  const batches = createBatches({
    dataSource,
    mostOpen: config.PROJECT_MAX_BATCHES,
    limits: batchLimits,
    sealAddress: (callbackUrl, batchId) => deliveries.sealAddress(callbackUrl, batchId),
    seal,
    byteLimits,
    refuseReached,
  });
  const deletedBatches = createDeletedBatches({ dataSource, batches, oldBatches, logger });
  const { contents, storageWatch, checkStorage } = createKeptPdfs({ dataSource, storage, metrics, logger });
  const isBackgroundOn = config.BACKGROUND_WORK === "on";
  const deliveries = createDeliveries({
    dataSource,
    isOn: isBackgroundOn,
    sealer: sealers.webhooks,
    countUnopened,
    rules: createEgressRules(config.EGRESS_ALLOW),
    logger,
  });
  const keptRequests = createKeptRequests({
    dataSource,
    sealer: sealers.requests,
    countUnopened,
    projectBytes: config.PROJECT_REQUEST_BYTES,
    logger,
  });
  const keepsRequests = keptRequests.isAvailable;
  const usageCounts = createUsageCounts({
    dataSource,
    report: (kind, bytes) => metrics.setStoredBytes(kind, bytes),
    logger: thinLogger,
  });
  const usageRollUp = createUsageRollUp({ dataSource, logger: thinLogger });
  const expiredRows = createExpiredRows({ dataSource, logger });
  const identity = createIdentity({ dataSource, config, logger });
  const authoring = createAuthoring({ dataSource, config, metrics, logger });
  return {
    logger,
    metrics,
    dataSource,
    guardDatabase,
    connections: config.DATABASE_POOL_SIZE,
    serviceTokens,
    lostDocuments,
    oldDocuments,
    expiredRows,
    usedKeys,
    readEpoch: createReadEpoch(dataSource),
    ...identity,
    ...authoring.parts,
    documents: createDocumentReader(dataSource),
    contents,
    /** Throws an error that tells why the storage cannot keep PDFs, or is not that of this installation. */
    checkStorage,
    links: createLinks({ contents, secretsKey: config.SECRETS_KEY, isKeyMissing: () => usedKeys.isMissing() }),
    deliveries,
    keptRequests,
    usageCounts,
    readUsage: createUsageReader(dataSource, byteLimits),
    usageRollUp,
    documentUsage: createDocumentUsage(dataSource),
    requestKeeping: createRequestKeeping(dataSource),
    backgroundDocuments: createBackgroundDocuments({
      dataSource,
      isOn: isBackgroundOn,
      mostOpen: config.PROJECT_MAX_BACKGROUND,
      openRows: createRowOpener(dataSource),
      settleBatches,
      keepsRequests,
      storageWatch,
      byteLimits,
      refuseReached,
      seal,
      findRowsWithoutKey: createFindRowsWithoutKey({ dataSource, seal }),
      countUnopened,
    }),
    batches,
    batchRows: createBatchRows({
      dataSource,
      limits: batchLimits,
      seal,
      countUnopened,
      byteLimits,
      refuseReached,
      logger: thinLogger,
    }),
    readFailedRows: createFailedRows({ dataSource, seal, countUnopened }),
    batchArchives: createBatchArchives(dataSource),
    batchProgress: createBatchProgress(dataSource),
    oldBatches,
    deletedBatches,
    documentCreators: createDocumentCreators({
      dataSource,
      keyUsage: identity.keyUsage,
      keepsRequests,
      byteLimits,
      refuseReached,
    }),
    refusedRequests: createRefusedRequests(dataSource),
    reportOutcomes: createReportOutcomes({
      dataSource,
      serviceTokens,
      nameFiles: createFileNames(dataSource),
      settleBatches,
      storageWatch,
    }),
    async close() {
      storageWatch.close();
      await Promise.all([
        authoring.close(),
        lostDocuments.close(),
        partitions.close(),
        oldDocuments.close(),
        contents.close(),
        oldBatches.close(),
        deletedBatches.close(),
        deliveries.close(),
        keptRequests.close(),
        usageCounts.close(),
        usageRollUp.close(),
        expiredRows.close(),
        usedKeys.close(),
      ]);
      await identity.keyUsage.close();
      await dataSource.destroy();
    },
  };
}

export type Dependencies = Awaited<ReturnType<typeof createDependencies>>;
