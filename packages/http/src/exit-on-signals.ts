import { describeError, type Logger } from "@platen/telemetry";

/**
 * Runs `stop` once on SIGTERM or SIGINT, then exits. Exits with code 1 if `stop` takes longer than `graceMs`, or after
 * logging an uncaught error.
 */
export function exitOnSignals(options: { logger: Logger; graceMs: number; stop: () => Promise<void> }): void {
  let stopping = false;
  const shutDown = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    options.logger.info("shutting down", { signal });
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
