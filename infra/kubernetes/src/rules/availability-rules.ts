import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { objectsOf, serviceNames, workload, type Rule } from "../manifests.ts";
import { pod } from "../mutation.ts";
import { selects } from "../selector.ts";

/** Rules that keep pods serving when a node is lost, or during a rollout. kube-score checks budgets and replicas. */
export const availabilityRules: readonly Rule[] = [
  {
    name: "a service's pods spread over zones and nodes",
    faults: (manifests) =>
      serviceNames.flatMap((name) => {
        const { pod: spec, labels } = workload(manifests, name);
        const spread = (spec.topologySpreadConstraints ?? [])
          .filter(({ labelSelector, maxSkew }) => maxSkew === 1 && labelSelector && selects(labelSelector, labels))
          .map(({ topologyKey }) => topologyKey)
          .join();
        return spread === "topology.kubernetes.io/zone,kubernetes.io/hostname"
          ? []
          : [`${name} spreads over ${spread || "nothing"}`];
      }),
    finds: [
      ["Deployment worker", `${pod}/topologySpreadConstraints/0`],
      ["Deployment gateway", `${pod}/topologySpreadConstraints/1/labelSelector/matchLabels`, { a: "b" }],
    ],
  },
  {
    name: "a rollout starts the new pod before it stops the old one",
    faults: ({ resources }) =>
      objectsOf(resources, Deployment)
        .filter(({ spec }) => spec?.strategy?.rollingUpdate?.maxUnavailable !== 0)
        .map(({ metadata }) => `Deployment ${metadata?.name} stops a pod first`),
    finds: [["Deployment gateway", "/spec/strategy/rollingUpdate/maxUnavailable", 1]],
  },
];
