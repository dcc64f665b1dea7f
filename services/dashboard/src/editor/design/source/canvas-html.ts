import { fillParts, MustacheError } from "@platen/mustache";
import { annotate, type AnnotateOptions } from "./annotate.ts";
import { makeHarmless } from "./sanitize-html.ts";
import type { Template } from "./nodes.ts";

/** Beyond this a canvas is no longer a pleasure to work on, and the document is hardly one to look at. */
const maxOutputLength = 5_000_000;

/**
 * The HTML that the canvas shows: the template filled with data, each node marked as `canvas-marks.ts` says, and made
 * harmless. Throws a MustacheError where the template does not parse or grows too large.
 */
export function canvasHtml(template: Template, data: unknown, options: AnnotateOptions): string {
  const filled = fillParts(annotate(template, options), data, { maxOutputLength });
  try {
    return makeHarmless(filled);
  } catch (error) {
    if (error instanceof RangeError) {
      throw new MustacheError("too_deep", "The template nests elements too deeply to be shown here.", { cause: error });
    }
    throw error;
  }
}
