import {
  createAdmission,
  createDocumentProducer,
  createIdempotencyStore,
  createProducerConnection,
  createRedisCheck,
  createReplyWaiter,
} from "@platen/queue";
import { createServiceTokenSigner } from "@platen/service-tokens";
import { createLogger } from "@platen/telemetry";
import { createApiKeyAuthentication } from "./auth/api-key.ts";
import { createSessionCookie } from "./auth/session.ts";
import { createCatalog } from "./catalog/catalog.ts";
import { createOpenDocument } from "./generate/document-creator.ts";
import type { GatewayConfig } from "./config.ts";
import { createAdmit } from "./generate/with-permit.ts";
import { createGenerateDocument } from "./generate/generate-document.ts";
import { createGenerateOnce } from "./generate/generate-idempotently.ts";
import { createKnownProjects } from "./generate/known-projects.ts";
import { createOutcomes } from "./generate/outcome-reporter.ts";
import { createOpenInTime } from "./generate/open-in-time.ts";
import { openingSpacingMs } from "./generate/opening-spacing.ts";
import { createRenderOpened } from "./generate/render-and-wait.ts";
import { createMetrics } from "./metrics.ts";
import { createKeyRateLimit } from "./rate-limit/key-rate-limit.ts";
import { createSignInThrottle } from "./rate-limit/sign-in-throttle.ts";

/** Builds everything the app needs from its configuration; nothing here waits for a dependency to be up. */
export function createDependencies(config: GatewayConfig) {
  const logger = createLogger({ service: "gateway", level: config.LOG_LEVEL });
  const redis = { redisUrl: config.REDIS_URL, prefix: config.REDIS_PREFIX, logger };
  const limits = createProducerConnection(redis, "rate limits");
  const redisCheck = createRedisCheck({ redis: limits, requireDurable: config.REQUIRE_DURABLE_QUEUE, logger });
  const producer = createDocumentProducer(redis);
  const waiter = createReplyWaiter(redis);
  const metrics = createMetrics({
    queueState: () => producer.queueState(),
    waitCount: () => waiter.waitCount(),
    oldestWaitMs: () => waiter.oldestWaitMs(),
  });
  const tokens = createServiceTokenSigner({ privateKeyPem: config.SERVICE_TOKEN_PRIVATE_KEY });
  const catalog = createCatalog({ baseUrl: config.CATALOG_URL, tokens });
  const outcomes = createOutcomes({ catalog, logger });
  const admission = createAdmission({ redis: limits, prefix: config.REDIS_PREFIX });
  const admit = createAdmit({ admission, metrics, projectMaxInFlight: config.PROJECT_MAX_IN_FLIGHT });
  const rendering = createRenderOpened({ admission, producer, waiter, tokens, outcomes, metrics });
  const openDocument = createOpenDocument({
    catalog,
    // While its project is not known, neither is its place: as if it was the last.
    spacingMs: (documentsAhead) => openingSpacingMs(documentsAhead ?? waiter.waitCount()),
  });
  const generateDocument = createGenerateDocument({
    admit,
    admission,
    knownProjects: createKnownProjects(),
    openInTime: createOpenInTime({ openDocument, tokens, outcomes, metrics }),
    rendering,
  });
  const idempotency = createIdempotencyStore({
    redis: limits,
    prefix: config.REDIS_PREFIX,
    keepBytes: config.IDEMPOTENCY_KEEP_BYTES,
  });

  return {
    config,
    logger,
    metrics,
    catalog,
    redisCheck,
    admit,
    rendering,
    generateDocument,
    generateOnce: createGenerateOnce({ catalog, store: idempotency, generateDocument }),
    authenticateKey: createApiKeyAuthentication({
      rateLimit: createKeyRateLimit({
        redis: limits,
        prefix: config.REDIS_PREFIX,
        perMinute: config.RATE_LIMIT_PER_MINUTE,
      }),
    }),
    sessionCookie: createSessionCookie({ publicUrl: config.PUBLIC_URL }),
    signInThrottle: createSignInThrottle({
      redis: limits,
      prefix: config.REDIS_PREFIX,
      triesPerAccount: config.SIGN_IN_TRIES_PER_ACCOUNT,
      triesPerAddress: config.SIGN_IN_TRIES_PER_ADDRESS,
    }),
    async close(): Promise<void> {
      await outcomes.settled();
      waiter.close();
      await producer.close();
      redisCheck.close();
      limits.disconnect();
    },
  };
}

export type Dependencies = ReturnType<typeof createDependencies>;
