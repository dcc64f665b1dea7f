import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { Service } from "kubernetes-models/v1/Service";
import { mainContainer, objectsOf, serviceNames, workload, type Manifests, type Rule } from "../manifests.ts";
import { selects } from "../selector.ts";

const budgets = {
  gateway: { minAvailable: 1 },
  catalog: { minAvailable: 1 },
  worker: { maxUnavailable: "25%" },
} as const;

/** That one lost node, or one that is emptied, or an upgrade, leaves somebody to answer. */
export const availabilityRules: readonly Rule[] = [
  {
    name: "spreads pods over zones and nodes",
    faults: (manifests) =>
      serviceNames.flatMap((name) => {
        const { pod, labels } = workload(manifests, name);
        const spread = (pod.topologySpreadConstraints ?? [])
          .filter(({ labelSelector, maxSkew }) => maxSkew === 1 && labelSelector && selects(labelSelector, labels))
          .map(({ topologyKey }) => topologyKey);
        return spread.join() === "topology.kubernetes.io/zone,kubernetes.io/hostname"
          ? []
          : [`${name}: ${spread.join()}`];
      }),
  },
  {
    name: "keeps enough pods while nodes are emptied",
    faults: (manifests) =>
      serviceNames.flatMap((name) => {
        const { labels } = workload(manifests, name);
        const own = objectsOf(manifests.resources, PodDisruptionBudget).flatMap(({ spec }) =>
          spec?.selector && selects(spec.selector, labels) ? [spec] : [],
        );
        const [budget] = own;
        const actual = { minAvailable: budget?.minAvailable, maxUnavailable: budget?.maxUnavailable };
        const expected = { minAvailable: undefined, maxUnavailable: undefined, ...budgets[name] };
        return own.length === 1 && JSON.stringify(actual) === JSON.stringify(expected)
          ? []
          : [`${name} has ${own.length} budgets: ${JSON.stringify(actual)}`];
      }),
  },
  {
    name: "has two pods where one must always be there, so that a node can be emptied at all",
    faults: (manifests) =>
      (["gateway", "catalog"] as const)
        .filter((name) => fewestPods(manifests, name) < 2)
        .map((name) => `${name} may have one only`),
  },
  {
    name: "starts the new pod before the old one stops",
    faults: (manifests) =>
      deployments(manifests)
        .filter(({ spec }) => spec?.strategy?.rollingUpdate?.maxUnavailable !== 0)
        .map(({ metadata }) => `Deployment ${metadata?.name} does not`),
  },
  {
    name: "selects the pods that it is for",
    faults: (manifests) => [
      ...objectsOf(manifests.resources, Deployment)
        .filter(({ spec }) => !spec || !selects(spec.selector, spec.template.metadata?.labels ?? {}))
        .map(({ metadata }) => `Deployment ${metadata?.name}`),
      ...objectsOf(manifests.resources, Service).flatMap(({ metadata, spec }) => {
        const selector = { matchLabels: spec?.selector ?? {} };
        const [target, ...others] = manifests.workloads.filter(({ labels }) => selects(selector, labels));
        if (!target || others.length > 0 || target.name !== metadata?.name) return [`Service ${metadata?.name}`];
        const ports = new Set(mainContainer(target).ports?.map(({ name }) => name));
        return (spec?.ports ?? [])
          .filter(({ targetPort }) => !ports.has(String(targetPort)))
          .map(({ targetPort }) => `Service ${metadata?.name} leads to port ${String(targetPort)}`);
      }),
    ],
  },
];

function deployments({ resources }: Manifests) {
  return objectsOf(resources, Deployment);
}

/** The fewest pods that a workload may have, by itself or its autoscaler. */
function fewestPods(manifests: Manifests, name: string): number {
  const autoscaler = objectsOf(manifests.resources, HorizontalPodAutoscaler).find(
    ({ spec }) => spec?.scaleTargetRef.name === name,
  );
  if (autoscaler) return autoscaler.spec?.minReplicas ?? 1;
  return deployments(manifests).find(({ metadata }) => metadata?.name === name)?.spec?.replicas ?? 1;
}
