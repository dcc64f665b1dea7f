export { metricsTable } from "./metrics-table.ts";
export { platenMetrics, type PlatenMetric } from "./platen-metrics.ts";
