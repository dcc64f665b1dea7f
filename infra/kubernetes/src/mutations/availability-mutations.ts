import type { Mutations } from "../mutation.ts";
import { pod } from "./places.ts";

export const availabilityMutations: Mutations = {
  "spreads pods over zones and nodes": [
    ["Deployment worker", `${pod}/topologySpreadConstraints/0`],
    ["Deployment gateway", `${pod}/topologySpreadConstraints/1/labelSelector/matchLabels`, { a: "b" }],
  ],
  "keeps enough pods while nodes are emptied": [
    ["PodDisruptionBudget worker", "/spec/maxUnavailable", "50%"],
    ["PodDisruptionBudget gateway", "/spec/minAvailable", 0],
    ["PodDisruptionBudget catalog", "/spec/selector/matchLabels", { a: "b" }],
  ],
  "has two pods where one must always be there, so that a node can be emptied at all": [
    ["Deployment catalog", "/spec/replicas", 1],
    ["HorizontalPodAutoscaler gateway", "/spec/minReplicas", 1],
  ],
  "starts the new pod before the old one stops": [
    ["Deployment gateway", "/spec/strategy/rollingUpdate/maxUnavailable", 1],
  ],
  "selects the pods that it is for": [
    ["Deployment gateway", "/spec/selector/matchLabels", { a: "b" }],
    ["Service catalog", "/spec/selector", { "app.kubernetes.io/part-of": "platen" }],
    ["Service gateway", "/spec/ports/0/targetPort", "web"],
  ],
};
