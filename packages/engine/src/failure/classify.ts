import type { Failure } from "@platen/contracts";
import { isRenderError, RenderError } from "./render-error.ts";

/** Turns everything thrown during rendering into a {@link RenderError}. The text of another error stays in `cause`. */
export function classify(error: unknown): RenderError {
  if (isRenderError(error)) return error;
  return new RenderError("unknown", { cause: error });
}

/** The form in which a failure travels to another process, the gateway and the catalog. */
export function toFailure(error: RenderError): Failure {
  return {
    code: error.code,
    message: error.message,
    retryable: error.retryable,
    ...(error.stage && { stage: error.stage }),
    ...(error.details && { details: error.details }),
  };
}

/** The error of a failure that has travelled from another process. */
export function toError({ code, message, retryable, stage, details }: Failure): RenderError {
  return new RenderError(code, { detail: message, retryable, ...(stage && { stage }), ...(details && { details }) });
}
