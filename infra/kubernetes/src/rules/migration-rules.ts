import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Job } from "kubernetes-models/batch/v1/Job";
import { mainContainer, objectsOf, workload, type Rule } from "../manifests.ts";

const catalogFolder = resolve(import.meta.dirname, "../../../../services/catalog");

/** That the database's tables are brought up to date by a Job of the same release. */
export const migrationRules: readonly Rule[] = [
  {
    name: "migrates by the catalog's command, in the catalog's image",
    faults: (manifests) => {
      const { image, args = [] } = mainContainer(workload(manifests, "migrate"));
      const [program, file] = args;
      const isCommand = program === "node" && file !== undefined && existsSync(resolve(catalogFolder, file));
      return [
        ...(image === mainContainer(workload(manifests, "catalog")).image ? [] : [`the image is ${image}`]),
        ...(isCommand ? [] : [`\`${args.join(" ")}\` runs no file of services/catalog`]),
      ];
    },
  },
  {
    name: "tries again while the database cannot be reached",
    faults: ({ resources }) =>
      objectsOf(resources, Job)
        .filter(({ spec }) => !spec?.backoffLimit || spec.template.spec?.restartPolicy !== "Never")
        .map(({ metadata }) => `Job ${metadata?.name} does not`),
  },
];
