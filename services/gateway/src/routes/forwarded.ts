import type { Operation } from "@platen/contracts";
import { forwardedOperations, internalOperation } from "@platen/contracts/internal";
import type { Dependencies } from "../dependencies.ts";
import type { Routes } from "./routes.ts";

/** Mounts the operations that the gateway forwards: it parses request and answer, and the catalog does the work. */
export function mountForwarded(routes: Routes, { catalog }: Dependencies): void {
  for (const definition of Object.values<Operation>(forwardedOperations)) {
    const internal: Operation = internalOperation(definition);
    routes.mount(definition, (request, { caller, requestId, signal }) =>
      catalog.call(internal, request, { caller, requestId }, { publicOperation: definition, signal }),
    );
  }
}
