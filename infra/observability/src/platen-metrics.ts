import { createMemoryMetrics, createReadinessMetric, createStallMetric } from "@platen/http";
import type { Registry } from "@platen/telemetry";
import { z } from "zod";
import { createMetrics as createCatalogMetrics } from "@platen/catalog/metrics";
import { createMetrics as createCourierMetrics } from "@platen/courier/metrics";
import { createMetrics as createGatewayMetrics } from "@platen/gateway/metrics";
import { createMetrics as createWorkerMetrics } from "@platen/worker/metrics";

/** A metric that the code has, by whichever services show it. */
export type PlatenMetric = {
  name: string;
  type: "counter" | "gauge" | "histogram" | "summary";
  help: string;
  labels: readonly string[];
  components: readonly string[];
};

// What the client library keeps of a metric; its types do not show the labels.
const registered = z.object({ name: z.string(), help: z.string(), labelNames: z.array(z.string()).default([]) });

const types = z.record(z.string(), z.enum(["counter", "gauge", "histogram", "summary"]));

async function metricsOf(component: string, registry: Registry): Promise<PlatenMetric[]> {
  // The management server adds them to each registry.
  createReadinessMetric(registry, () => undefined);
  createMemoryMetrics(registry);
  createStallMetric(registry);
  const typeOf = types.parse(
    Object.fromEntries((await registry.getMetricsAsJSON()).map(({ name, type }) => [name, type])),
  );
  return registry.getMetricsAsArray().map((metric) => {
    const { name, help, labelNames } = registered.parse(metric);
    return { name, help, type: typeOf[name] ?? "gauge", labels: labelNames, components: [component] };
  });
}

const away = () => Promise.reject(new Error("there is no Redis here"));
const gatewaySources = {
  queueState: away,
  waitCount: () => 0,
  recordWaitCount: () => 0,
  oldestWaitMs: () => 0,
  redisProblem: () => undefined,
  redisUsedBytes: away,
  redisLimitBytes: () => undefined,
};

const courierSources = {
  backlog: () => Promise.resolve(undefined),
  progress: () => Promise.resolve(undefined),
  deliveryBacklog: () => Promise.resolve(undefined),
  answersPing: () => Promise.resolve(false),
};

/** All metrics of all services, those of Node.js included, read from the registries that the services show. */
export async function platenMetrics(): Promise<PlatenMetric[]> {
  const all = await Promise.all([
    metricsOf("gateway", createGatewayMetrics(gatewaySources).registry),
    metricsOf("catalog", createCatalogMetrics().registry),
    metricsOf("courier", createCourierMetrics(courierSources).registry),
    metricsOf("worker", createWorkerMetrics({ slots: 1 }).registry),
  ]);
  const byName = new Map<string, PlatenMetric>();
  for (const metric of all.flat()) {
    const known = byName.get(metric.name);
    byName.set(metric.name, known ? { ...known, components: [...known.components, ...metric.components] } : metric);
  }
  return [...byName.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}
