import { expect, test } from "@jest/globals";
import { z } from "zod";
import { createTracer } from "./open-telemetry.ts";
import { tracingVariables } from "./tracing-variables.ts";

const logger = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };

/** Whether a span is kept below a caller's span that the caller keeps or does not keep. */
async function isKept(sampler: string, isCallersKept: boolean): Promise<boolean> {
  const endpoint = "http://127.0.0.1:9";
  const config = z
    .object(tracingVariables)
    .parse({ OTEL_EXPORTER_OTLP_TIMEOUT: "1", OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: "0" });
  const tracer = createTracer({ ...config, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, { component: "test", logger });
  const parent = { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-0${isCallersKept ? 1 : 0}` };
  const span = tracer.open({ name: "request", parent });
  const carrier = span.run(() => tracer.carrier());
  await tracer.stop();
  return carrier?.["traceparent"]?.endsWith("-01") ?? false;
}

test.each([
  ["always_on", true, true],
  ["always_off", false, false],
  ["traceidratio", false, false],
  ["parentbased_always_on", true, false],
  ["parentbased_always_off", true, false],
  ["parentbased_traceidratio", true, false],
])("with %s the caller's choice decides only if the sampler follows it", async (sampler, ofKept, ofOthers) => {
  expect([await isKept(sampler, true), await isKept(sampler, false)]).toEqual([ofKept, ofOthers]);
});
