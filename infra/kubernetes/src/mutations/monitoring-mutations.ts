import type { Mutations } from "../mutation.ts";

export const monitoringMutations: Mutations = {
  "has every pod's metrics read, where they are": [
    ["PodMonitor platen", "/spec/selector/matchExpressions/0/values", ["gateway", "catalog"]],
    ["PodMonitor platen", "/spec/podMetricsEndpoints/0/port", "http"],
    ["PodMonitor platen", "/spec/podMetricsEndpoints/0/path", "/metric"],
  ],
  "has alerts on metrics that exist": [
    ["PrometheusRule platen", "/spec/groups/0/rules/0/expr", "platen_worker_up == 0"],
    ["PrometheusRule platen", "/spec/groups/0/rules/0/expr", "sum("],
  ],
};
