import { createTransport, type Send } from "@platen/client";
import { createSendByNode } from "@platen/client/node";
import {
  announceBackgroundWorker,
  answersPing,
  backgroundJobsPerSlot,
  createDocumentConsumer,
  createDoneNoteSender,
  createProducerConnection,
  createRedisCheck,
  createReplySender,
  type DocumentConsumer,
  type Lane,
  type ReplySender,
} from "@platen/queue";
import { createServiceTokenVerifier, type VerifiedGrant } from "@platen/service-tokens";
import { thinWarnings, type Logger } from "@platen/telemetry";
import { createEngine } from "@platen/engine";
import { createAnswerFailure } from "./answer-failure.ts";
import { printCanary } from "./canary.ts";
import type { WorkerConfig } from "./config.ts";
import { engineNameOf } from "./engine-name.ts";
import { engineOptionsOf } from "./engine-options.ts";
import { createIntake } from "./intake.ts";
import { createKeepPdf } from "./keep-pdf.ts";
import type { Metrics } from "./metrics.ts";
import { createOutcomeReporter } from "./outcome-reporter.ts";
import { createRenderDocument, type RenderDependencies } from "./render-document.ts";
import { startSelfCheck } from "./self-check.ts";
import { createSendByGrant } from "./send-by-grant.ts";
import { createSourceAssets } from "./source-assets.ts";
import { createTemplateFiller } from "@platen/template-filler";
import { createTemplateSources } from "./template-sources.ts";

const catalogTimeoutMs = 10_000;
const outcomesGraceMs = 3_000;
const megabyte = 1_000_000;

/**
 * Starts the engine and prints a test document. Takes jobs once its self check has passed. Calls `onBrowserUnavailable` when the engine cannot
 * replace its browser.
 */
export async function createDependencies(options: {
  config: WorkerConfig;
  logger: Logger;
  metrics: Metrics;
  onBrowserUnavailable: () => void;
  /** Starts a fake engine, for a simulation of many workers. */
  startEngine?: typeof createEngine;
}) {
  const { config, logger, metrics, startEngine = createEngine } = options;
  const engine = await startEngine({
    ...engineOptionsOf(config),
    log: logger,
    onUnavailable: options.onBrowserUnavailable,
  });
  metrics.observeEngine(() => engine.health());
  const filler = createTemplateFiller({
    // Two for one account, and one for the others meanwhile.
    processes: 3,
    timeoutMs: config.TEMPLATE_TIMEOUT_MS,
    maxOutputBytes: config.MAX_HTML_BYTES,
    maxHeapBytes: 512 * megabyte,
    knownFontsPath: engine.knownFontsPath,
  });
  await printCanary({ filler, engine });
  const send = createSendByNode();
  const catalogBy = (sendBy: Send) =>
    createTransport({ baseUrl: config.CATALOG_URL, timeoutMs: catalogTimeoutMs, send: sendBy });
  const catalog = catalogBy(createSendByGrant(send, () => selfCheck.suspect()));
  const elsewhere = catalogBy((request) => send({ ...request, isOnNewConnection: true }));
  const redis = { redisUrl: config.REDIS_URL, prefix: config.REDIS_PREFIX, logger: thinWarnings(logger) };
  const checked = createProducerConnection(redis, "redis check");
  const redisCheck = createRedisCheck({ redis: checked, requireDurable: config.REQUIRE_DURABLE_QUEUE, logger });
  const now = () => redisCheck.now();
  const verifier = createServiceTokenVerifier({
    publicKeyPem: config.SERVICE_TOKEN_PUBLIC_KEY,
    courierPublicKeyPem: config.COURIER_TOKEN_PUBLIC_KEY,
    now,
  });
  const grants = {
    verifyGrant(token: string): VerifiedGrant {
      try {
        return verifier.verifyGrant(token);
      } catch (error) {
        selfCheck.suspect();
        throw error;
      }
    },
  };
  const outcomes = createOutcomeReporter({ catalog, elsewhere, grants: verifier, log: logger });
  metrics.observeRedis(() => answersPing(checked));
  const replies = createReplySender(redis);
  const doneNotes = createDoneNoteSender(redis);
  const renderDependencies: RenderDependencies = {
    grants,
    sources: createTemplateSources(catalog),
    assets: createSourceAssets(catalog, metrics),
    filler,
    engine,
    keepPdf: createKeepPdf(catalog),
    engineName: () => engineNameOf(engine.health().version),
    replies: {
      send: (...reply: Parameters<ReplySender["send"]>) =>
        replies.send(...reply).catch((error: unknown) => {
          selfCheck.suspect();
          throw error;
        }),
    },
    outcomes,
    sendDoneNote: (note) => doneNotes.send(note),
    metrics,
    log: logger,
    now,
  };
  const renderDocument = createRenderDocument(renderDependencies);
  const answerFailure = createAnswerFailure(renderDependencies);
  const slots = config.RENDER_CONCURRENCY;
  const concurrency: Record<Lane, number> = {
    // More jobs than documents printed at once, so that filling and replying overlap with printing.
    interactive: Math.ceil(slots * 1.5),
    background: slots * backgroundJobsPerSlot,
  };
  const lanes: readonly Lane[] = config.WORKER_LANES === "all" ? ["interactive", "background"] : [config.WORKER_LANES];

  function takeJobs() {
    const consumers = lanes.map((lane) =>
      createDocumentConsumer(
        { ...redis, lane, concurrency: concurrency[lane], replies, onExhausted: answerFailure },
        renderDocument,
      ),
    );
    const announcement = lanes.includes("background") ? announceBackgroundWorker({ ...redis, slots }) : undefined;
    return {
      consumers,
      async close(graceMs: number): Promise<void> {
        await announcement?.close();
        await Promise.all(consumers.map((consumer) => consumer.close(graceMs)));
      },
    };
  }

  const intake = createIntake({ start: takeJobs, graceMs: config.SHUTDOWN_GRACE_MS });
  metrics.observeIntake(() => intake.current() !== undefined);
  const selfCheck = startSelfCheck({
    config,
    grants: verifier,
    lanes,
    logger,
    onPassed: () => intake.open(),
    onFault: () => intake.shut(),
  });

  return {
    engine,
    redisCheck,
    /** Why it takes no jobs. */
    fault: (): string | undefined => selfCheck.problem(),
    /** The consumers, while it takes jobs. */
    consumers: (): readonly DocumentConsumer[] => intake.current()?.consumers ?? [],
    async close(graceMs: number): Promise<void> {
      selfCheck.close();
      await intake.close(graceMs);
      await Promise.all([outcomes.close(outcomesGraceMs), filler.close(), engine.close()]);
      replies.close();
      doneNotes.close();
      redisCheck.close();
      checked.disconnect();
    },
  };
}
