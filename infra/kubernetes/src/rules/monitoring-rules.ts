import { PodMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor";
import { PrometheusRule } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule";
import { queryFaults } from "@platen/observability";
import { mainContainer, objectsOf, serviceNames, workload, type Rule } from "../manifests.ts";
import { selects } from "../selector.ts";

/** Where metrics are, on the management port. */
export const metricsPath = "/metrics";

/** That Prometheus looks at every pod, and asks for what there is. */
export const monitoringRules: readonly Rule[] = [
  {
    name: "has every pod's metrics read, where they are",
    faults: (manifests) =>
      objectsOf(manifests.resources, PodMonitor).flatMap(({ spec }) =>
        serviceNames.flatMap((name) => {
          const owner = workload(manifests, name);
          const ports = new Set(mainContainer(owner).ports?.map((port) => port.name));
          const [endpoint] = spec.podMetricsEndpoints ?? [];
          return [
            ...(selects(spec.selector, owner.labels) ? [] : [`${name} is not selected`]),
            ...(endpoint?.path === metricsPath && ports.has(endpoint.port) ? [] : [`${name} is asked elsewhere`]),
          ];
        }),
      ),
  },
  {
    name: "has alerts on metrics that exist",
    faults: ({ resources }) =>
      objectsOf(resources, PrometheusRule)
        .flatMap(({ spec }) => spec.groups ?? [])
        .flatMap(({ rules = [] }) => rules.flatMap(({ expr }) => queryFaults(String(expr)))),
  },
];
