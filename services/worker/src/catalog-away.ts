import { ApiProblem, TransportError } from "@platen/client";
import type { RenderError } from "@platen/engine/failure";

/**
 * Tells whether a document failed because the worker reached no catalog, or the catalog no database. A call that took too
 * long may be the document's own fault: its PDF may be too large to be kept in time.
 */
export function isCatalogAway({ cause }: RenderError): boolean {
  if (cause instanceof TransportError) return cause.failure === "connection";
  return cause instanceof ApiProblem && cause.code === "dependency.unavailable";
}
