import { join } from "node:path";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { objectsOf, workload, type Manifests } from "../manifests.ts";

const seccompFolder = "/var/lib/kubelet/seccomp";

/** Finds workers that name a seccomp profile which the nodes do not get. */
export function seccompFaults(seccomp: Manifests, platen: Manifests): string[] {
  const { pod } = workload(seccomp, "seccomp");
  const folder = pod.volumes?.find(({ hostPath }) => hostPath)?.hostPath?.path;
  const files = Object.entries(objectsOf(seccomp.resources, ConfigMap)[0]?.data ?? {});
  const wanted = workload(platen, "worker").pod.securityContext?.seccompProfile?.localhostProfile ?? "";
  const isThere = files.some(([name]) => `${folder}/${name}` === join(seccompFolder, wanted));
  return isThere ? [] : [`the workers want ${wanted}; ${folder} gets ${files.map(([name]) => name).join()}`];
}
