import { loadConfig } from "@platen/config";
import { exitOnSignals, onlyAtStart, startManagementServer } from "@platen/http";
import { createLogger, startTracing } from "@platen/telemetry";
import { courierVariables, shutdownTimeoutMs } from "./config.ts";
import { createDependencies } from "./dependencies.ts";

// oxlint-disable-next-line node/no-process-env -- the one place that reads the environment.
const config = loadConfig(courierVariables, process.env);
const logger = createLogger({ service: "courier", level: config.LOG_LEVEL });
const stopTracing = await startTracing(config, { component: "courier", logger });
const dependencies = createDependencies({ config, logger });
const redisProblem = onlyAtStart(() => dependencies.redisCheck.problem());
let isStopping = false;

const management = await startManagementServer(
  { host: config.HOST, port: config.MANAGEMENT_PORT },
  {
    registry: dependencies.metrics.registry,
    logger,
    probes: {
      liveness: () => (isStopping ? undefined : dependencies.problem()),
      readiness: () => (isStopping ? "The courier is shutting down." : (dependencies.fault() ?? redisProblem())),
    },
  },
);

exitOnSignals({
  logger,
  graceMs: shutdownTimeoutMs,
  liveness: management.liveness,
  async stop() {
    isStopping = true;
    await dependencies.close();
    await stopTracing();
    await management.close(0);
  },
});
logger.info("started", { managementPort: management.port });
