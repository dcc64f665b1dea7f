import Mustache from "mustache";
import { MustacheError, tooDeepError } from "./mustache-error.ts";
import { delimiterAdvice, delimitersOf } from "./read-tag.ts";

/**
 * A piece of a parsed template with its position in the source. Text parts leave out lines that hold only a section tag.
 * A `placeholder` marks a position for text that the program supplies; authors cannot write one.
 */
export type Part =
  | { kind: "text"; text: string; start: number }
  | { kind: "value"; name: string; escaped: boolean; start: number; end: number }
  | {
      kind: "section";
      name: string;
      inverted: boolean;
      parts: Part[];
      start: number;
      /** The end of the opening tag and the start of the closing tag. */
      contentStart: number;
      contentEnd: number;
    }
  | { kind: "placeholder"; name: string };

// Mustache's own cache is keyed by source and grows without limit.
Mustache.templateCache = undefined;

/** Parses a Mustache text; throws a MustacheError for invalid text. */
export function parseMustache(source: string): Part[] {
  try {
    return toParts(Mustache.parse(source));
  } catch (error) {
    throw error instanceof MustacheError ? error : toMustacheError(error);
  }
}

function toParts(spans: unknown): Part[] {
  if (!Array.isArray(spans)) return [];
  const parts: Part[] = [];
  for (const span of spans) {
    // The form of Mustache's parse tree, documented in its README: [type, value, start, end, children, contentEnd].
    const [type, value, start, end, children, contentEnd] = span as [string, string, number, number, unknown, number];
    switch (type) {
      case "text":
        parts.push({ kind: "text", text: value, start });
        break;
      case "name":
        parts.push({ kind: "value", name: value, escaped: true, start, end });
        break;
      case "&":
        parts.push({ kind: "value", name: value, escaped: false, start, end });
        break;
      case "#":
      case "^": {
        const inverted = type === "^";
        parts.push({
          kind: "section",
          name: value,
          inverted,
          parts: toParts(children),
          start,
          contentStart: end,
          contentEnd,
        });
        break;
      }
      case "=":
        if (!delimitersOf(value)) throw new MustacheError("syntax", delimiterAdvice, { offset: start });
        break;
      default:
        // Comments print nothing, and partials are not supported.
        break;
    }
  }
  return parts;
}

function toMustacheError(error: unknown): MustacheError {
  if (error instanceof RangeError) return tooDeepError(error);
  const message = error instanceof Error ? error.message : "";
  const position = / at (\d+)$/.exec(message);
  return position
    ? new MustacheError("syntax", message.slice(0, position.index), { offset: Number(position[1]), cause: error })
    : new MustacheError("syntax", message, { cause: error });
}
