import type { Mutations } from "../mutation.ts";
import { container } from "./places.ts";

export const migrationMutations: Mutations = {
  "migrates by the catalog's command, in the catalog's image": [
    ["Job migrate", `${container}/image`, "registry.example/platen-catalog:0.0.9"],
    ["Job migrate", `${container}/args`, ["node", "src/migrations.ts"]],
    ["Job migrate", `${container}/args`, ["node"]],
  ],
  "tries again while the database cannot be reached": [["Job migrate", "/spec/backoffLimit", 0]],
};
