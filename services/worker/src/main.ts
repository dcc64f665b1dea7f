import { loadConfig } from "@platen/config";
import { exitOnSignals, startManagementServer } from "@platen/http";
import { createLogger, startTracing } from "@platen/telemetry";
import { stopsWithinMs, workerVariables } from "./config.ts";
import { createDependencies } from "./dependencies.ts";
import { createMetrics } from "./metrics.ts";
import { browserProblem } from "./browser-problem.ts";

// oxlint-disable-next-line node/no-process-env -- the one place that reads the environment.
const config = loadConfig(workerVariables, process.env);
const logger = createLogger({ service: "worker", level: config.LOG_LEVEL });
const metrics = createMetrics({ slots: config.RENDER_CONCURRENCY });

const stopTracing = await startTracing(config, { component: "worker", logger });
let starting: string | undefined = "The worker starts its browser and prints a document on trial.";
let ending: string | undefined;
let noBrowser: string | undefined;
let redisProblem: () => string | undefined = () => undefined;
let stuck: () => string | undefined = () => undefined;
let stop: () => Promise<void> = () => Promise.resolve();

const management = await startManagementServer(
  { host: config.HOST, port: config.MANAGEMENT_PORT },
  {
    registry: metrics.registry,
    probes: {
      startup: () => starting,
      liveness: () => noBrowser ?? (ending === undefined ? stuck() : undefined),
      readiness: () => noBrowser ?? ending ?? starting ?? redisProblem(),
    },
  },
);

exitOnSignals({
  logger,
  graceMs: stopsWithinMs(config),
  async stop() {
    ending = "The worker stops.";
    await stop();
    await stopTracing();
    await management.close(0);
  },
});

const dependencies = await createDependencies({
  config,
  logger,
  metrics,
  // Without a browser it would only fail jobs that other workers can do. Whoever supervises it starts it anew.
  onBrowserUnavailable() {
    if (ending !== undefined) return;
    logger.error("the browser cannot be started any more; the worker ends");
    noBrowser = "No browser can be started any more: the worker ends, to be started anew; its log says what is wrong.";
    void stop().finally(() => process.exit(1));
  },
});
stop = () => dependencies.close(config.SHUTDOWN_GRACE_MS);
redisProblem = () => dependencies.redisCheck.problem();
stuck = () => browserProblem(dependencies.browser.health()) ?? dependencies.consumer.problem();
starting = undefined;
logger.info("started", { managementPort: management.port, concurrency: config.RENDER_CONCURRENCY });
