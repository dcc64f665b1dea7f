import { fillParts, MustacheError } from "@platen/mustache";
import { annotate, type AnnotateOptions } from "./annotate.ts";
import { sanitizeHtml } from "./sanitize-html.ts";
import type { Template } from "./nodes.ts";

/** A larger canvas would be too slow to work on. */
const maxOutputLength = 5_000_000;

/**
 * The HTML for the canvas: the template with marks (see `canvas-marks.ts`), filled with data and sanitized. Throws a
 * MustacheError if the template is invalid or the result too large.
 */
export function canvasHtml(template: Template, data: unknown, options: AnnotateOptions): string {
  const filled = fillParts(annotate(template, options), data, { maxOutputLength });
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
