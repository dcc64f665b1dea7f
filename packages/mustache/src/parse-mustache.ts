import Mustache from "mustache";
import type { Expression } from "./expression.ts";
import { findUnclosedName } from "./find-unclosed-name.ts";
import { MustacheError, tooDeepError } from "./mustache-error.ts";
import { plainSections } from "./plain-sections.ts";
import { isExpression, readExpression } from "./read-expression.ts";
import { delimiterAdvice, delimitersOf } from "./read-tag.ts";

/**
 * A piece of a parsed template with its position in the source. Text parts leave out lines that hold only a section tag.
 * A `placeholder` marks a position for text that the program supplies; authors cannot write one.
 */
export type Part =
  | { kind: "text"; text: string; start: number }
  | {
      kind: "value";
      name: string;
      expression?: Expression;
      escaped: boolean;
      start: number;
      end: number;
      /** Set by {@link markAttributes}. Markup is then written as an address or a text. */
      isInAttribute?: boolean;
    }
  | {
      kind: "section";
      name: string;
      expression?: Expression;
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

/**
 * What the text of a tag means. In dialect 1 it is always a name of the data, as in plain Mustache. In dialect 2 a text
 * with `|`, and one that begins with `@` or a quote, is an expression.
 */
export type Dialect = 1 | 2;

export type ParseOptions = {
  /** The default is 2. */
  dialect?: Dialect | undefined;
};

/** Parses a Mustache text; throws a MustacheError for invalid text. */
export function parseMustache(source: string, { dialect = 2 }: ParseOptions = {}): Part[] {
  try {
    if (dialect === 1) return toParts(Mustache.parse(source), () => undefined);
    const { text, names } = plainSections(source);
    return toParts(Mustache.parse(text), (name, start) => expressionOf(names.get(start) ?? name, start, source));
  } catch (error) {
    throw error instanceof MustacheError ? error : toMustacheError(error);
  }
}

/** Reads the expression of the tag at an offset; undefined for a plain name. */
type ReadTagText = (name: string, start: number) => { name: string; expression: Expression } | undefined;

function expressionOf(name: string, start: number, source: string): ReturnType<ReadTagText> {
  if (!isExpression(name)) {
    const unclosed = findUnclosedName(name);
    if (unclosed === undefined) return undefined;
    throw new MustacheError("syntax", unclosed, { offset: start });
  }
  const { expression, mistake } = readExpression(name);
  if (expression) return { name, expression };
  throw new MustacheError("syntax", mistake.message, { offset: source.indexOf(name, start) + mistake.offset });
}

function toParts(spans: unknown, readText: ReadTagText): Part[] {
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
        parts.push({ kind: "value", name: value, ...readText(value, start), escaped: true, start, end });
        break;
      case "&":
        parts.push({ kind: "value", name: value, ...readText(value, start), escaped: false, start, end });
        break;
      case "#":
      case "^": {
        const inverted = type === "^";
        parts.push({
          kind: "section",
          name: value,
          ...readText(value, start),
          inverted,
          parts: toParts(children, readText),
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
    ? new MustacheError("syntax", shown(message.slice(0, position.index)), {
        offset: Number(position[1]),
        cause: error,
      })
    : new MustacheError("syntax", shown(message), { cause: error });
}

/** A message quotes a tag's name, which may be as long as the template. */
const longestMessage = 160;

function shown(message: string): string {
  return message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
}
