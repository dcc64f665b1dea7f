import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { version } from "./version.ts";

/** Measuring the delays of the event loop wakes the process so often, also while it has nothing to do. */
const eventLoopSampleMs = 100;

/**
 * Creates a Prometheus registry with the process's own metrics, the running version, and the label `component`.
 * (Prometheus in Kubernetes uses `service` for a label of its own with the same meaning.)
 */
export function createMetricsRegistry(component: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ component });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopSampleMs });
  new Gauge({
    name: "platen_build_info",
    help: "1; its labels tell which version of Platen runs on which Node.js.",
    labelNames: ["version", "node"],
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1);
  const clock: Gauge = new Gauge({
    name: "platen_clock_seconds",
    help: "The clock of this process, in seconds since the epoch. Prometheus compares it with its own.",
    registers: [registry],
    collect: () => clock.set(Date.now() / 1_000),
  });
  return registry;
}

/** Shares one reading among all callers that ask while it is under way, such as the metrics of one scrape. */
export function shareReading<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= read().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
