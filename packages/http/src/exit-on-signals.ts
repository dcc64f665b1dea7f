import { describeError, type Logger } from "@platen/telemetry";

/**
 * Runs `stop` once on SIGTERM or SIGINT and exits; exits with 1 when it takes longer than `graceMs`, and on an
 * uncaught error, which is logged first.
 */
export function exitOnSignals(options: { logger: Logger; graceMs: number; stop: () => Promise<void> }): void {
  let stopping = false;
  const shutDown = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    options.logger.info("stopping", { signal });
    setTimeout(() => {
      options.logger.error("did not stop in time", { graceMs: options.graceMs });
      process.exit(1);
    }, options.graceMs).unref();
    await options.stop();
    process.exit(0);
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
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
}
