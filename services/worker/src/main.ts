import { loadConfig } from "@platen/config";
import { exitOnSignals, startManagementServer } from "@platen/http";
import { createLogger } from "@platen/telemetry";
import { stopsWithinMs, workerVariables } from "./config.ts";
import { createDependencies } from "./dependencies.ts";
import { createMetrics } from "./metrics.ts";

// oxlint-disable-next-line node/no-process-env -- the one place that reads the environment.
const config = loadConfig(workerVariables, process.env);
const logger = createLogger({ service: "worker", level: config.LOG_LEVEL });
const metrics = createMetrics({ slots: config.RENDER_CONCURRENCY });

let notReady: string | undefined = "starting";
let redisProblem: () => string | undefined = () => undefined;
let isStuck = () => false;
let stop: () => Promise<void> = () => Promise.resolve();

const management = await startManagementServer(
  { host: config.HOST, port: config.MANAGEMENT_PORT },
  {
    registry: metrics.registry,
    live: () => (isStuck() ? { ok: false, reason: "no jobs are being taken" } : { ok: true }),
    ready() {
      const reason = notReady ?? redisProblem();
      return reason === undefined ? { ok: true } : { ok: false, reason };
    },
  },
);

exitOnSignals({
  logger,
  graceMs: stopsWithinMs(config),
  async stop() {
    notReady = "stopping";
    isStuck = () => false;
    await stop();
    await management.close(0);
  },
});

const dependencies = await createDependencies({
  config,
  logger,
  metrics,
  // Without a browser it would only fail jobs that other workers can do. Whoever supervises it starts it anew.
  onBrowserUnavailable() {
    if (notReady === "stopping") return;
    logger.error("the browser cannot be started any more; the worker ends");
    notReady = "no browser";
    void stop().finally(() => process.exit(1));
  },
});
stop = () => dependencies.close(config.SHUTDOWN_GRACE_MS);
redisProblem = () => dependencies.redisCheck.problem();
isStuck = () => !dependencies.consumer.isConsuming();
notReady = undefined;
logger.info("started", { managementPort: management.port, concurrency: config.RENDER_CONCURRENCY });
