import { ApiProblem, TransportError } from "@platen/client";
import type { PageSettings } from "@platen/contracts";
import { isRenderError, RenderError } from "@platen/engine/failure";

/**
 * Tells whether a document failed because the worker reached no catalog, or the catalog no database. A call that took too
 * long may be the document's own fault: its PDF may be too large to be kept in time.
 */
export function isCatalogAway({ cause }: RenderError): boolean {
  if (cause instanceof TransportError) return cause.failure === "connection";
  return cause instanceof ApiProblem && cause.code === "dependency.unavailable";
}

/** An error about a setting that the request gave as an option, in the request's words: `options.pageRanges`. */
export function nameOption(error: unknown, options: PageSettings): unknown {
  if (!isRenderError(error)) return error;
  const [detail] = error.details ?? [];
  const name = detail?.path.replace(/^settings\./, "");
  if (!detail || name === undefined || name === detail.path || !Object.hasOwn(options, name)) return error;
  const { code, message, retryable, stage, cause } = error;
  const path = `options.${name}`;
  return new RenderError(code, {
    detail: message.replace(detail.path, () => path),
    details: [{ ...detail, path }],
    retryable,
    ...(stage && { stage }),
    cause,
  });
}
