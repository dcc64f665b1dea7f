// Imports only this part of the contract: each thread would load the whole contract.
import { lineAndColumn } from "@platen/contracts/json-text";
import { fillParts, isMustacheError, parseMustache, type FillOptions, type Part } from "@platen/mustache";
import { RenderError } from "@platen/engine/failure";

/** Parses a Mustache template; throws `template_syntax` with line and column. */
export function parseTemplate(source: string, path: string): Part[] {
  try {
    return parseMustache(source);
  } catch (error) {
    throw isMustacheError(error) && error.reason === "syntax"
      ? syntaxError(error.message, error.offset, source, path, error)
      : toRenderError(error);
  }
}

/** Fills a parsed template; throws `document_too_large` if the result exceeds its limit. */
export function fillTemplate(parts: readonly Part[], data: unknown, options: FillOptions): string {
  try {
    return fillParts(parts, data, options);
  } catch (error) {
    throw toRenderError(error);
  }
}

function toRenderError(error: unknown): unknown {
  if (!isMustacheError(error)) return error;
  const code = error.reason === "too_large" ? "document_too_large" : "template_syntax";
  return new RenderError(code, { stage: "template", detail: error.message, cause: error });
}

function syntaxError(message: string, offset: number | undefined, source: string, path: string, cause: unknown) {
  if (offset === undefined) return new RenderError("template_syntax", { stage: "template", cause });
  const { line, column } = lineAndColumn(source, offset);
  return new RenderError("template_syntax", {
    stage: "template",
    detail: `The template is not valid Mustache: ${message} at line ${line}, column ${column}.`,
    details: [{ path, line, column, message }],
    cause,
  });
}
