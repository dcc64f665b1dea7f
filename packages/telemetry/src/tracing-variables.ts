import { integerVariable, urlVariable } from "@platen/config";
import { z } from "zod";

const share = "must be a number from 0 to 1";

/** The variables of traces, as OpenTelemetry names them. */
export const tracingVariables = {
  /** Where traces go, by OTLP over HTTP: `/v1/traces` is added. Without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: urlVariable("http", "https").optional(),
  /** Headers of the export, such as a key of the receiver: `name=value,other=value`. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  /** Longest time an export may take, its repetitions included. */
  OTEL_EXPORTER_OTLP_TIMEOUT: integerVariable(1, 60_000).default(10_000),
  /** Which traces are kept; `parentbased_*` do as the caller's `traceparent` says. */
  OTEL_TRACES_SAMPLER: z
    .enum([
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio",
    ])
    .default("parentbased_always_on"),
  /** The share of traces that `traceidratio` keeps, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.string().transform(Number).pipe(z.number(share).min(0, share).max(1, share)).default(1),
  /** From one export to the next. */
  OTEL_BSP_SCHEDULE_DELAY: integerVariable(1, 60_000).default(5_000),
  /** Further attributes of this process: `name=value,other=value`. */
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
};

export type TracingConfig = z.output<z.ZodObject<typeof tracingVariables>>;
