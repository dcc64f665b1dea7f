import type { Manifests, Rule, Workload } from "../manifests.ts";
import { container, pod } from "../mutation.ts";
import { quantity } from "../quantity.ts";

/** Rules for every pod of the namespace that kube-score does not have. */
export const podRules: readonly Rule[] = [
  {
    name: "a pod meets the restricted Pod Security Standard",
    faults: ofPods(({ name, pod: { securityContext, volumes, ...spec }, containers }) => {
      const { type, localhostProfile } = securityContext?.seccompProfile ?? {};
      const hasProfile = name === "worker" ? type === "Localhost" && localhostProfile : type === "RuntimeDefault";
      return {
        "it may run as root": !securityContext?.runAsNonRoot || !((securityContext.runAsUser ?? 0) > 0),
        "it shares a namespace of the node": spec.hostNetwork || spec.hostPID || spec.hostIPC,
        "it mounts a folder of the node": volumes?.some(({ hostPath }) => hostPath),
        "it has the wrong seccomp profile": !hasProfile,
        "a container takes a port of the node": containers.some(({ ports }) => ports?.some(({ hostPort }) => hostPort)),
        "a container overrides the pod's user or seccomp profile": containers.some(
          ({ securityContext: own }) =>
            own?.seccompProfile || own?.runAsUser !== undefined || own?.runAsNonRoot !== undefined,
        ),
        "a container keeps or gains privileges": containers.some(
          ({ securityContext: own }) =>
            own?.allowPrivilegeEscalation !== false ||
            own.privileged ||
            own.capabilities?.drop?.join() !== "ALL" ||
            own.capabilities.add?.length,
        ),
      };
    }),
    finds: [
      ["Deployment gateway", `${pod}/securityContext/runAsNonRoot`, false],
      ["Job migrate", `${pod}/securityContext/runAsUser`, 0],
      ["Deployment catalog", `${pod}/securityContext`],
      ["Deployment worker", `${pod}/hostNetwork`, true],
      ["Deployment worker", `${pod}/volumes/0/hostPath`, { path: "/" }],
      ["Deployment gateway", `${container}/ports/0/hostPort`, 80],
      ["Deployment worker", `${pod}/securityContext/seccompProfile`, { type: "RuntimeDefault" }],
      ["Deployment gateway", `${pod}/securityContext/seccompProfile`, { type: "Unconfined" }],
      ["Deployment gateway", `${container}/securityContext/seccompProfile`, { type: "Unconfined" }],
      ["Deployment catalog", `${container}/securityContext/runAsUser`, 0],
      ["Deployment worker", `${container}/securityContext/capabilities/drop`, ["NET_RAW"]],
      ["Deployment worker", `${container}/securityContext/capabilities/add`, ["SYS_ADMIN"]],
      ["Deployment catalog", `${container}/securityContext/allowPrivilegeEscalation`],
      ["Deployment catalog", `${container}/securityContext/privileged`, true],
    ],
  },
  {
    name: "a pod gets no token of the cluster's API and no variables named after Services",
    faults: ofPods(({ pod: spec }) => ({
      "it mounts a token": spec.automountServiceAccountToken !== false || spec.serviceAccountName === undefined,
      "it gets variables": spec.enableServiceLinks !== false,
    })),
    finds: [
      ["Deployment worker", `${pod}/automountServiceAccountToken`],
      ["Deployment worker", `${pod}/serviceAccountName`],
      ["Deployment catalog", `${pod}/enableServiceLinks`],
    ],
  },
  {
    name: "a pod writes to memory or claimed volumes only, within half of its memory",
    faults: ofPods(({ pod: { volumes = [] }, containers }) => {
      const memory = Math.min(...containers.map(({ resources }) => quantity(resources?.limits?.["memory"])));
      const sizes = volumes.flatMap(({ emptyDir }) => (emptyDir ? [quantity(emptyDir.sizeLimit)] : []));
      return {
        "a volume is on the node's disk": volumes.some(
          ({ emptyDir, configMap, persistentVolumeClaim }) =>
            emptyDir?.medium !== "Memory" && !configMap && !persistentVolumeClaim,
        ),
        "its volumes take more": sizes.reduce((sum, size) => sum + size, 0) > memory / 2,
      };
    }),
    finds: [
      ["Deployment worker", `${pod}/volumes/0/emptyDir/medium`],
      ["Deployment gateway", `${pod}/volumes/0/emptyDir/sizeLimit`, "1Gi"],
    ],
  },
];

/** The rules for the pods that write the seccomp profile to their node, as root. */
export const nodePodRules = podRules.slice(1, 2);

/** Reports the faults that hold for each workload. */
function ofPods(check: (workload: Workload) => Record<string, unknown>) {
  return ({ workloads }: Manifests): string[] =>
    workloads.flatMap((workload) =>
      Object.entries(check(workload)).flatMap(([fault, holds]) => (holds ? [`${workload.title}: ${fault}`] : [])),
    );
}
