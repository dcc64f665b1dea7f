import type { LogFields, Logger } from "./logger.ts";
import type { TracingConfig } from "./tracing-variables.ts";

/** What ties a span in one process to one in another: the headers of W3C Trace Context. */
export type TraceCarrier = { traceparent?: string | undefined; tracestate?: string | undefined };

export type SpanOptions = {
  name: string;
  /** As OpenTelemetry means it; default: work within this process. */
  kind?: "server" | "client" | "producer" | "consumer";
  /** Where it belongs; default: to the span that is running. */
  parent?: TraceCarrier | undefined;
  /** Other spans that it works for. */
  alsoFor?: readonly (TraceCarrier | undefined)[];
};

/** A span that whoever opened it ends. */
export type OpenSpan = {
  traceId: string;
  run<T>(work: () => T): T;
  /** `fields` are those of an event; the ids, statuses and codes among them become attributes. */
  end(how: { name?: string; fields: LogFields; isFailed: boolean }): void;
};

/** What makes spans; there is none unless traces are on. */
export type Tracer = {
  open(options: SpanOptions): OpenSpan;
  past(options: SpanOptions, from: number, to: number): void;
  carrier(): Record<string, string> | undefined;
  stop(): Promise<void>;
};

/** Traces are no reason to end later; what is left then is lost. */
const stopTimeoutMs = 3_000;

let tracer: Tracer | undefined;

/**
 * Begins to trace if the configuration names an endpoint; only then OpenTelemetry is loaded. Gives the function that
 * sends what is left, for a few seconds at most.
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
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(() => late.resolve(), stopTimeoutMs);
    await Promise.race([started.stop(), late.promise]).finally(() => clearTimeout(timer));
  };
}

/** The traces of this process. While they are off, nothing here does anything but the work it is given. */
export const tracing = {
  /** Opens a span that belongs to a request or a job; undefined while traces are off. */
  open: (options: SpanOptions): OpenSpan | undefined => tracer?.open(options),

  /** Runs `work` in a span of its own; one whose work fails is marked so. */
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

  /** Notes a span that is over, by its times in milliseconds since the epoch. */
  past(options: SpanOptions, from: number, to: number): void {
    tracer?.past(options, from, to);
  },

  /** What has to be given on so that other processes' spans belong to the one that is running. */
  carrier: (): Record<string, string> | undefined => tracer?.carrier(),
};
