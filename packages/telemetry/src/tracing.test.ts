import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";

const run = promisify(execFile);

/** Tells whether a process that starts to trace with these variables loads OpenTelemetry's SDK, and whether it traces. */
async function loadedWith(variables: object): Promise<string> {
  const program = `
    import { registerHooks } from "node:module";
    let loaded = 0;
    registerHooks({
      load(url, context, nextLoad) {
        if (url.includes("@opentelemetry/sdk-trace")) loaded += 1;
        return nextLoad(url, context);
      },
    });
    const { startTracing, tracing, tracingVariables } = await import(${JSON.stringify(new URL("index.ts", import.meta.url).href)});
    const { z } = await import("zod");
    const logger = { error() {}, warn() {}, info() {}, debug() {} };
    const stop = await startTracing(z.object(tracingVariables).parse(${JSON.stringify(variables)}), { component: "test", logger });
    const carrier = await tracing.span({ name: "work" }, async () => tracing.carrier());
    await stop();
    process.stdout.write(loaded > 0 ? "loaded" : "nothing");
    process.stdout.write(carrier ? ", traces" : ", no trace");
  `;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: import.meta.dirname,
    timeout: 20_000,
  });
  return stdout;
}

test.each([
  ["without an endpoint the SDK is not loaded and no trace begins", {}, "nothing, no trace"],
  [
    "with an endpoint the SDK is loaded and traces begin, even when the endpoint does not answer",
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_EXPORTER_OTLP_TIMEOUT: "100" },
    "loaded, traces",
  ],
])("%s", async (_what, variables, seen) => {
  expect(await loadedWith(variables)).toBe(seen);
});
