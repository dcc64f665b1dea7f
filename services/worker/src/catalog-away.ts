import { ApiProblem, TransportError } from "@platen/client";
import type { RenderError } from "@platen/engine/failure";

/** Tells whether a document failed because no catalog answered the worker, or none that can reach its database. */
export function isCatalogAway({ cause }: RenderError): boolean {
  return cause instanceof TransportError || (cause instanceof ApiProblem && cause.code === "dependency.unavailable");
}
