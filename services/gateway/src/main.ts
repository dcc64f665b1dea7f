import { setTimeout as delay } from "node:timers/promises";
import { loadConfig } from "@platen/config";
import { exitOnSignals, onlyAtStart, requestLimits, startManagementServer, startServer } from "@platen/http";
import { startTracing } from "@platen/telemetry";
import { createApp } from "./app.ts";
import { gatewayVariables, shutdownTimeoutMs } from "./config.ts";
import { createDependencies } from "./dependencies.ts";
import { startSelfCheck } from "./self-check.ts";

// oxlint-disable-next-line node/no-process-env -- the one place that reads the environment.
const config = loadConfig(gatewayVariables, process.env);
const dependencies = createDependencies(config);
const { logger, metrics } = dependencies;
/** An answer may leave so long after its deadline. */
const lastAnswerMs = 2_000;

const stopTracing = await startTracing(config, { component: "gateway", logger });
let isDraining = false;
const selfCheck = startSelfCheck(config, logger);
const problemAtStart = onlyAtStart(() => selfCheck.problem() ?? dependencies.redisCheck.problem());

const server = await startServer(
  createApp(dependencies),
  { host: config.HOST, port: config.PORT },
  { ...requestLimits, keepAliveTimeoutMs: config.KEEP_ALIVE_TIMEOUT_MS },
);
const management = await startManagementServer(
  { host: config.HOST, port: config.MANAGEMENT_PORT },
  {
    registry: metrics.registry,
    logger,
    probes: { readiness: () => (isDraining ? "The gateway is shutting down." : problemAtStart()) },
  },
);
logger.info("listening", { port: server.port, managementPort: management.port });

exitOnSignals({
  logger,
  graceMs: shutdownTimeoutMs(config),
  liveness: management.liveness,
  async stop() {
    isDraining = true;
    selfCheck.close();
    await delay(config.SHUTDOWN_DELAY_MS);
    dependencies.recordWaits.close();
    await server.close(config.RENDER_DEADLINE_MS + lastAnswerMs);
    await dependencies.close();
    await stopTracing();
    await management.close(0);
  },
});
