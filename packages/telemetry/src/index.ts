export { event } from "./event.ts";
export { createLogger, describeError, type LogFields, type Logger } from "./logger.ts";
export { thinWarnings } from "./thin-warnings.ts";
export { createMetricsRegistry, shareReading } from "./metrics.ts";
export { Counter, Gauge, Histogram, type Registry } from "prom-client";
export { startTracing, tracing, type TraceCarrier } from "./tracing.ts";
export { tracingVariables } from "./tracing-variables.ts";
