import type { PageSettings } from "@platen/contracts";
import {
  bindArguments,
  createEvaluator,
  findFormat,
  FormatError,
  type Format,
  type MessageTable,
} from "@platen/formats";
import { escapeHtml, type Evaluated, type Evaluator, type FormatCall } from "@platen/mustache";
import { chipLabel } from "../expressions/chip-label.ts";
import { textKeyOf } from "../expressions/text-key.ts";
import { boxElement, problemAttribute } from "./canvas-marks.ts";

/** The settings by which formats print values, and the texts of translations. */
export type FormatSettings = Pick<PageSettings, "language" | "timeZone" | "currency"> & {
  messages?: MessageTable | undefined;
};

/**
 * Evaluates expressions for the canvas. A code or chart that a browser does not draw, or that no document can have,
 * becomes a box with its name, so that the rest of the template stays in view. So does a text that no language has, where
 * a tag is not escaped: an escaped one is a chip with its name.
 */
export function createCanvasEvaluator(settings: FormatSettings): Evaluator {
  const { language = "en", timeZone = "UTC", currency, messages } = settings;
  const evaluator = createEvaluator({ locale: language, timeZone, currency, messages });
  return {
    evaluate(expression, scope, tag) {
      const drawing = expression.formats
        .map((call) => ({ call, format: findFormat(call.name) }))
        .find(({ format }) => format?.gives === "markup" && format.kind !== "text");
      if (!drawing?.format) {
        const result = evaluator.evaluate(expression, scope, tag);
        const key = tag.use === "raw" && result.value === null ? textKeyOf(expression) : undefined;
        if (key === undefined) return result;
        const label = `<${boxElement}>${escapeHtml(chipLabel(`@t.${key}`))}</${boxElement}>`;
        return { value: label, isMarkup: true, inAttribute: () => "" };
      }
      const { call, format } = drawing;
      try {
        const result = evaluator.evaluate(expression, scope, tag);
        const isDrawn = typeof result.value === "string" && result.value.startsWith("<svg");
        return result.isMarkup && !isDrawn ? boxFor(call, format) : result;
      } catch (error) {
        if (error instanceof FormatError) return boxFor(call, format, error.message);
        throw error;
      }
    },
  };
}

/** Sizes that CSS takes as they are. */
const size = /^\d+(?:\.\d+)?(?:mm|cm|in|pt|px)$/;

function boxFor(call: FormatCall, format: Format, problem?: string): Evaluated {
  const sizes = new Map<string, string>();
  for (const argument of bindArguments(format, call).bound) {
    if (argument.kind !== "value" || typeof argument.value !== "string" || !size.test(argument.value)) continue;
    sizes.set(argument.parameter.name, argument.value);
  }
  const [both, width = both, height = both] = [sizes.get("size"), sizes.get("width"), sizes.get("height")];
  const kind = call.args.find((argument) => argument.kind === "bare" && argument.name === undefined);
  const name = kind?.kind === "bare" && !size.test(kind.text) ? `${call.name} ${kind.text}` : call.name;
  const label = escapeHtml(problem === undefined ? name : `${name}: ${problem}`);
  const style = [width && `width: ${width}`, height && `min-height: ${height}`].filter(Boolean).join("; ");
  const mark = problem === undefined ? "" : ` ${problemAttribute}=""`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60"><rect width="119" height="59" x=".5" y=".5" fill="#f1f7f5" stroke="#0f6f58" stroke-dasharray="3"/><text x="60" y="34" font-family="sans-serif" font-size="12" text-anchor="middle" fill="#0f6f58">${escapeHtml(name)}</text></svg>`;
  return {
    value: `<${boxElement}${mark}${style === "" ? "" : ` style="${style}"`}>${label}</${boxElement}>`,
    isMarkup: true,
    inAttribute: () => `data:image/svg+xml,${encodeURIComponent(svg)}`,
  };
}
