import { RenderError } from "./render-error.ts";

export function tooLarge(what: "PDF" | "filled HTML", maxBytes: number): RenderError {
  return new RenderError("document_too_large", {
    stage: "print",
    detail: `The ${what} exceeds the limit of ${Math.floor(maxBytes / 1_000_000)} MB.`,
  });
}
