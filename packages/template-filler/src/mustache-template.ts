import { findExpressionMistakes, FormatError } from "@platen/formats";
import {
  fillParts,
  findSyntaxMistake,
  isMustacheError,
  markAttributes,
  parseMustache,
  type FillOptions,
  type Part,
} from "@platen/mustache";
import { RenderError } from "@platen/engine/failure";
import type { SourceDialect } from "./fill-message.ts";
// Imports only these parts of the packages: each process would load them whole.
import { lineAndColumn } from "@platen/contracts/json-text";
import { placeAt, type Place, type Places } from "@platen/library/composed-text";

/** A text of a template: its field, and where its authors wrote it if it is composed of several parts. */
export type WrittenText = { path: string; source: string; places?: Places | undefined };

/** The part, line and column in which the author of a text finds the character at an offset. */
export function placeIn({ path, source, places }: WrittenText, offset: number): Place {
  return places ? placeAt({ text: source, places }, offset) : { path, ...lineAndColumn(source, offset) };
}

/** Parses a Mustache template; throws `template_syntax` with line and column. */
export function parseTemplate(written: WrittenText, dialect: SourceDialect): Part[] {
  const { source } = written;
  if (dialect === "none") return [{ kind: "text", text: source, start: 0 }];
  try {
    const parts = parseMustache(source, { dialect });
    markAttributes(parts);
    return parts;
  } catch (error) {
    throw isMustacheError(error) && error.reason === "syntax"
      ? syntaxError(error.message, error.offset, written, error)
      : toRenderError(error);
  }
}

/**
 * Throws `template_syntax` for HTML of a request that names snippets, or with the positions of all formats in it that no
 * data can make right.
 */
export function refuseWrongFormats(written: WrittenText, { currency }: { currency: string | undefined }) {
  const mistake = findSyntaxMistake(written.source);
  const mistakes = mistake ? [mistake] : findExpressionMistakes(written.source, { currency, isInline: true });
  const details = mistakes.map(({ offset, message }) => ({ ...placeIn(written, offset), message }));
  const [first] = details;
  if (!first) return;
  const detail = `The template is not valid. ${first.path}, line ${first.line}, column ${first.column}: ${first.message}`;
  throw new RenderError("template_syntax", { stage: "template", detail, details });
}

/**
 * Fills a parsed template; throws `document_too_large` if the result exceeds its limit, and `data_invalid` with line and
 * column for data of which a format cannot make a right document.
 */
export function fillTemplate(
  parts: readonly Part[],
  data: unknown,
  options: FillOptions,
  written: WrittenText,
): string {
  try {
    return fillParts(parts, data, options);
  } catch (error) {
    if (error instanceof FormatError) throw formatError(error, written);
    if (isMustacheError(error) && error.reason === "syntax") {
      throw syntaxError(error.message, error.offset, written, error);
    }
    throw toRenderError(error);
  }
}

function formatError(error: FormatError, written: WrittenText): RenderError {
  const { message } = error;
  const { path, line, column } = placeIn(written, error.tag?.start ?? 0);
  return new RenderError("data_invalid", {
    stage: "template",
    detail: `The data do not fit the template: ${message} The tag is at line ${line}, column ${column} of ${path}.`,
    details: [{ path, line, column, message }],
    cause: error,
  });
}

/** A mistake of Mustache as the failure of a document. Any other error stays as it is. */
export function toRenderError(error: unknown): unknown {
  if (!isMustacheError(error)) return error;
  const code = error.reason === "too_large" ? "document_too_large" : "template_syntax";
  return new RenderError(code, { stage: "template", detail: error.message, cause: error });
}

function syntaxError(message: string, offset: number | undefined, written: WrittenText, cause: unknown) {
  if (offset === undefined) return new RenderError("template_syntax", { stage: "template", cause });
  const { path, line, column } = placeIn(written, offset);
  return new RenderError("template_syntax", {
    stage: "template",
    detail: `The template is not valid Mustache: ${message} at line ${line}, column ${column}.`,
    details: [{ path, line, column, message }],
    cause,
  });
}
