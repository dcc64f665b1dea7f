import { collectDefaultMetrics, Registry } from "prom-client";

/** Makes a Prometheus registry with the process's own metrics and the service's name as a label. */
export function createMetricsRegistry(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}
