import {
  createAdmission,
  createBackgroundProducer,
  createDoneNoteSender,
  createDocumentProducer,
  createDueNoteSender,
  createIdempotencyStore,
  createProducerConnection,
  createRedisCheck,
  createReplyWaiter,
  sharesOf,
  subscribeDoneNotes,
} from "@platen/queue";
import type { operations, ResponseOutput } from "@platen/contracts";
import { createServiceTokenSigner } from "@platen/service-tokens";
import { createLogger, thinWarnings } from "@platen/telemetry";
import { createRecordWaits } from "./background/record-waits.ts";
import { createOpenBackground } from "./background/open-background.ts";
import { createDeviceCookie } from "./auth/device.ts";
import { createSessionCookie } from "./auth/session.ts";
import { createRowTurns } from "./batches/row-turns.ts";
import { createSharedReads } from "./batches/shared-reads.ts";
import { createUploadTurns } from "./batches/upload-turns.ts";
import { createBodyWork } from "./bodies/body-work.ts";
import { createZipReply } from "./batches/zip-reply.ts";
import { createCallerLimits } from "./caller-limits.ts";
import { createCatalog } from "./catalog/catalog.ts";
import type { GatewayConfig } from "./config.ts";
import { createDocumentCreator, creationSpacingMs } from "./generate/document-creator.ts";
import { createGenerateDocument } from "./generate/generate-document.ts";
import { createGenerateIdempotently } from "./generate/generate-idempotently.ts";
import { createContentReply } from "./contents/content-reply.ts";
import { createOutcomeReporter } from "./generate/outcome-reporter.ts";
import { createCountOutcome } from "./generate/outcomes.ts";
import { createRenderAndWait } from "./generate/render-and-wait.ts";
import { createWithPermit } from "./generate/with-permit.ts";
import { createMetrics } from "./metrics.ts";
import { createPresence } from "./presence/presence.ts";
import { createRequestKeeper } from "./kept-requests/request-keeper.ts";
import { createRefusalRecorder } from "./refusals/refusal-recorder.ts";
import { createReadTurns } from "./rate-limit/read-turns.ts";
import { readUsedBytes } from "./redis-memory.ts";
import { createTenantOf } from "./rate-limit/tenant-of.ts";
import { createTenants, type ProjectTenants } from "./rate-limit/tenants.ts";

/** So a flood of refused requests costs one call in this time. */
const refusalsGatherMs = 1_000;
/** So requests that are kept cost few calls, and their data are there when their documents are looked at. */
const requestsGatherMs = 200;

/** Creates the app's dependencies from its configuration, without waiting for any server to be up. */
export function createDependencies(config: GatewayConfig) {
  const logger = createLogger({
    service: "gateway",
    level: config.LOG_LEVEL,
    successSample: config.LOG_SUCCESS_SAMPLE,
  });
  const thinLogger = thinWarnings(logger);
  const redis = { redisUrl: config.REDIS_URL, prefix: config.REDIS_PREFIX, logger: thinLogger };
  const limits = createProducerConnection(redis, "rate limits");
  const redisCheck = createRedisCheck({ redis: limits, requireDurable: config.REQUIRE_DURABLE_QUEUE, logger });
  const shares = () => sharesOf(redisCheck.memoryBytes() ?? config.REDIS_MEMORY_BYTES);
  const producer = createDocumentProducer(redis);
  const waiter = createReplyWaiter(redis);
  const recordWaits = createRecordWaits();
  const background = createBackgroundProducer(redis);
  const dueNotes = createDueNoteSender(redis);
  const doneNotes = createDoneNoteSender(redis);
  const hearing = subscribeDoneNotes(redis, {
    onNote: ({ documentId }) => recordWaits.note(documentId),
    onSubscribed: () => recordWaits.noteAll(),
  });
  const metrics = createMetrics({
    queueState: () => producer.queueState(),
    waitCount: () => waiter.waitCount(),
    recordWaitCount: () => recordWaits.count(),
    oldestWaitMs: () => waiter.oldestWaitMs(),
    redisProblem: () => redisCheck.problem(),
    redisUsedBytes: () => readUsedBytes(limits),
    redisLimitBytes: () => redisCheck.memoryBytes(),
  });
  const tokens = createServiceTokenSigner({ privateKeyPem: config.SERVICE_TOKEN_PRIVATE_KEY });
  const catalog = createCatalog({ baseUrl: config.CATALOG_URL, tokens });
  const reporter = createOutcomeReporter({ catalog, tokens, logger: thinLogger });
  const refusalRecorder = createRefusalRecorder({
    catalog,
    logger: thinLogger,
    later: (send) => void setTimeout(send, refusalsGatherMs).unref(),
  });
  const bodyWork = createBodyWork();
  const requestKeeper = createRequestKeeper({
    catalog,
    work: bodyWork,
    logger: thinLogger,
    count: (outcome, requests) => metrics.countKeptRequests(outcome, requests),
    later: (send) => void setTimeout(send, requestsGatherMs).unref(),
  });
  const countOutcome = createCountOutcome({ metrics });
  const tenants: ProjectTenants = createTenants();
  const tenantOf = createTenantOf({ catalog, tenants });
  const withPermit = createWithPermit({
    tenants,
    admission: createAdmission({
      redis: limits,
      prefix: config.REDIS_PREFIX,
      roomBytes: () => shares().dataBytes,
    }),
    projectMaxInFlight: config.PROJECT_MAX_IN_FLIGHT,
    redisProblem: () => redisCheck.problem(),
  });
  const renderAndWait = createRenderAndWait({
    producer,
    waiter,
    reporter,
    countLost: () => metrics.countLostDocument(),
  });
  const createDocument = createDocumentCreator({
    catalog,
    reporter,
    spacingMs: creationSpacingMs,
  });
  const generateDocument = createGenerateDocument({
    catalog,
    countOutcome,
    withPermit,
    createDocument,
    renderAndWait,
    requestKeeper,
  });
  const idempotency = createIdempotencyStore({
    redis: limits,
    prefix: config.REDIS_PREFIX,
    keepBytes: config.IDEMPOTENCY_KEEP_BYTES,
    maxRecords: () => shares().idempotencyRecords,
  });

  return {
    config,
    publicUrl: config.PUBLIC_URL === undefined ? undefined : new URL(config.PUBLIC_URL),
    logger,
    metrics,
    contentReply: createContentReply({ countCorrupt: () => metrics.countCorruptContent() }),
    zipReply: createZipReply({ countCorrupt: () => metrics.countCorruptContent() }),
    uploadTurns: createUploadTurns(),
    readTurns: createReadTurns(),
    batchReads: createSharedReads<ResponseOutput<typeof operations.getBatch.key>>(),
    rowTurns: createRowTurns(),
    catalog,
    bodyWork,
    presence: createPresence({ redis: limits, prefix: config.REDIS_PREFIX }),
    tenants,
    openBackground: createOpenBackground({ requestKeeper, noteDue: () => dueNotes.send() }),
    recordWaits,
    /** Takes a cancelled document out of the queue, or from its worker, and tells all that wait for it. */
    cancelJob: (documentId: string): void => {
      // The catalog takes no report on the document any more, whether this succeeds or not.
      void background.remove(documentId).catch(() => undefined);
      doneNotes.send({ documentId, status: "cancelled" });
    },
    redisCheck,
    refusalRecorder,
    countOutcome,
    withPermit,
    renderAndWait,
    generateDocument,
    generateIdempotently: createGenerateIdempotently({ catalog, store: idempotency, logger, generateDocument }),
    tenantOf,
    ...createCallerLimits({ config, redis: limits, tenantOf }),
    sessionCookie: createSessionCookie({ publicUrl: config.PUBLIC_URL }),
    deviceCookie: createDeviceCookie({ publicUrl: config.PUBLIC_URL, secret: config.SERVICE_TOKEN_PRIVATE_KEY }),
    async close(): Promise<void> {
      await reporter.settled();
      await refusalRecorder.close();
      await requestKeeper.close();
      await bodyWork.close();
      waiter.close();
      hearing.close();
      dueNotes.close();
      doneNotes.close();
      await background.close();
      await producer.close();
      redisCheck.close();
      limits.disconnect();
    },
  };
}

export type Dependencies = ReturnType<typeof createDependencies>;
