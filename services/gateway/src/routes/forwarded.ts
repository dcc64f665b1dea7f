import { operations, type Operation } from "@platen/contracts";
import { internalOperation } from "@platen/contracts/internal";
import type { Dependencies } from "../dependencies.ts";
import type { Routes } from "./routes.ts";

/** Operations that are more here than a call of the catalog's; each is mounted by a file of its own. */
const ownOperations = new Set<string>([
  "generateDocument",
  "previewTemplate",
  "previewSource",
  "setUpFirstAccount",
  "signIn",
  "readInvitation",
  "acceptInvitation",
  "changePassword",
  "signOut",
]);

/** All other operations: parsed here, answered by the catalog, and parsed again on the way out. */
export function mountForwarded(routes: Routes, { catalog }: Dependencies): void {
  for (const definition of Object.values<Operation>(operations)) {
    if (ownOperations.has(definition.operationId)) continue;
    const internal: Operation = internalOperation(definition);
    routes.mount(definition, (request, { caller, requestId, signal }) =>
      catalog.call(internal, request, { caller, requestId }, { publicOperation: definition, signal }),
    );
  }
}
