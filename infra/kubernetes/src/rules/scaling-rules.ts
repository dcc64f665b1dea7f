import { ScaledObject } from "@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject";
import { PodMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor";
import { queryFaults } from "@platen/observability";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler";
import { mainContainer, objectsOf, serviceNames, workload, type Manifests, type Rule } from "../manifests.ts";
import { selects } from "../selector.ts";

/** The path of the metrics, on the management port. */
export const metricsPath = "/metrics";

const workerMetrics = ["platen_queue_backlog_seconds", "platen_queue_jobs", "platen_worker_slots_busy"];
const firstQuery = "/spec/triggers/0/metadata/query";
const secondQuery = "/spec/triggers/1/metadata/query";

/** Rules that tie monitoring and scaling to the metrics of the services. */
export const scalingRules: readonly Rule[] = [
  {
    name: "Prometheus scrapes every pod where its metrics are",
    faults: (manifests) =>
      objectsOf(manifests.resources, PodMonitor).flatMap(({ spec }) =>
        serviceNames.flatMap((name) => {
          const owner = workload(manifests, name);
          const ports = new Set(mainContainer(owner).ports?.map((port) => port.name));
          const [endpoint] = spec.podMetricsEndpoints ?? [];
          const isScraped = endpoint?.path === metricsPath && ports.has(endpoint.port);
          return isScraped && selects(spec.selector, owner.labels) ? [] : [`${name} is not scraped`];
        }),
      ),
    finds: [
      ["PodMonitor platen", "/spec/selector/matchExpressions/0/values", ["gateway", "catalog"]],
      ["PodMonitor platen", "/spec/podMetricsEndpoints/0/port", "http"],
      ["PodMonitor platen", "/spec/podMetricsEndpoints/0/path", "/metric"],
    ],
  },
  {
    name: "workers scale by their backlog and their busy slots, in their own namespace",
    faults: ({ resources }) =>
      objectsOf(resources, ScaledObject).flatMap(({ metadata, spec }) => {
        const queries = spec.triggers.map((trigger) => trigger.metadata["query"] ?? "");
        const namespaced = `namespace="${metadata?.namespace}"`;
        return [
          ...workerMetrics
            .filter((metric) => !queries.some((query) => query.includes(metric)))
            .map((metric) => `no query asks for ${metric}`),
          ...spec.triggers
            .filter(({ type, metricType }) => type !== "prometheus" || metricType !== "Value")
            .map(({ type, metricType }) => `a trigger is ${type} with ${String(metricType)}`),
          ...spec.triggers
            .filter((trigger) => trigger.metadata["ignoreNullValues"] !== "false")
            .map(({ name }) => `${name} scales down when Prometheus has no answer`),
          ...queries
            .filter(
              (query) =>
                metadata?.namespace !== undefined && query.split(namespaced).length < query.split("platen_").length,
            )
            .map((query) => `the query is not limited to its namespace: ${query}`),
          ...queries.flatMap((query) => queryFaults(query)),
        ];
      }),
    finds: [
      ["ScaledObject worker", "/spec/triggers/0"],
      ["ScaledObject worker", "/spec/triggers/1"],
      ["ScaledObject worker", "/spec/triggers/0/metricType", "AverageValue"],
      ["ScaledObject worker", "/spec/triggers/0/type", "redis"],
      ["ScaledObject worker", "/spec/triggers/0/metadata/ignoreNullValues", "true"],
      ["ScaledObject worker", firstQuery, "max(platen_queue_backlog_seconds)"],
      ["ScaledObject worker", secondQuery, "platen_worker_slots_busy / platen_worker_slot"],
      ["ScaledObject worker", secondQuery, 'max(platen_worker_slots_busy{queue="a"})'],
      ["ScaledObject worker", secondQuery, "max(platen_worker_slots_busy"],
    ],
  },
  {
    name: "an autoscaler keeps a worker, and removes pods slowly",
    faults: ({ resources }) => [
      ...objectsOf(resources, ScaledObject)
        .filter(({ spec }) => !((spec.minReplicaCount ?? 0) >= 1) || spec.idleReplicaCount !== undefined)
        .map(({ metadata }) => `ScaledObject ${metadata?.name} can scale to zero`),
      ...[
        ...objectsOf(resources, ScaledObject).map(({ spec }) => ({
          target: spec.scaleTargetRef.name,
          behavior: spec.advanced?.horizontalPodAutoscalerConfig?.behavior,
        })),
        ...objectsOf(resources, HorizontalPodAutoscaler).map(({ spec }) => ({
          target: spec?.scaleTargetRef.name,
          behavior: spec?.behavior,
        })),
      ]
        .filter(({ behavior }) => !((behavior?.scaleDown?.stabilizationWindowSeconds ?? 0) >= 300))
        .map(({ target }) => `${target} loses pods within five minutes`),
    ],
    finds: [
      ["ScaledObject worker", "/spec/minReplicaCount", 0],
      ["ScaledObject worker", "/spec/idleReplicaCount", 0],
      [
        "ScaledObject worker",
        "/spec/advanced/horizontalPodAutoscalerConfig/behavior/scaleDown/stabilizationWindowSeconds",
        60,
      ],
      ["HorizontalPodAutoscaler gateway", "/spec/behavior"],
    ],
  },
  {
    name: "only the autoscaler sets the number of pods",
    faults: (manifests) =>
      scaleTargets(manifests).flatMap((name) => {
        const target = objectsOf(manifests.resources, Deployment).find(({ metadata }) => metadata?.name === name);
        if (!target) return [`there is no Deployment ${name} to scale`];
        return target.spec?.replicas === undefined ? [] : [`Deployment ${name} sets replicas`];
      }),
    finds: [
      ["Deployment worker", "/spec/replicas", 2],
      ["ScaledObject worker", "/spec/scaleTargetRef/name", "workers"],
    ],
  },
];

function scaleTargets({ resources }: Manifests): string[] {
  return [
    ...objectsOf(resources, ScaledObject).map(({ spec }) => spec.scaleTargetRef.name),
    ...objectsOf(resources, HorizontalPodAutoscaler).flatMap(({ spec }) => spec?.scaleTargetRef.name ?? []),
  ];
}
