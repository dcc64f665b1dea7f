import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { objectsOf, workload, type Manifests } from "../manifests.ts";

const seccompFolder = "/var/lib/kubelet/seccomp";
const profilePath = resolve(import.meta.dirname, "../../../docker/chromium-seccomp.json");

/** Whether the nodes get the profile that the workers name, and it is the one that Docker uses. */
export function seccompFaults(seccomp: Manifests, platen: Manifests): string[] {
  const { pod } = workload(seccomp, "seccomp");
  const folder = pod.volumes?.find(({ hostPath }) => hostPath)?.hostPath?.path;
  const files = Object.entries(objectsOf(seccomp.resources, ConfigMap)[0]?.data ?? {});
  const wanted = workload(platen, "worker").pod.securityContext?.seccompProfile?.localhostProfile ?? "";
  const [, content] = files.find(([name]) => `${folder}/${name}` === join(seccompFolder, wanted)) ?? [];
  return [
    ...(content === undefined
      ? [`the workers want ${wanted}; ${folder} gets ${files.map(([name]) => name).join()}`]
      : []),
    ...(content === undefined || content === readFileSync(profilePath, "utf8")
      ? []
      : ["k8s/seccomp/chromium.json is not infra/docker/chromium-seccomp.json; copy it"]),
  ];
}
