import { configsOf, givenVariables } from "../environment.ts";
import { mainContainer, workload, type Rule } from "../manifests.ts";
import { container, pod, workerConfig } from "../mutation.ts";
import { quantity } from "../quantity.ts";

const mebibyte = 2 ** 20;
/** The memory of a worker with an idle browser, and of each document that it prints at once. */
const ownMebibytes = 250;
const documentMebibytes = 400;

/** Rules that give a worker the resources of its browser. */
export const workerRules: readonly Rule[] = [
  {
    name: "a worker's concurrency is set, because its default counts the node's CPUs",
    faults: (manifests) =>
      givenVariables(manifests, workload(manifests, "worker"))["RENDER_CONCURRENCY"] === undefined
        ? ["RENDER_CONCURRENCY is missing"]
        : [],
    finds: [workerConfig("RENDER_CONCURRENCY")],
  },
  {
    name: "a worker has memory for each document at once",
    faults: (manifests) => {
      const owner = workload(manifests, "worker");
      const slots = configsOf(manifests).worker.RENDER_CONCURRENCY;
      const volumes = (owner.pod.volumes ?? []).reduce(
        (sum, { emptyDir }) => sum + quantity(emptyDir?.sizeLimit ?? 0),
        0,
      );
      const needed = ownMebibytes + documentMebibytes * slots + volumes / mebibyte;
      const given = quantity(mainContainer(owner).resources?.limits?.["memory"]) / mebibyte;
      return given >= needed ? [] : [`a worker has ${given} MiB; ${slots} documents at once need ${needed} MiB`];
    },
    finds: [
      workerConfig("RENDER_CONCURRENCY", "4"),
      ["Deployment worker", `${pod}/volumes/0/emptyDir/sizeLimit`, "1Gi"],
      ["Deployment worker", `${container}/resources/limits/memory`, "1Gi"],
    ],
  },
  {
    name: "a worker has a CPU for each document at once, and no limit that stops a browser halfway",
    faults: (manifests) => {
      const slots = configsOf(manifests).worker.RENDER_CONCURRENCY;
      const { requests, limits } = mainContainer(workload(manifests, "worker")).resources ?? {};
      const cpus = quantity(requests?.["cpu"]);
      return [
        ...(cpus >= slots ? [] : [`a worker requests ${cpus} CPUs for ${slots} documents at once`]),
        ...(limits?.["cpu"] === undefined ? [] : ["a worker has a CPU limit"]),
      ];
    },
    finds: [
      ["Deployment worker", `${container}/resources/requests/cpu`, "1500m"],
      ["Deployment worker", `${container}/resources/limits/cpu`, "4"],
    ],
  },
  {
    name: "a worker's work folder and shared memory are in memory",
    faults: (manifests) => {
      const owner = workload(manifests, "worker");
      const folders = (mainContainer(owner).volumeMounts ?? [])
        .filter(({ name }) => owner.pod.volumes?.some((volume) => volume.name === name && volume.emptyDir))
        .map(({ mountPath }) => mountPath);
      return [configsOf(manifests).worker.WORK_DIR, "/dev/shm"]
        .filter((needed) => !folders.some((folder) => needed === folder || needed.startsWith(`${folder}/`)))
        .map((needed) => `${needed} is not in memory`);
    },
    finds: [["Deployment worker", `${container}/volumeMounts/1`], workerConfig("WORK_DIR", "/var/platen")],
  },
];
