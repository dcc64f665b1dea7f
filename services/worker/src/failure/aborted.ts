import type { RenderStage } from "@platen/contracts";
import { isNamed, RenderError } from "./render-error.ts";

/** What an aborted signal means for a document: its time is up, or nobody wants it any more. */
export function abortedError(signal: AbortSignal, stage: RenderStage): RenderError {
  const code = isNamed(signal.reason, "TimeoutError") ? "render_timeout" : "cancelled";
  return new RenderError(code, { stage, cause: signal.reason });
}
