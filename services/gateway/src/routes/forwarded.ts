import type { Operation } from "@platen/contracts";
import { forwardedOperations, internalOperation } from "@platen/contracts/internal";
import { Reply } from "@platen/http";
import type { Catalog } from "../catalog/catalog.ts";
import type { Routes } from "./routes.ts";

/** Mounts the operations that the gateway forwards: it parses request and answer, and the catalog does the work. */
export function mountForwarded(
  routes: Routes,
  {
    catalog,
  }: {
    catalog: Catalog;
  },
): void {
  for (const definition of Object.values<Operation>(forwardedOperations)) {
    const internal: Operation = internalOperation(definition);
    routes.mount(definition, async (request, { caller, requestId, signal }) => {
      const [context, options] = [
        { caller, requestId },
        { publicOperation: definition, signal },
      ];
      if (definition.response.content !== "bytes") return catalog.call(internal, request, context, options);
      const { bytes, header } = await catalog.file(internal, request, context, options);
      return new Reply({ bytes, headers: headersOfFile(header) });
    });
  }
}

/** The headers of a file that the catalog sets and the gateway passes on. */
function headersOfFile(header: (name: string) => string | undefined): Record<string, string> {
  return {
    "Content-Type": header("content-type") ?? "application/octet-stream",
    "Content-Disposition": header("content-disposition") ?? "attachment",
  };
}
