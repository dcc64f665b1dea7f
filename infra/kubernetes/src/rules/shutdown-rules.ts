import { shutdownTimeoutMs as catalogShutdownTimeoutMs } from "@platen/catalog/config";
import { shutdownTimeoutMs as gatewayShutdownTimeoutMs } from "@platen/gateway/config";
import { shutdownTimeoutMs as workerShutdownTimeoutMs } from "@platen/worker/config";
import { configsOf } from "../environment.ts";
import { mainContainer, serviceNames, workload, type Rule, type Workload } from "../manifests.ts";
import { container, gatewayConfig, pod, workerConfig } from "../mutation.ts";

const spareSeconds = 5;

/** Rules that give a pod the time to finish its work before Kubernetes kills it. */
export const shutdownRules: readonly Rule[] = [
  {
    name: "a server keeps serving for 5 to 10 s while requests still reach it",
    faults: (manifests) =>
      (["gateway", "catalog"] as const)
        .map((name) => ({ name, seconds: preStopSeconds(workload(manifests, name)) }))
        .filter(({ seconds }) => !(seconds >= 5 && seconds <= 10))
        .map(({ name, seconds }) => `${name} waits ${seconds} s`),
    finds: [
      ["Deployment gateway", `${container}/lifecycle`],
      ["Deployment catalog", `${container}/lifecycle/preStop/sleep/seconds`, 1],
    ],
  },
  {
    name: "a pod has the time that its shutdown takes, and 5 s to spare",
    faults: (manifests) => {
      const configs = configsOf(manifests);
      const needs = {
        gateway: gatewayShutdownTimeoutMs(configs.gateway),
        catalog: catalogShutdownTimeoutMs,
        worker: workerShutdownTimeoutMs(configs.worker),
      };
      return serviceNames.flatMap((name) => {
        const owner = workload(manifests, name);
        const needed = preStopSeconds(owner) + needs[name] / 1_000 + spareSeconds;
        const given = owner.pod.terminationGracePeriodSeconds ?? 30;
        return given >= needed ? [] : [`${name} has ${given} s; it needs ${needed} s`];
      });
    },
    finds: [
      ["Deployment catalog", `${pod}/terminationGracePeriodSeconds`, 20],
      ["Deployment worker", `${pod}/terminationGracePeriodSeconds`],
      gatewayConfig("RENDER_DEADLINE_MS", "60000"),
      gatewayConfig("SHUTDOWN_DELAY_MS", "30000"),
      workerConfig("SHUTDOWN_GRACE_MS", "60000"),
    ],
  },
];

function preStopSeconds(owner: Workload): number {
  return mainContainer(owner).lifecycle?.preStop?.sleep?.seconds ?? 0;
}
