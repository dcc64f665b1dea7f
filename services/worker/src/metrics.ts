import { Counter, createMetricsRegistry, Gauge, Histogram } from "@platen/telemetry";
import type { BrowserHealth } from "./browser/browser.ts";

export type Metrics = ReturnType<typeof createMetrics>;

/** Makes the worker's metrics. */
export function createMetrics() {
  const registry = createMetricsRegistry("worker");
  const registers = [registry];
  let browserHealth: (() => BrowserHealth) | undefined;

  const gauge = (name: string, help: string, read: (health: BrowserHealth) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        if (browserHealth) this.set(read(browserHealth()));
      },
    });
  gauge("platen_browser_available", "Whether a browser is there to print with.", ({ isAvailable }) =>
    Number(isAvailable),
  );
  gauge("platen_browser_sandboxed", "Whether the browser runs in its sandbox.", ({ isSandboxed }) =>
    Number(isSandboxed),
  );
  gauge(
    "platen_browser_network_sealed",
    "Whether the browser is in an empty network namespace; otherwise flags alone keep it offline.",
    ({ isNetworkSealed }) => Number(isNetworkSealed),
  );
  gauge("platen_browser_launches", "Times the browser was started.", ({ launches }) => launches);
  gauge("platen_browser_pages_busy", "Pages that print at the moment.", ({ busyPages }) => busyPages);
  gauge("platen_browser_memory_bytes", "Memory of the browser, when last looked at.", ({ memoryBytes }) => memoryBytes);
  gauge(
    "platen_browser_pages_idle",
    "Pages kept for the next document of their project.",
    ({ idlePages }) => idlePages,
  );

  return {
    registry,
    /** Attempts at documents, by what came of them: completed, or a failure's code. */
    attempts: new Counter({
      name: "platen_render_attempts_total",
      help: "Attempts at documents, by outcome.",
      labelNames: ["outcome"],
      registers,
    }),
    stageSeconds: new Histogram({
      name: "platen_render_stage_seconds",
      help: "Time of each stage of a document.",
      labelNames: ["stage"],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
      registers,
    }),
    refusedRequests: new Counter({
      name: "platen_browser_requests_refused_total",
      help: "Requests of documents that were refused, by what they were for.",
      labelNames: ["resource"],
      registers,
    }),
    /** Read from the browser's health. */
    browserEnds: new Gauge({
      name: "platen_browser_ends",
      help: "Browsers that have ended, by why: documents, memory and age are planned; crash and stuck are faults.",
      labelNames: ["cause"],
      registers,
      collect() {
        for (const [cause, count] of Object.entries(browserHealth?.().ends ?? {})) this.set({ cause }, count);
      },
    }),
    observeBrowser(health: () => BrowserHealth) {
      browserHealth = health;
    },
  };
}
