import { loadConfig } from "@platen/config";
import { exitOnSignals, onlyAtStart, startManagementServer } from "@platen/http";
import type { DocumentConsumer } from "@platen/queue";
import { createLogger, startTracing } from "@platen/telemetry";
import { shutdownTimeoutMs, workerVariables } from "./config.ts";
import { createDependencies } from "./dependencies.ts";
import { createMetrics } from "./metrics.ts";

// oxlint-disable-next-line node/no-process-env -- the one place that reads the environment.
const config = loadConfig(workerVariables, process.env);
const logger = createLogger({
  service: "worker",
  level: config.LOG_LEVEL,
  successSample: config.LOG_SUCCESS_SAMPLE,
});
const metrics = createMetrics({ slots: config.RENDER_CONCURRENCY, lanes: config.WORKER_LANES });

const stopTracing = await startTracing(config, { component: "worker", logger });
let starting: string | undefined = "The worker is starting: it starts its browser and prints a test document.";
let ending: string | undefined;
let noBrowser: string | undefined;
let hindrance: () => string | undefined = () => undefined;
let stuck: () => string | undefined = () => undefined;
let stop: () => Promise<void> = () => Promise.resolve();

const management = await startManagementServer(
  { host: config.HOST, port: config.MANAGEMENT_PORT },
  {
    registry: metrics.registry,
    logger,
    probes: {
      startup: () => starting,
      liveness: () => noBrowser ?? (ending === undefined ? stuck() : undefined),
      readiness: () => noBrowser ?? ending ?? starting ?? hindrance(),
    },
  },
);

exitOnSignals({
  logger,
  graceMs: shutdownTimeoutMs(config),
  liveness: management.liveness,
  async stop() {
    ending = "The worker is shutting down.";
    await stop();
    await stopTracing();
    await management.close(0);
  },
});

const dependencies = await createDependencies({
  config,
  logger,
  metrics,
  // Without a browser this worker would fail jobs that other workers can do. So it exits, to be restarted.
  onBrowserUnavailable() {
    if (ending !== undefined) return;
    logger.error("could not start a browser; the worker exits");
    noBrowser = "The worker could not start a browser. It exits to be restarted. See its log for the cause.";
    void stop().finally(() => process.exit(1));
  },
});
stop = () => dependencies.close(config.SHUTDOWN_GRACE_MS);
/** What a consumer says, the first one that says something. */
const firstOf = (read: (consumer: DocumentConsumer) => string | undefined) =>
  dependencies
    .consumers()
    .map(read)
    .find((said) => said !== undefined);
const redisProblemAtStart = onlyAtStart(() => dependencies.redisCheck.problem());
hindrance = () => dependencies.fault() ?? redisProblemAtStart() ?? firstOf((consumer) => consumer.hindrance());
stuck = () => dependencies.engine.health().problem ?? firstOf((consumer) => consumer.problem());
starting = undefined;
logger.info("started", {
  managementPort: management.port,
  concurrency: config.RENDER_CONCURRENCY,
  lanes: config.WORKER_LANES,
});
