import { fillParts, parseMustache, type Evaluator, type Part, type TagScope } from "@platen/mustache";
import { readWritten } from "./written-expression.ts";

const maxOutputLength = 5_000_000;

/**
 * What names mean at a tag, once for each time that the data prints it, in order. Undefined for a template with a
 * mistake. A tag in a section that the data leaves out has no scope.
 */
export function findTagScopes(
  html: string,
  tag: { start: number; name: string },
  data: unknown,
  evaluator: Evaluator,
): TagScope[] | undefined {
  const written = readWritten(tag.name);
  if (!written) return undefined;
  const scopes: TagScope[] = [];
  const recorder: Evaluator = {
    evaluate(expression, scope, at) {
      if (at.start === tag.start) scopes.push(scope);
      try {
        return evaluator.evaluate(expression, scope, at);
      } catch {
        // Another tag that fails the document does not hide this one.
        return { value: undefined, isMarkup: false };
      }
    },
  };
  /** A plain name becomes an expression, so that the evaluator gets it. */
  const asked = (parts: readonly Part[]): Part[] =>
    parts.map((part) => {
      const isAsked = (part.kind === "value" || part.kind === "section") && part.start === tag.start;
      const own = isAsked ? { ...part, expression: written.expression } : part;
      return own.kind === "section" ? { ...own, parts: asked(own.parts) } : own;
    });
  try {
    fillParts(asked(parseMustache(html)), data, { maxOutputLength, evaluator: recorder });
  } catch {
    return scopes.length > 0 ? scopes : undefined;
  }
  return scopes;
}
