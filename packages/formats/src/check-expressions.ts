import { listTags, type Expression, type FormatCall } from "@platen/mustache";
import { builtins } from "./builtins.ts";
import type { Format } from "./format.ts";
import { meantName, shownName } from "./meant-name.ts";
import { groupsOf, keyOfBuiltin, prefixOf } from "./messages/used-messages.ts";
import { findFormat, formats, signatureOf } from "./registry.ts";
import { bindArguments, type CallMistake } from "./resolve-arguments.ts";

/** A mistake of a template: its character offset and the message. */
export type ExpressionMistake = { offset: number; message: string };

export type CheckOptions = {
  /** The currency that the template sets. Without one, an amount of money must name its own. */
  currency?: string | undefined;
  /** The keys of the translations, in any language. Without them, any key may be right. */
  keys?: readonly string[] | undefined;
  /** Whether the text is HTML of a request, which no translations belong to. */
  isInline?: boolean | undefined;
};

/** A template with more mistakes is written for another language. */
const maxMistakes = 50;

const formatNames = formats.map(({ name }) => name);
const builtinNames = builtins.map(({ name }) => name);

/**
 * Finds what no data can mend in the expressions of a template: unknown formats and built-ins, and wrong, missing or too
 * many arguments. Returns the first fifty. `findSyntaxMistake` finds expressions that cannot be read.
 */
export function findExpressionMistakes(text: string, options: CheckOptions = {}): ExpressionMistake[] {
  const found: ExpressionMistake[] = [];
  const known = options.keys && { keys: new Set(options.keys), groups: new Set(options.keys.flatMap(groupsOf)) };
  for (const { kind, expression, nameStart } of listTags(text)) {
    if (!expression) continue;
    const texts = options.isInline ? textsOfNoTable(expression) : unknownTexts(expression, known);
    const mistakes = [...mistakesOf(expression, kind === "section", options), ...texts];
    for (const { offset, message } of mistakes) {
      if (found.length === maxMistakes) return found;
      found.push({ offset: nameStart + offset, message });
    }
  }
  return found;
}

/** Names in Liquid, Jinja, Twig and Handlebars of what a format does. */
const foreignNames = new Map([
  ["currency", "money"],
  ["formatCurrency", "money"],
  ["number_format", "number"],
  ["formatNumber", "number"],
  ["percentage", "percent"],
  ["formatDate", "date"],
  ["date_format", "date"],
  ["strftime", "date"],
  ["upcase", "upper"],
  ["uppercase", "upper"],
  ["downcase", "lower"],
  ["lowercase", "lower"],
  ["capitalize", "capital"],
  ["strip", "trim"],
  ["nl2br", "lines"],
  ["newline_to_br", "lines"],
  ["default", "or"],
  ["pluralize", "plural"],
  ["length", "count"],
  ["size", "count"],
  ["add", "plus"],
  ["subtract", "minus"],
  ["multiply", "times"],
  ["mul", "times"],
  ["divided_by", "divide"],
  ["group_by", "groups"],
  ["groupby", "groups"],
  ["sort_by", "sort"],
  ["uniq", "unique"],
  ["limit", "take"],
  ["slice", "take"],
  ["offset", "skip"],
  ["eq", "is"],
  ["ne", "isnt"],
  ["gt", "over"],
  ["lt", "under"],
  ["gte", "atleast"],
  ["lte", "atmost"],
  ["contains", "has"],
  ["daysUntil", "until"],
  ["days_until", "until"],
  ["diff", "until"],
  ["padStart", "pad"],
  ["padLeft", "pad"],
  ["pad_left", "pad"],
  ["lpad", "pad"],
  ["rjust", "pad"],
  ["zfill", "pad"],
  ["toUpperCase", "upper"],
  ["toLowerCase", "lower"],
  ["toFixed", "number"],
  ["truncatechars", "truncate"],
]);

/** A format that takes the arguments of a call, and whose name has one letter more or less: `group` for `groups`. */
function otherFormat(call: FormatCall): string | undefined {
  const isNear = ({ name }: Format) => name === call.name.slice(0, -1) || name.slice(0, -1) === call.name;
  return formats.find((format) => isNear(format) && bindArguments(format, call).mistakes.length === 0)?.name;
}

/** Words of other languages that no format is. */
const foreignAdvice = new Map([
  ["and", "Put one section into the other."],
  ["not", "Write {{^ name }} in place of {{# name }}."],
]);

function* mistakesOf(
  { subject, formats: calls }: Expression,
  isSection: boolean,
  { currency }: CheckOptions,
): Generator<CallMistake> {
  const key = subject.kind === "builtin" ? keyOfBuiltin(subject.path) : undefined;
  if (key === "") yield { offset: 0, message: "A key of the translations must follow @t: {{@t.invoice.title}}." };
  if (subject.kind === "builtin" && key === undefined && !builtinNames.includes(subject.path)) {
    const near = meantName(subject.path, builtinNames);
    const known = builtinNames.map((name) => `@${name}`).join(", ");
    const hint = near === undefined ? `It has ${known}.` : `Did you mean "@${near}"?`;
    yield { offset: 0, message: `Platen has no name "@${shownName(subject.path)}". ${hint}` };
  }
  let markup: string | undefined;
  for (const call of calls) {
    const format = findFormat(call.name);
    if (markup !== undefined && format && !format.acceptsMissing) {
      yield {
        offset: call.offset,
        message: `"${call.name}" cannot follow "${markup}", which gives markup. Put "${markup}" last.`,
      };
    }
    if (format?.gives === "markup") markup = call.name;
    if (!format) {
      const near = foreignNames.get(call.name) ?? meantName(call.name, formatNames);
      const hint =
        foreignAdvice.get(call.name) ??
        (near === undefined ? "See the list of formats in docs/formats.md." : `Did you mean "${near}"?`);
      yield { offset: call.offset, message: `Platen has no format "${shownName(call.name)}". ${hint}` };
      continue;
    }
    const { bound, mistakes } = bindArguments(format, call);
    const other = mistakes.length > 0 ? otherFormat(call) : undefined;
    const hint = other === undefined ? "" : ` Did you mean "${other}"?`;
    yield* mistakes.map(({ offset, message }) => ({ offset, message: `${message}${hint}` }));
    if (format.name === "as" && (!isSection || call !== calls.at(-1))) {
      const message = '"as" ends the tag of a section: {{# lines | sum net | as net }} … {{ net }} … {{/lines}}.';
      yield { offset: call.offset, message };
    }
    const takesCurrency = format.parameters.some(({ isCurrency, isNamed }) => isCurrency && !isNamed);
    if (takesCurrency && currency === undefined && !bound.some(({ parameter }) => parameter.isCurrency)) {
      const message = `"${format.name}" needs a currency: write ${signatureOf(format)}, such as ${format.name} EUR, or set the template's currency.`;
      yield { offset: call.offset, message };
    }
  }
}

/** Finds texts of translations in HTML of a request. */
function* textsOfNoTable({ subject, formats: calls }: Expression): Generator<CallMistake> {
  const message = "HTML of a request has no translations. Write the text itself, send it in `data`, or use a template.";
  if (subject.kind === "builtin" && keyOfBuiltin(subject.path)) yield { offset: 0, message };
  for (const { name, offset } of calls) if (name === "t") yield { offset, message };
}

/** Finds texts that no table of translations has in any language. */
function* unknownTexts(
  { subject, formats: calls }: Expression,
  known: { keys: ReadonlySet<string>; groups: ReadonlySet<string> } | undefined,
): Generator<CallMistake> {
  if (!known) return;
  const key = subject.kind === "builtin" ? keyOfBuiltin(subject.path) : undefined;
  if (key !== undefined && key !== "" && !known.keys.has(key)) {
    const near = meantName(key, [...known.keys]);
    const hint =
      near === undefined ? "Add it to the translations of the template or the project." : `Did you mean "${near}"?`;
    yield { offset: 0, message: `No language has the text "${shownName(key)}". ${hint}` };
  }
  for (const { name, args, offset } of calls) {
    const [prefix] = args;
    if (name !== "t" || !prefix) continue;
    const start = `${prefixOf(prefix)}.`;
    if (known.groups.has(start)) continue;
    const message = `No language has a text whose key begins with "${shownName(start)}". Add one to the translations of the template or the project.`;
    yield { offset, message };
  }
}
