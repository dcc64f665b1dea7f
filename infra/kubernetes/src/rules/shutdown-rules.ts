import { stopsWithinMs as catalogStopsWithinMs } from "@platen/catalog/config";
import { stopsWithinMs as gatewayStopsWithinMs } from "@platen/gateway/config";
import { stopsWithinMs as workerStopsWithinMs } from "@platen/worker/config";
import { configsOf } from "../environment.ts";
import { mainContainer, serviceNames, workload, type Rule, type Workload } from "../manifests.ts";

const spareSeconds = 5;

/** That a pod which is told to go has the time to finish what it has begun. */
export const shutdownRules: readonly Rule[] = [
  {
    name: "serves on for a while after it was told to stop, until nobody sends requests any more",
    faults: (manifests) =>
      (["gateway", "catalog"] as const)
        .map((name) => ({ name, seconds: preStopSeconds(workload(manifests, name)) }))
        .filter(({ seconds }) => !(seconds >= 5 && seconds <= 10))
        .map(({ name, seconds }) => `${name} waits ${seconds} s, not 5 to 10`),
  },
  {
    name: "may take as long to stop as it needs, and 5 s more",
    faults: (manifests) => {
      const configs = configsOf(manifests);
      const needs = {
        gateway: gatewayStopsWithinMs(configs.gateway),
        catalog: catalogStopsWithinMs,
        worker: workerStopsWithinMs(configs.worker),
      };
      return serviceNames.flatMap((name) => {
        const owner = workload(manifests, name);
        const needed = preStopSeconds(owner) + needs[name] / 1_000 + spareSeconds;
        const given = owner.pod.terminationGracePeriodSeconds ?? 30;
        return given >= needed ? [] : [`${name} has ${given} s; it needs ${needed} s`];
      });
    },
  },
];

function preStopSeconds(owner: Workload): number {
  return mainContainer(owner).lifecycle?.preStop?.sleep?.seconds ?? 0;
}
