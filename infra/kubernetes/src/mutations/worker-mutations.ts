import type { Mutations } from "../mutation.ts";
import { container, pod, workerConfig } from "./places.ts";

export const workerMutations: Mutations = {
  "says how many documents a worker prints at once, since it would count the node's CPUs": [
    workerConfig("RENDER_CONCURRENCY"),
  ],
  "has memory for each document at once": [
    workerConfig("RENDER_CONCURRENCY", "4"),
    ["Deployment worker", `${pod}/volumes/0/emptyDir/sizeLimit`, "1Gi"],
    ["Deployment worker", `${container}/resources/limits/memory`, "1Gi"],
  ],
  "has a CPU for each document at once": [["Deployment worker", `${container}/resources/requests/cpu`, "1500m"]],
  "has its work folder and its shared memory in memory": [
    ["Deployment worker", `${container}/volumeMounts/1`],
    workerConfig("WORK_DIR", "/var/platen"),
  ],
};
