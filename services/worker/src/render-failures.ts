import { ApiProblem, TransportError } from "@platen/client";
import type { PageSettings } from "@platen/contracts";
import { retries } from "@platen/contracts/retries";
import { isRenderError, RenderError } from "@platen/engine/failure";

/** The answer of a catalog to a grant that it does not accept. */
const grantRefused = 401;

/**
 * Tells whether a catalog refused a call so that no other catalog would do it either. The worker has checked the grant, so a
 * catalog that refuses it has another time or other keys than the rest.
 */
export function isRefusedByAll(error: unknown): boolean {
  return error instanceof ApiProblem && error.status < 500 && error.status !== grantRefused;
}

/**
 * Tells whether a document failed because the worker reached no catalog, the catalog no database, or because a catalog hung
 * or refused the document's grant. The document is at fault in no case.
 */
export function isCatalogAway({ cause }: RenderError): boolean {
  if (cause instanceof TransportError) return cause.failure === "connection" || cause.failure === "timeout";
  return cause instanceof ApiProblem && (cause.code === "dependency.unavailable" || cause.status === grantRefused);
}

/** Tells whether a further attempt at a document cannot help, after an attempt that has failed. */
export function isFinal(
  { code, stage, retryable }: RenderError,
  { attempt, isPastDeadline }: { attempt: number; isPastDeadline: boolean },
): boolean {
  // A retry helps neither a document at fault nor a document whose deadline has passed.
  const isTooLate = isPastDeadline || (code === "render_timeout" && stage === "queue");
  // The catalog may come back. A document that fails three times otherwise does so by itself.
  const isTried = attempt >= retries.renders && code !== "template_unavailable";
  return !retryable || isTooLate || isTried;
}

/** An error about a setting that the request gave as an option, in the request's words: `options.pageRanges`. */
export function nameOption(error: unknown, options: PageSettings = {}): unknown {
  if (!isRenderError(error)) return error;
  const [detail] = error.details ?? [];
  const [part, name, ...within] = detail?.path.split(".") ?? [];
  if (!detail || part !== "settings" || name === undefined || !Object.hasOwn(options, name)) return error;
  const { code, message, retryable, stage, cause } = error;
  const path = ["options", name, ...within].join(".");
  return new RenderError(code, {
    detail: message.replace(detail.path, () => path),
    details: [{ ...detail, path }],
    retryable,
    ...(stage && { stage }),
    cause,
  });
}
