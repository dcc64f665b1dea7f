import type { Mutations } from "../mutation.ts";
import { container, pod } from "./places.ts";

export const podMutations: Mutations = {
  "does not run as root": [
    ["Deployment gateway", `${pod}/securityContext/runAsNonRoot`, false],
    ["Job migrate", `${pod}/securityContext/runAsUser`, 0],
    ["Deployment catalog", `${pod}/securityContext`],
  ],
  "has no token of the cluster's API": [
    ["Deployment worker", `${pod}/automountServiceAccountToken`],
    ["Deployment worker", `${pod}/serviceAccountName`],
  ],
  "gets no variables named after services": [["Deployment catalog", `${pod}/enableServiceLinks`]],
  "shares nothing with its node": [
    ["Deployment worker", `${pod}/hostNetwork`, true],
    ["Deployment worker", `${pod}/hostPID`, true],
    ["Deployment worker", `${pod}/hostIPC`, true],
    ["Deployment worker", `${pod}/volumes/0/hostPath`, { path: "/" }],
    ["Deployment gateway", `${container}/ports/0/hostPort`, 80],
  ],
  "makes only the system calls that it needs": [
    ["Deployment worker", `${pod}/securityContext/seccompProfile`, { type: "RuntimeDefault" }],
    ["Deployment gateway", `${pod}/securityContext/seccompProfile`, { type: "Unconfined" }],
    ["Deployment gateway", `${container}/securityContext/seccompProfile`, { type: "Unconfined" }],
  ],
  "writes to memory and to claimed volumes only, within limits": [
    ["Deployment worker", `${pod}/volumes/0/emptyDir/medium`],
    ["Deployment gateway", `${pod}/volumes/0/emptyDir/sizeLimit`],
  ],
  "has a /tmp": [["Deployment gateway", `${container}/volumeMounts/0/mountPath`, "/var/tmp"]],
  "cannot write to its image": [["Job migrate", `${container}/securityContext/readOnlyRootFilesystem`]],
  "has no capability": [
    ["Deployment worker", `${container}/securityContext/capabilities/drop`, ["NET_RAW"]],
    ["Deployment worker", `${container}/securityContext/capabilities/add`, ["SYS_ADMIN"]],
  ],
  "gains no privilege": [
    ["Deployment catalog", `${container}/securityContext/allowPrivilegeEscalation`],
    ["Deployment catalog", `${container}/securityContext/privileged`, true],
    ["Deployment catalog", `${container}/securityContext/runAsUser`, 0],
  ],
  "is given the memory that it may use": [
    ["Deployment catalog", `${container}/resources/limits/memory`],
    ["Deployment catalog", `${container}/resources/requests/memory`, "64Mi"],
  ],
  "may use a CPU that is free": [
    ["Deployment worker", `${container}/resources/limits/cpu`, "2"],
    ["Job migrate", `${container}/resources/requests/cpu`],
  ],
  "has volumes in memory that fit into it": [["Deployment gateway", `${pod}/volumes/0/emptyDir/sizeLimit`, "1Gi"]],
};
