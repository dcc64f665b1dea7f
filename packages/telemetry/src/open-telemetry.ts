import { AsyncLocalStorage } from "node:async_hooks";
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from "@opentelemetry/api";
import { setGlobalErrorHandler, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from "@opentelemetry/sdk-trace";
import { describeError, type LogFields, type Logger } from "./logger.ts";
import { version } from "./version.ts";
import type { OpenSpan, SpanOptions, TraceCarrier, Tracer } from "./tracing.ts";
import type { TracingConfig } from "./tracing-variables.ts";

/** Spans that may wait to be sent; further spans are dropped. A document makes about ten. */
const maxSpansWaiting = 8_192;
const maxSpansAtOnce = 1_024;
/** Lost traces are logged this often. */
const warningIntervalMs = 60_000;
/** Attributes are ids and codes; a longer value is neither, and is cut off. */
const maxAttributeLength = 200;

/** The fields of an event that become attributes: ids, statuses and codes. No content of a document is among them. */
const attributeNames: Readonly<Record<string, string>> = {
  requestId: "platen.request.id",
  operationId: "platen.operation",
  projectId: "platen.project.id",
  templateId: "platen.template.id",
  documentId: "platen.document.id",
  sourceId: "platen.source.id",
  attempt: "platen.attempt",
  pageCount: "platen.document.pages",
  sizeBytes: "platen.document.size",
  failureCode: "platen.failure.code",
  failureStage: "platen.failure.stage",
  method: "http.request.method",
  status: "http.response.status_code",
};

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: TracingConfig): Sampler {
  const root = name.endsWith("always_on")
    ? new AlwaysOnSampler()
    : name.endsWith("always_off")
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(share);
  return name.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

function attributesOf(fields: LogFields): Attributes {
  const attributes: Attributes = {};
  for (const [field, name] of Object.entries(attributeNames)) {
    const value = fields[field];
    if (typeof value === "number" || typeof value === "string") attributes[name] = value;
  }
  return attributes;
}

/** Logs that exports fail, once an interval however many fail. */
function createExportWarning(logger: Logger): (error: unknown) => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - lastAt < warningIntervalMs) return;
    lastAt = performance.now();
    logger.warn("cannot send traces; they are lost", describeError(error));
  };
}

/** Creates the tracer that sends its spans to the endpoint of `config`, several at a time, and never waits for it. */
export function createTracer(
  config: TracingConfig & { OTEL_EXPORTER_OTLP_ENDPOINT: string },
  { component, logger }: { component: string; logger: Logger },
): Tracer {
  setGlobalErrorHandler(createExportWarning(logger));
  const own = { "service.name": `platen-${component}`, "service.version": version };
  const provider = new TracerProvider({
    sampler: samplerOf(config),
    resource: defaultResource()
      .merge(resourceFromAttributes(own))
      .merge(detectResources({ detectors: [envDetector] })),
    spanLimits: { attributeValueLengthLimit: maxAttributeLength },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, "")}/v1/traces`,
          timeoutMillis: config.OTEL_EXPORTER_OTLP_TIMEOUT,
        }),
        scheduledDelayMillis: config.OTEL_BSP_SCHEDULE_DELAY,
        exportTimeoutMillis: config.OTEL_EXPORTER_OTLP_TIMEOUT,
        maxQueueSize: maxSpansWaiting,
        maxExportBatchSize: maxSpansAtOnce,
      }),
    ],
  });
  const spans = provider.getTracer("platen", version);
  const propagator = new W3CTraceContextPropagator();
  const running = new AsyncLocalStorage<Context>();

  const contextOf = (carrier: TraceCarrier) => propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);

  function start(
    { name, kind, parent, alsoFor = [] }: SpanOptions,
    startTime?: number,
  ): { span: Span; context: Context } {
    const around = parent ? contextOf(parent) : (running.getStore() ?? ROOT_CONTEXT);
    const links = alsoFor.flatMap((carrier) => {
      const context = carrier && trace.getSpanContext(contextOf(carrier));
      return context ? [{ context }] : [];
    });
    const options = {
      kind: kind ? kinds[kind] : SpanKind.INTERNAL,
      links,
      ...(startTime !== undefined && { startTime }),
    };
    const span = spans.startSpan(name, options, around);
    return { span, context: trace.setSpan(around, span) };
  }

  function open(options: SpanOptions): OpenSpan {
    const { span, context } = start(options);
    return {
      traceId: span.spanContext().traceId,
      run: (work) => running.run(context, work),
      end({ name, fields, isFailed }) {
        if (span.isRecording()) {
          if (name !== undefined) span.updateName(name);
          span.setAttributes(attributesOf(fields));
          if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  }

  return {
    open,
    past(options, from, to) {
      start(options, from).span.end(to);
    },
    carrier() {
      const context = running.getStore();
      if (!context) return undefined;
      const carrier: Record<string, string> = {};
      propagator.inject(context, carrier, defaultTextMapSetter);
      return carrier;
    },
    stop: () => provider.shutdown().catch(createExportWarning(logger)),
  };
}
