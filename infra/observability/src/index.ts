export { alertsFile, readAlerts } from "./alerts.ts";
export { metricsTable } from "./metrics-table.ts";
export { platenMetrics, type PlatenMetric } from "./platen-metrics.ts";
export { prometheusRule } from "./prometheus-rule.ts";
export { queryFaults } from "./query-faults.ts";
export { readPromql } from "./read-promql.ts";
