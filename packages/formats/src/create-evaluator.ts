import {
  MustacheError,
  type Evaluated,
  type EvaluationIssue,
  type Evaluator,
  type Expression,
  type ExpressionTag,
  type TagScope,
} from "@platen/mustache";
import { FormatError } from "./format-error.ts";
import type { Arguments, Format, FormatContext } from "./format.ts";
import { Markup } from "./markup.ts";
import { createTranslate, type MessageIssue, type MessageTable } from "./messages/messages.ts";
import { keyOfBuiltin } from "./messages/used-messages.ts";
import { findFormat } from "./registry.ts";
import { ownField } from "./own-field.ts";
import { toData } from "./to-data.ts";
import { usableLocale } from "./usable-locale.ts";
import { bindArguments, resolveArguments, type BoundArgument } from "./resolve-arguments.ts";

export type EvaluatorOptions = {
  /** BCP 47. */
  locale: string;
  /** IANA name. */
  timeZone: string;
  /** ISO 4217. */
  currency?: string | undefined;
  /** The texts of translations. Without them, each is missing. */
  messages?: MessageTable | undefined;
  /** Gets what is wrong with a text of translations and its placeholders, once for each time that a tag is filled. */
  onMessageIssue?: (issue: MessageIssue, tag: ExpressionTag) => void;
};

/** Creates the evaluator of one document's expressions. */
export function createEvaluator(options: EvaluatorOptions): Evaluator {
  const { timeZone, currency, onMessageIssue } = options;
  const locale = usableLocale(options.locale);
  let translate: ReturnType<typeof createTranslate> | undefined;
  let items = 0;

  function countItems(count: number): void {
    items += count;
    if (items > maxItems) {
      throw new MustacheError("too_large", `The formats of the template read more than ${maxItems} items of lists.`);
    }
  }

  function translateAt(scope: TagScope, tag: ExpressionTag, key: string, shownKey: string): string | undefined {
    // Most templates have no translations.
    translate ??= createTranslate(options.messages ?? { defaultLocale: locale, languages: {} }, { locale, timeZone });
    const onIssue = (issue: MessageIssue) => onMessageIssue?.(issue, tag);
    return translate(key, { scope, isRaw: tag.use === "raw", shownKey, onIssue });
  }

  function subjectValue({ subject }: Expression, scope: TagScope, tag: ExpressionTag): unknown {
    if (subject.kind === "literal") return subject.value;
    if (subject.kind === "path") return scope.lookUp(subject.path);
    const key = keyOfBuiltin(subject.path);
    // A text that is missing is in the report already, and no fault of the data.
    return key === undefined ? builtinValue(subject.path, scope, locale) : (translateAt(scope, tag, key, key) ?? null);
  }

  function applyFormats(
    first: unknown,
    steps: readonly Step[],
    scope: TagScope,
    tag: ExpressionTag,
  ): Pick<Evaluated, "value" | "issue"> {
    let issue: EvaluationIssue | undefined;
    /** Whether the items are those of the data. Formats such as `groups` make others. */
    let hasOwnItems = true;
    const context: FormatContext = {
      locale,
      timeZone,
      currency,
      countItems,
      translate: (key, shownKey) => translateAt(scope, tag, key, shownKey),
      unformattable(field) {
        issue ??= { kind: "unformattable", ...(field !== undefined && hasOwnItems && { field }) };
      },
    };
    let value = first;
    let isMissing = first === undefined;
    for (const { format, bound } of steps) {
      if (value === undefined || value === null) {
        value = undefined;
        if (!format.acceptsMissing) continue;
        isMissing = false;
      }
      const args = resolveArguments(bound, scope);
      issue ??= lackingField(format, bound, args, value, hasOwnItems) ?? lackingName(format, bound, args);
      value = format.apply(value, args, context);
      hasOwnItems &&= format.keepsItems === true;
    }
    return { value, issue: issue ?? (isMissing ? { kind: "missing" } : undefined) };
  }

  return {
    evaluate(expression, scope, tag): Evaluated {
      const steps = stepsOf(expression, tag);
      try {
        const { value, issue } = applyFormats(subjectValue(expression, scope, tag), steps, scope, tag);
        if (value instanceof Markup) {
          return { value: value.html, isMarkup: true, inAttribute: value.inAttribute, issue };
        }
        return { value: toData(value), isMarkup: false, issue, isAdded: steps.at(-1)?.format.keepsScope };
      } catch (error) {
        if (error instanceof FormatError) error.tag ??= { start: tag.start, end: tag.end };
        throw error;
      }
    },
  };
}

/** A field that a format reads, and that no item of the list has: most likely it is misspelt. */
function lackingField(
  format: Format,
  bound: readonly BoundArgument[],
  args: Arguments,
  value: unknown,
  hasOwnItems: boolean,
): EvaluationIssue | undefined {
  if (format.takes !== "list" || !Array.isArray(value) || value.length === 0 || format.asksForField?.(args)) {
    return undefined;
  }
  const fields = bound.flatMap((argument) => {
    if (!argument.parameter.isField || argument.kind === "name" || typeof argument.value !== "string") return [];
    // A chart takes several, as in `y=net,vat`.
    return argument.value.split(",").map((name) => name.trim());
  });
  const lacking = fields.find((field) => !value.some((item) => ownField(item, field) !== undefined));
  if (lacking === undefined) return undefined;
  return hasOwnItems ? { kind: "lacking", field: lacking } : { kind: "lacking", name: lacking };
}

/** A name of an argument that the data lack. A condition asks, and a choice needs one of its arguments. */
function lackingName({ kind }: Format, bound: readonly BoundArgument[], args: Arguments): EvaluationIssue | undefined {
  if (kind === "choice") return undefined;
  const lacking = bound.find(
    (argument) => argument.kind === "name" && !argument.parameter.isRest && args[argument.parameter.name] === undefined,
  );
  return lacking?.kind === "name" ? { kind: "lacking", name: lacking.path } : undefined;
}

/** Items that the list formats of one document look at, together. */
const maxItems = 1_000_000;

type Step = { format: Format; bound: readonly BoundArgument[] };

/** The steps of each expression. Parsed templates are kept, and so are their expressions. */
const knownSteps = new WeakMap<Expression, readonly Step[]>();

function stepsOf(expression: Expression, tag: ExpressionTag): readonly Step[] {
  const known = knownSteps.get(expression);
  if (known) return known;
  const steps = expression.formats.map((call): Step => {
    const format = findFormat(call.name);
    // The check of a draft refuses it, so only a template of a newer release can have it.
    if (!format) throw new MustacheError("syntax", `This release has no format "${call.name}".`, { offset: tag.start });
    return { format, bound: bindArguments(format, call).bound };
  });
  knownSteps.set(expression, steps);
  return steps;
}

function builtinValue(name: string, { loop }: TagScope, locale: string): unknown {
  if (name === "locale") return locale;
  if (!loop) return undefined;
  const { index, count } = loop;
  switch (name) {
    case "index":
      return index;
    case "number":
      return index + 1;
    case "first":
      return index === 0;
    case "last":
      return index === count - 1;
    case "count":
      return count;
    default:
      return undefined;
  }
}
