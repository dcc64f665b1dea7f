import type { IContainer } from "kubernetes-models/v1/Container";
import type { Manifests, Rule, Workload } from "../manifests.ts";
import { quantity } from "../quantity.ts";

/** What has to be so of every pod. */
export const podRules: readonly Rule[] = [
  ofPods("does not run as root", ({ pod: { securityContext } }) => [
    (securityContext?.runAsNonRoot === true && (securityContext.runAsUser ?? 0) > 0) || "may run as root",
  ]),
  ofPods("has no token of the cluster's API", ({ pod }) => [
    pod.automountServiceAccountToken === false || "mounts a token",
    pod.serviceAccountName !== undefined || "has no service account of its own",
  ]),
  ofPods("gets no variables named after services", ({ pod }) => [pod.enableServiceLinks === false || "gets them"]),
  ofPods("shares nothing with its node", ({ pod, containers }) => [
    (!pod.hostNetwork && !pod.hostPID && !pod.hostIPC) || "shares a namespace of the node",
    !pod.volumes?.some(({ hostPath }) => hostPath) || "mounts a folder of the node",
    !containers.some(({ ports }) => ports?.some(({ hostPort }) => hostPort)) || "takes a port of the node",
  ]),
  ofPods("makes only the system calls that it needs", ({ name, pod: { securityContext }, containers }) => {
    const { type, localhostProfile } = securityContext?.seccompProfile ?? {};
    const isRight = name === "worker" ? type === "Localhost" && localhostProfile : type === "RuntimeDefault";
    return [
      Boolean(isRight) || `has the seccomp profile ${String(type)}`,
      !containers.some((container) => container.securityContext?.seccompProfile) || "has another one in a container",
    ];
  }),
  ofPods("writes to memory and to claimed volumes only, within limits", ({ pod: { volumes = [] } }) =>
    volumes.map(({ name, emptyDir, configMap, persistentVolumeClaim }) => {
      const isMemory = emptyDir?.medium === "Memory" && emptyDir.sizeLimit !== undefined;
      return isMemory || configMap !== undefined || persistentVolumeClaim !== undefined || `volume ${name} is none`;
    }),
  ),
  ofPods("has a /tmp", ({ pod, containers }) =>
    containers.map(({ name, volumeMounts = [] }) => {
      const volume = volumeMounts.find(({ mountPath }) => mountPath === "/tmp")?.name;
      return pod.volumes?.some((candidate) => candidate.name === volume && candidate.emptyDir) || `${name} has none`;
    }),
  ),
  ofContainers("cannot write to its image", ({ securityContext }) => [
    securityContext?.readOnlyRootFilesystem === true || "can",
  ]),
  ofContainers("has no capability", ({ securityContext }) => [
    securityContext?.capabilities?.drop?.join() === "ALL" || "keeps some",
    !securityContext?.capabilities?.add?.length || "is given some",
  ]),
  ofContainers("gains no privilege", ({ securityContext }) => [
    securityContext?.allowPrivilegeEscalation === false || "may escalate",
    !securityContext?.privileged || "is privileged",
    (securityContext?.runAsUser === undefined && securityContext?.runAsNonRoot === undefined) ||
      "has a user of its own",
  ]),
  ofContainers("is given the memory that it may use", ({ resources }) => [
    resources?.limits?.["memory"] !== undefined || "has no limit",
    resources?.limits?.["memory"] === resources?.requests?.["memory"] || "has a request that is not its limit",
  ]),
  ofContainers("may use a CPU that is free", ({ resources }) => [
    resources?.requests?.["cpu"] !== undefined || "requests no CPU",
    resources?.limits?.["cpu"] === undefined || "has a limit of CPU",
  ]),
  ofPods("has volumes in memory that fit into it", ({ pod: { volumes = [] }, containers }) => {
    const size = volumes.reduce((sum, { emptyDir }) => sum + (emptyDir ? quantity(emptyDir.sizeLimit) : 0), 0);
    const memory = Math.min(...containers.map(({ resources }) => quantity(resources?.limits?.["memory"])));
    return [size <= memory / 2 || "they take more than half of it"];
  }),
];

/** Rules that the pods which write the seccomp profile to their node are excused from, and by what. */
export const nodePodExceptions: readonly string[] = [
  "does not run as root",
  "shares nothing with its node",
  "writes to memory and to claimed volumes only, within limits",
  "has a /tmp",
];

type Verdicts = (string | true)[];

function ofPods(name: string, verdicts: (workload: Workload) => Verdicts): Rule {
  return {
    name,
    faults: ({ workloads }: Manifests) =>
      workloads.flatMap((workload) =>
        verdicts(workload).flatMap((verdict) => (verdict === true ? [] : [`${workload.title}: ${verdict}`])),
      ),
  };
}

function ofContainers(name: string, verdicts: (container: IContainer) => Verdicts): Rule {
  return ofPods(name, ({ containers }) =>
    containers.flatMap((container) =>
      verdicts(container).map((verdict) => verdict === true || `container ${container.name} ${verdict}`),
    ),
  );
}
