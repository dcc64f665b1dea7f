import { describeError, type Logger } from "@platen/telemetry";
import type { Probe } from "./management.ts";

const checkIntervalMs = 1_000;
/** Longer than Kubernetes takes to restart a process that is not live. */
const restartGraceMs = 60_000;

/**
 * Runs `stop` once on SIGTERM or SIGINT, then exits. Exits with code 1 if `stop` takes longer than `graceMs`, or after
 * logging an uncaught error. A process that is not live for a minute stops in the same way: Docker and `npm start` restart
 * only processes that have ended.
 */
export function exitOnSignals(options: {
  logger: Logger;
  graceMs: number;
  liveness: Probe;
  stop: () => Promise<void>;
}): void {
  let stopping = false;
  const shutDown = async (signal?: string) => {
    if (stopping) return;
    stopping = true;
    if (signal) options.logger.info("shutting down", { signal });
    setTimeout(() => {
      options.logger.error("did not stop in time", { graceMs: options.graceMs });
      process.exit(1);
    }, options.graceMs).unref();
    await options.stop();
    process.exit(signal ? 0 : 1);
  };
  const crash = (error: unknown) => {
    options.logger.error("uncaught error", describeError(error));
    process.exit(1);
  };
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.on(signal, () => {
      shutDown(signal).catch(crash);
    });
  }
  let liveAt = performance.now();
  setInterval(() => {
    const reason = options.liveness();
    if (reason === undefined) liveAt = performance.now();
    else if (performance.now() - liveAt >= restartGraceMs && !stopping) {
      options.logger.error("exits, because it is not live and nothing has restarted it", { reason });
      shutDown().catch(crash);
    }
  }, checkIntervalMs).unref();
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
}
