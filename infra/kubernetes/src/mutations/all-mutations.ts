import { availabilityMutations } from "./availability-mutations.ts";
import { environmentMutations } from "./environment-mutations.ts";
import { migrationMutations } from "./migration-mutations.ts";
import { monitoringMutations } from "./monitoring-mutations.ts";
import { networkMutations } from "./network-mutations.ts";
import { overlayMutations } from "./overlay-mutations.ts";
import { podMutations } from "./pod-mutations.ts";
import { probeMutations } from "./probe-mutations.ts";
import { scalingMutations } from "./scaling-mutations.ts";
import { shutdownMutations } from "./shutdown-mutations.ts";
import { workerMutations } from "./worker-mutations.ts";
import type { Mutations } from "../mutation.ts";

export const allMutations: Mutations = {
  ...podMutations,
  ...probeMutations,
  ...shutdownMutations,
  ...workerMutations,
  ...availabilityMutations,
  ...environmentMutations,
  ...migrationMutations,
  ...scalingMutations,
  ...monitoringMutations,
  ...networkMutations,
  ...overlayMutations,
};
