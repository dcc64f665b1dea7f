import type { PageSettings } from "@platen/contracts";
import { createEvaluator, FormatError } from "@platen/formats";
import { fillParts, MustacheError } from "@platen/mustache";
import { annotate, type AnnotateOptions } from "./annotate.ts";
import { sanitizeHtml } from "./sanitize-html.ts";
import type { Template } from "./nodes.ts";

/** A larger canvas would be too slow to work on. */
const maxOutputLength = 5_000_000;

/** The settings by which formats print values. */
export type FormatSettings = Pick<PageSettings, "language" | "timeZone" | "currency">;

export type CanvasOptions = AnnotateOptions & { settings?: FormatSettings };

/**
 * The HTML for the canvas: the template with marks (see `canvas-marks.ts`), filled with data and sanitized. Throws a
 * MustacheError if the template is invalid or the result too large.
 */
export function canvasHtml(template: Template, data: unknown, options: CanvasOptions): string {
  const filled = fill(template, data, options);
  try {
    return sanitizeHtml(filled);
  } catch (error) {
    if (error instanceof RangeError) {
      throw new MustacheError("too_deep", "The template nests its elements too deeply for the canvas.", {
        cause: error,
      });
    }
    throw error;
  }
}

function fill(template: Template, data: unknown, options: CanvasOptions): string {
  const { language = "en", timeZone = "UTC", currency } = options.settings ?? {};
  const evaluator = createEvaluator({ locale: language, timeZone, currency });
  try {
    return fillParts(annotate(template, options), data, { maxOutputLength, evaluator });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new MustacheError("syntax", error.message, { ...(error.tag && { offset: error.tag.start }), cause: error });
  }
}
