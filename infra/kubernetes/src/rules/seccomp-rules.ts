import { join } from "node:path";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { objectsOf, workload, type Manifests } from "../manifests.ts";

const kubeletFolder = "/var/lib/kubelet/seccomp";

/** Finds workers that name a seccomp profile which k8s/seccomp does not put on the nodes. */
export function seccompFaults(seccomp: Manifests, platen: Manifests): string[] {
  const folder = workload(seccomp, "seccomp").pod.volumes?.find(({ hostPath }) => hostPath)?.hostPath?.path;
  const files = Object.keys(objectsOf(seccomp.resources, ConfigMap)[0]?.data ?? {}).map((name) => `${folder}/${name}`);
  const wanted = workload(platen, "worker").pod.securityContext?.seccompProfile?.localhostProfile ?? "";
  const isThere = files.includes(join(kubeletFolder, wanted));
  return isThere ? [] : [`workers need ${join(kubeletFolder, wanted)}; nodes get ${files.join(", ")}`];
}
