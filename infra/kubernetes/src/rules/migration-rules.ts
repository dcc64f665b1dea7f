import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Job } from "kubernetes-models/batch/v1/Job";
import { mainContainer, objectsOf, workload, type Rule } from "../manifests.ts";
import { container } from "../mutation.ts";

const catalogFolder = resolve(import.meta.dirname, "../../../../services/catalog");

/** Rules for the Job that migrates the database. */
export const migrationRules: readonly Rule[] = [
  {
    name: "the Job runs the catalog's migration in the catalog's image",
    faults: (manifests) => {
      const { image, args = [] } = mainContainer(workload(manifests, "migrate"));
      const [program, file] = args;
      const isCommand = program === "node" && file !== undefined && existsSync(resolve(catalogFolder, file));
      return [
        ...(image === mainContainer(workload(manifests, "catalog")).image ? [] : [`the image is ${image}`]),
        ...(isCommand ? [] : [`\`${args.join(" ")}\` runs no file of services/catalog`]),
      ];
    },
    finds: [
      ["Job migrate", `${container}/image`, "registry.example/platen-catalog:0.0.9"],
      ["Job migrate", `${container}/args`, ["node", "src/migrations.ts"]],
      ["Job migrate", `${container}/args`, ["node"]],
    ],
  },
  {
    name: "the Job retries while it cannot reach the database",
    faults: ({ resources }) =>
      objectsOf(resources, Job)
        .filter(({ spec }) => !spec?.backoffLimit || spec.template.spec?.restartPolicy !== "Never")
        .map(({ metadata }) => `Job ${metadata?.name} does not retry`),
    finds: [["Job migrate", "/spec/backoffLimit", 0]],
  },
];
