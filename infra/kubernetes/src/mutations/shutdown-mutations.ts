import type { Mutations } from "../mutation.ts";
import { container, gatewayConfig, pod, workerConfig } from "./places.ts";

export const shutdownMutations: Mutations = {
  "serves on for a while after it was told to stop, until nobody sends requests any more": [
    ["Deployment gateway", `${container}/lifecycle`],
    ["Deployment catalog", `${container}/lifecycle/preStop/sleep/seconds`, 1],
  ],
  "may take as long to stop as it needs, and 5 s more": [
    ["Deployment catalog", `${pod}/terminationGracePeriodSeconds`, 20],
    ["Deployment worker", `${pod}/terminationGracePeriodSeconds`],
    gatewayConfig("RENDER_DEADLINE_MS", "60000"),
    gatewayConfig("SHUTDOWN_DELAY_MS", "30000"),
    workerConfig("SHUTDOWN_GRACE_MS", "60000"),
  ],
};
