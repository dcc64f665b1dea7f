import { fillParts, MustacheError, type FillOptions, type Part } from "@platen/mustache";
import { annotate, type AnnotateOptions } from "./annotate.ts";
import { createCanvasEvaluator, type FormatSettings } from "./canvas-evaluator.ts";
import { sanitizeHtml } from "./sanitize-html.ts";
import type { Template } from "../model/nodes.ts";

/** A larger canvas would be too slow to work on. */
const maxOutputLength = 5_000_000;

export type CanvasOptions = Omit<AnnotateOptions, "uncounted"> & {
  settings?: FormatSettings;
  /** Takes the offset of each tag that prints nothing, because the data lacks its value. */
  onMissing?: (offset: number) => void;
};

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
  const evaluator = createCanvasEvaluator(options.settings ?? {});
  const uncounted = new WeakSet<Part>();
  const parts = annotate(template, { ...options, uncounted });
  const onIssue: FillOptions["onIssue"] = (kind, part) => {
    if (kind === "missing" && !uncounted.has(part)) options.onMissing?.(part.start);
  };
  return fillParts(parts, data, { maxOutputLength, evaluator, ...(options.onMissing ? { onIssue } : {}) });
}
