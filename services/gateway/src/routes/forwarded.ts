import { forwardedOperations, internalOperation } from "@platen/contracts/internal";
import { Reply } from "@platen/http";
import type { Operation } from "@platen/contracts";
import type { Routes } from "./routes.ts";

/** Mounts the operations that the gateway forwards: it parses request and answer, and the catalog does the work. */
export function mountForwarded(routes: Routes): void {
  for (const definition of forwardedOperations) {
    const internal: Operation = internalOperation(definition);
    routes.mount(definition, async (request, { call, file, signal }) => {
      if (internal.response.content !== "bytes") return call(internal, request, { signal });
      const { bytes, header } = await file(internal, request, { signal });
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
