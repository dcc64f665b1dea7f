import { Counter, type Logger, type Registry } from "@platen/telemetry";
import { takeOperations } from "./operations-under-way.ts";

/** Creates the counter of stalls of the event loop. */
export function createStallMetric(registry: Registry): Counter {
  return new Counter({
    name: "platen_event_loop_stalls_total",
    help: "Times that the event loop of this process was blocked for more than half a second. The log names the operations.",
    registers: [registry],
  });
}

/**
 * Creates the function that gets the stalls of the event loop at each check, reports them in the log with the operations
 * that were served meanwhile, and counts them.
 */
export function createStallReport({ registry, logger }: { registry: Registry; logger: Logger }) {
  const stalls = createStallMetric(registry);
  return (stallMs: number): void => {
    const operations = takeOperations();
    if (stallMs === 0) return;
    stalls.inc();
    logger.warn("event loop was blocked", { stallMs: Math.round(stallMs), operations });
  };
}
