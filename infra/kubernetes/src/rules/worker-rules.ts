import { configsOf, givenVariables } from "../environment.ts";
import { mainContainer, workload, type Rule } from "../manifests.ts";
import { quantity } from "../quantity.ts";

const mebibyte = 2 ** 20;
/** What a worker takes by itself, its browser without a document included, and with each document at once. */
const ownMebibytes = 250;
const documentMebibytes = 400;

/** That a worker has what its browser needs. */
export const workerRules: readonly Rule[] = [
  {
    name: "says how many documents a worker prints at once, since it would count the node's CPUs",
    faults: (manifests) =>
      givenVariables(manifests, workload(manifests, "worker"))["RENDER_CONCURRENCY"] === undefined ? ["worker"] : [],
  },
  {
    name: "has memory for each document at once",
    faults: (manifests) => {
      const owner = workload(manifests, "worker");
      const slots = configsOf(manifests).worker.RENDER_CONCURRENCY;
      const volumes = (owner.pod.volumes ?? []).reduce(
        (sum, { emptyDir }) => sum + quantity(emptyDir?.sizeLimit ?? 0),
        0,
      );
      const needed = ownMebibytes + documentMebibytes * slots + volumes / mebibyte;
      const given = quantity(mainContainer(owner).resources?.limits?.["memory"]) / mebibyte;
      return given >= needed ? [] : [`a worker has ${given} MiB; ${slots} documents at once need ${needed}`];
    },
  },
  {
    name: "has a CPU for each document at once",
    faults: (manifests) => {
      const slots = configsOf(manifests).worker.RENDER_CONCURRENCY;
      const cpus = quantity(mainContainer(workload(manifests, "worker")).resources?.requests?.["cpu"]);
      return cpus >= slots ? [] : [`a worker requests ${cpus} CPUs for ${slots} documents at once`];
    },
  },
  {
    name: "has its work folder and its shared memory in memory",
    faults: (manifests) => {
      const owner = workload(manifests, "worker");
      const folders = (mainContainer(owner).volumeMounts ?? [])
        .filter(({ name }) => owner.pod.volumes?.some((volume) => volume.name === name && volume.emptyDir))
        .map(({ mountPath }) => mountPath);
      return [configsOf(manifests).worker.WORK_DIR, "/dev/shm"]
        .filter((needed) => !folders.some((folder) => needed === folder || needed.startsWith(`${folder}/`)))
        .map((needed) => `${needed} is not`);
    },
  },
];
