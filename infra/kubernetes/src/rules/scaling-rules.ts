import { ScaledObject } from "@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject";
import { queryFaults } from "@platen/observability";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler";
import { objectsOf, type Manifests, type Rule } from "../manifests.ts";

/** That there are as many pods as there is work. */
export const scalingRules: readonly Rule[] = [
  {
    name: "scales workers on how long the work would take and on how busy they are, by metrics that exist",
    faults: (manifests) =>
      objectsOf(manifests.resources, ScaledObject).flatMap(({ spec }) => {
        const queries = spec.triggers.map((trigger) => trigger.metadata["query"] ?? "");
        return [
          ...["platen_queue_backlog_seconds", "platen_queue_jobs", "platen_worker_slots_busy"]
            .filter((metric) => !queries.some((query) => query.includes(metric)))
            .map((metric) => `${metric} is not asked for`),
          ...spec.triggers
            .filter(({ type, metricType }) => type !== "prometheus" || metricType !== "Value")
            .map(({ type, metricType }) => `a trigger is ${type} with ${String(metricType)}`),
          ...spec.triggers
            .filter((trigger) => trigger.metadata["ignoreNullValues"] !== "false")
            .map(({ name }) => `${name} takes a query without an answer for no work at all`),
          ...queries.flatMap((query) => queryFaults(query)),
        ];
      }),
  },
  {
    name: "always has a worker",
    faults: ({ resources }) =>
      objectsOf(resources, ScaledObject)
        .filter(({ spec }) => !((spec.minReplicaCount ?? 0) >= 1) || spec.idleReplicaCount !== undefined)
        .map(({ metadata }) => `ScaledObject ${metadata?.name} may have none`),
  },
  {
    name: "takes pods away slowly",
    faults: ({ resources }) =>
      [
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
  },
  {
    name: "leaves the number of pods to the autoscaler",
    faults: (manifests) => {
      const targets = scaleTargets(manifests);
      const deployments = objectsOf(manifests.resources, Deployment);
      return targets.flatMap((name) => {
        const target = deployments.find(({ metadata }) => metadata?.name === name);
        if (!target) return [`there is no Deployment ${name} to scale`];
        return target.spec?.replicas === undefined ? [] : [`Deployment ${name} has a number of its own`];
      });
    },
  },
];

function scaleTargets({ resources }: Manifests): string[] {
  return [
    ...objectsOf(resources, ScaledObject).map(({ spec }) => spec.scaleTargetRef.name),
    ...objectsOf(resources, HorizontalPodAutoscaler).flatMap(({ spec }) => spec?.scaleTargetRef.name ?? []),
  ];
}
