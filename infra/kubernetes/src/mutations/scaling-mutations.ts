import type { Mutations } from "../mutation.ts";

export const scalingMutations: Mutations = {
  "scales workers on how long the work would take and on how busy they are, by metrics that exist": [
    ["ScaledObject worker", "/spec/triggers/0"],
    ["ScaledObject worker", "/spec/triggers/1"],
    ["ScaledObject worker", "/spec/triggers/0/metricType", "AverageValue"],
    ["ScaledObject worker", "/spec/triggers/0/type", "redis"],
    ["ScaledObject worker", "/spec/triggers/0/metadata/ignoreNullValues", "true"],
    ["ScaledObject worker", "/spec/triggers/0/metadata/query", "max(platen_queue_backlog_seconds)"],
    ["ScaledObject worker", "/spec/triggers/1/metadata/query", "platen_worker_slots_busy / platen_worker_slot"],
    ["ScaledObject worker", "/spec/triggers/1/metadata/query", 'max(platen_worker_slots_busy{queue="a"})'],
    ["ScaledObject worker", "/spec/triggers/1/metadata/query", "max(platen_worker_slots_busy"],
  ],
  "always has a worker": [
    ["ScaledObject worker", "/spec/minReplicaCount", 0],
    ["ScaledObject worker", "/spec/idleReplicaCount", 0],
  ],
  "takes pods away slowly": [
    [
      "ScaledObject worker",
      "/spec/advanced/horizontalPodAutoscalerConfig/behavior/scaleDown/stabilizationWindowSeconds",
      60,
    ],
    ["HorizontalPodAutoscaler gateway", "/spec/behavior"],
  ],
  "leaves the number of pods to the autoscaler": [
    ["Deployment worker", "/spec/replicas", 2],
    ["ScaledObject worker", "/spec/scaleTargetRef/name", "workers"],
  ],
};
