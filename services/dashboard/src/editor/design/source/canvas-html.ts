import { createEvaluator, FormatError, type EvaluatorOptions } from "@platen/formats";
import { fillParts, MustacheError } from "@platen/mustache";
import { annotate, type AnnotateOptions } from "./annotate.ts";
import { sanitizeHtml } from "./sanitize-html.ts";
import type { Template } from "./nodes.ts";

/** What formats follow on the canvas. Previews and documents follow the template's settings. */
const canvasRegion: EvaluatorOptions = { locale: "en", timeZone: "UTC", currency: "EUR" };

/** A larger canvas would be too slow to work on. */
const maxOutputLength = 5_000_000;

/**
 * The HTML for the canvas: the template with marks (see `canvas-marks.ts`), filled with data and sanitized. Throws a
 * MustacheError if the template is invalid or the result too large.
 */
export function canvasHtml(template: Template, data: unknown, options: AnnotateOptions): string {
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

function fill(template: Template, data: unknown, options: AnnotateOptions): string {
  const evaluator = createEvaluator(canvasRegion);
  try {
    return fillParts(annotate(template, options), data, { maxOutputLength, evaluator });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new MustacheError("syntax", error.message, { ...(error.tag && { offset: error.tag.start }), cause: error });
  }
}
