import { integerVariable, urlVariable } from "@platen/config";
import { z } from "zod";

const share = "must be a number from 0 to 1";

/** The variables of traces, as OpenTelemetry names them. */
export const tracingVariables = {
  /** URL of the receiver of traces (OTLP over HTTP), without `/v1/traces`. Not set: no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: urlVariable("http", "https").optional(),
  /** Headers of the export, such as the receiver's key: `name=value,other=value`. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  /** Maximum time of an export in milliseconds, including retries. */
  OTEL_EXPORTER_OTLP_TIMEOUT: integerVariable(1, 60_000).default(10_000),
  /** Sampler of traces. `parentbased_*` follow the caller's `traceparent`: choose one only where callers are trusted. */
  OTEL_TRACES_SAMPLER: z
    .enum([
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio",
    ])
    .default("always_on"),
  /** Share of traces that `traceidratio` keeps, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.string().transform(Number).pipe(z.number(share).min(0, share).max(1, share)).default(1),
  /** Milliseconds between two exports. */
  OTEL_BSP_SCHEDULE_DELAY: integerVariable(1, 60_000).default(5_000),
  /** Additional attributes of this process: `name=value,other=value`. */
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
};

export type TracingConfig = z.output<z.ZodObject<typeof tracingVariables>>;
