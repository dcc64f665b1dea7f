import { platenMetrics } from "./platen-metrics.ts";
import { readPromql } from "./read-promql.ts";

type Series = { isCounter: boolean; labels: readonly string[] };

/** Every series that Prometheus may have of the services, and those of Prometheus and kube-state-metrics that rules use. */
const seriesByName = new Map<string, Series>([
  ["up", { isCounter: false, labels: [] }],
  ["kube_horizontalpodautoscaler_status_current_replicas", { isCounter: false, labels: ["horizontalpodautoscaler"] }],
  ["kube_horizontalpodautoscaler_spec_max_replicas", { isCounter: false, labels: ["horizontalpodautoscaler"] }],
  ["kube_job_failed", { isCounter: false, labels: ["job_name", "condition"] }],
]);
for (const { name, type, labels } of await platenMetrics()) {
  if (type === "histogram") {
    for (const suffix of ["bucket", "sum", "count"])
      seriesByName.set(`${name}_${suffix}`, { isCounter: true, labels: [...labels, "le"] });
  } else {
    seriesByName.set(name, { isCounter: type === "counter", labels });
  }
}

/** Labels that Prometheus adds, by where it found the metrics, and the one that all of ours have. */
const commonLabels = ["namespace", "pod", "container", "job", "instance", "component"];

/**
 * Finds mistakes in a query of Prometheus: its grammar, unknown series and labels, rates of metrics other than counters.
 * `shown` are further labels that are made use of, such as in a legend.
 */
export function queryFaults(query: string, shown: readonly string[] = []): string[] {
  const { metrics, labels, rated, mistakes } = readPromql(query);
  const known = new Set([...commonLabels, ...metrics.flatMap((name) => seriesByName.get(name)?.labels ?? [])]);
  return [
    ...mistakes.map((mistake) => `it is no PromQL: ${mistake}`),
    ...(metrics.length === 0 ? [`it asks for nothing: ${query}`] : []),
    ...metrics.filter((name) => !seriesByName.has(name)).map((name) => `no service has the series ${name}: ${query}`),
    ...[...labels, ...shown]
      .filter((label) => !known.has(label))
      .map((label) => `nothing has a label ${label}: ${query}`),
    ...rated
      .filter((name) => seriesByName.get(name)?.isCounter === false)
      .map((name) => `${name} is no counter and has no rate: ${query}`),
  ];
}
