// Runs several workers in one process. Each is what services/worker/src/main.ts starts, with its own connections, but
// with a browser that takes no processor.
import { integerVariable, loadConfig } from "@platen/config";
import { exitOnSignals, startManagementServer } from "@platen/http";
import { createLogger } from "@platen/telemetry";
import { z } from "zod";
import { workerVariables } from "@platen/worker/config";
import { createDependencies } from "@platen/worker/dependencies";
import { createMetrics } from "@platen/worker/metrics";
import { startStubEngine } from "./stub-engine.ts";

const variables = z.object({ ...workerVariables.shape, STUB_WORKERS: integerVariable(1, 64) });
const closingGraceMs = 1_000;

// oxlint-disable-next-line node/no-process-env -- a process of its own, as a worker is.
const config = loadConfig(variables, process.env);
const logger = createLogger({ service: "worker", level: config.LOG_LEVEL });
// Shared by all workers: the benchmark does not read them.
const metrics = createMetrics({ slots: config.STUB_WORKERS * config.RENDER_CONCURRENCY });
const workers = await Promise.all(
  Array.from({ length: config.STUB_WORKERS }, () =>
    createDependencies({
      config,
      logger,
      metrics,
      onBrowserUnavailable: () => undefined,
      startEngine: startStubEngine,
    }),
  ),
);
const management = await startManagementServer(
  { host: config.HOST, port: config.MANAGEMENT_PORT },
  {
    registry: metrics.registry,
    logger,
    probes: { readiness: () => workers.map((worker) => worker.fault()).find((fault) => fault !== undefined) },
  },
);
exitOnSignals({
  logger,
  graceMs: closingGraceMs,
  liveness: management.liveness,
  async stop() {
    await Promise.all([...workers.map((worker) => worker.close(0)), management.close(0)]);
  },
});
