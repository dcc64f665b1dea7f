import { randomUUID } from "node:crypto";
import { createTransport } from "@platen/client";
import { createSendByNode } from "@platen/client/node";
import {
  tokenRefusedHeader,
  readBackgroundBacklog,
  readBatchProgress,
  readDeliveryBacklog,
} from "@platen/contracts/internal";
import { createEgressRules, createPostOutside } from "@platen/egress";
import {
  answersPing,
  createBackgroundProducer,
  createFeederLock,
  createProducerConnection,
  createRedisCheck,
  subscribeDoneNotes,
  subscribeDueNotes,
} from "@platen/queue";
import { createServiceTokenSigner } from "@platen/service-tokens";
import { thinWarnings, type Logger } from "@platen/telemetry";
import { createRowReader } from "./batches/row-reader.ts";
import type { CourierConfig } from "./config.ts";
import { createDeliverer } from "./deliveries/deliverer.ts";
import { createFeeder } from "./feeder.ts";
import { lockLeaseMs } from "./holds-lock.ts";
import { createMetrics } from "./metrics.ts";
import { startSelfCheck } from "./self-check.ts";

const catalogTimeoutMs = 10_000;
/** A scrape waits no longer than this for the catalog. */
const backlogTimeoutMs = 2_000;
/** A receiver has so long to answer, in all. */
const webhookTimeoutMs = 10_000;
/** A look takes a few calls with time limits of their own. */
const longestLookMs = 120_000;

/** Builds all parts of the courier. It feeds once it has passed its self check. */
export function createDependencies({ config, logger }: { config: CourierConfig; logger: Logger }) {
  const log = thinWarnings(logger);
  const redis = { redisUrl: config.REDIS_URL, prefix: config.REDIS_PREFIX, logger: log };
  const tokens = createServiceTokenSigner({
    privateKeyPem: config.COURIER_TOKEN_PRIVATE_KEY,
    issuer: "platen-courier",
  });
  const catalog = createTransport({
    baseUrl: config.CATALOG_URL,
    timeoutMs: catalogTimeoutMs,
    send: createSendByNode({ refusalHeader: tokenRefusedHeader }),
    headers: ({ operationId }) => ({ authorization: `Bearer ${tokens.serviceToken(operationId)}` }),
  });
  const checked = createProducerConnection(redis, "redis check");
  const redisCheck = createRedisCheck({ redis: checked, requireDurable: config.REQUIRE_DURABLE_QUEUE, logger });
  const metrics = createMetrics({
    backlog: () => catalog.call(readBackgroundBacklog, {}, { timeoutMs: backlogTimeoutMs }).catch(() => undefined),
    progress: () => catalog.call(readBatchProgress, {}, { timeoutMs: backlogTimeoutMs }).catch(() => undefined),
    deliveryBacklog: () =>
      catalog.call(readDeliveryBacklog, {}, { timeoutMs: backlogTimeoutMs }).catch(() => undefined),
    answersPing: () => answersPing(checked),
  });
  const producer = createBackgroundProducer(redis);
  const lock = createFeederLock({ ...redis, leaseMs: lockLeaseMs });
  const selfCheck = startSelfCheck({
    config,
    tokens,
    logger,
    onPassed() {
      feeder.due();
      deliverer.wake();
    },
    onFault: () => metrics.setFeeding(false),
  });
  const soundness = { isSound: () => selfCheck.problem() === undefined, suspect: () => selfCheck.suspect() };
  const feeder = createFeeder({
    ...soundness,
    catalog,
    producer,
    lock,
    tokens,
    rows: createRowReader({ catalog }),
    metrics,
    log: logger,
    courier: randomUUID(),
    deadlineMs: config.RENDER_DEADLINE_MS,
  });
  const deliverer = createDeliverer({
    ...soundness,
    catalog,
    post: createPostOutside({ rules: createEgressRules(config.EGRESS_ALLOW), timeoutMs: webhookTimeoutMs }),
    metrics,
    log: logger,
    createLease: randomUUID,
  });
  const doneNotes = subscribeDoneNotes(redis, {
    onNote(note) {
      feeder.done(note);
      deliverer.wake();
    },
  });
  const dueNotes = subscribeDueNotes(redis, () => feeder.due());
  const running = Promise.all([feeder.run(), deliverer.run()]);

  return {
    metrics,
    redisCheck,
    /** Why it feeds and delivers nothing. */
    fault: (): string | undefined => selfCheck.problem(),
    /** Why this process should be restarted. */
    problem: (): string | undefined =>
      feeder.silentMs() > longestLookMs
        ? "The courier's loop has not looked for documents for two minutes."
        : undefined,

    /**
     * Ends the look under way and gives the lock to another courier. Jobs in the queue stay there. Waits for messages that
     * are being sent.
     */
    async close(): Promise<void> {
      selfCheck.close();
      feeder.close();
      await deliverer.close();
      await running;
      doneNotes.close();
      dueNotes.close();
      await lock.close();
      await producer.close();
      redisCheck.close();
      checked.disconnect();
    },
  };
}
