import pTimeout from "p-timeout";
import type { LogFields, Logger } from "./logger.ts";
import type { TracingConfig } from "./tracing-variables.ts";

/** Ties a span in one process to a span in another: the headers of W3C Trace Context. */
export type TraceCarrier = { traceparent?: string | undefined; tracestate?: string | undefined };

export type SpanOptions = {
  name: string;
  /** The span kind of OpenTelemetry; default: work within this process. */
  kind?: "server" | "client" | "producer" | "consumer";
  /** The parent span; default: the running span. */
  parent?: TraceCarrier | undefined;
  /** Other spans that this span works for. */
  alsoFor?: readonly (TraceCarrier | undefined)[];
};

/** A span that its opener ends. */
export type OpenSpan = {
  traceId: string;
  run<T>(work: () => T): T;
  /** `fields` come from an event; the ids, statuses and codes among them become attributes. */
  end(how: { name?: string; fields: LogFields; isFailed: boolean }): void;
};

/** Creates spans; it exists only while traces are on. */
export type Tracer = {
  open(options: SpanOptions): OpenSpan;
  past(options: SpanOptions, from: number, to: number): void;
  carrier(): Record<string, string> | undefined;
  stop(): Promise<void>;
};

/** A process waits no longer than this for its traces to be sent; the rest is lost. */
const stopTimeoutMs = 3_000;

let tracer: Tracer | undefined;

/**
 * Starts to trace if the configuration names an endpoint; only then it loads OpenTelemetry. Returns the function that
 * sends the remaining spans, for a few seconds at most.
 */
export async function startTracing(
  config: TracingConfig,
  about: { component: string; logger: Logger },
): Promise<() => Promise<void>> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return () => Promise.resolve();
  const { createTracer } = await import("./open-telemetry.ts");
  const started = createTracer({ ...config, OTEL_EXPORTER_OTLP_ENDPOINT: config.OTEL_EXPORTER_OTLP_ENDPOINT }, about);
  tracer = started;
  return async () => {
    tracer = undefined;
    await pTimeout(started.stop(), { milliseconds: stopTimeoutMs, fallback: () => undefined });
  };
}

/** The traces of this process. While they are off, `span` only runs the work, and the rest does nothing. */
export const tracing = {
  /** Opens a span that belongs to a request or a job; undefined while traces are off. */
  open: (options: SpanOptions): OpenSpan | undefined => tracer?.open(options),

  /** Runs `work` in a new span, which is marked as failed when the work fails. */
  async span<T>(options: SpanOptions, work: () => Promise<T>): Promise<T> {
    if (!tracer) return work();
    const span = tracer.open(options);
    let isFailed = true;
    try {
      const result = await span.run(work);
      isFailed = false;
      return result;
    } finally {
      span.end({ fields: {}, isFailed });
    }
  },

  /** Records a span that is over, by its times in milliseconds since the epoch. */
  past(options: SpanOptions, from: number, to: number): void {
    tracer?.past(options, from, to);
  },

  /** The headers that make spans of other processes children of the running span. */
  carrier: (): Record<string, string> | undefined => tracer?.carrier(),
};
