import { areSame, compareValues } from "../compare-values.ts";
import { digitsOf, toDecimal } from "../decimal.ts";
import { asItIs, unformattable } from "../as-it-is.ts";
import type { Example, Format, FormatContext, FormatOf, Parameter } from "../format.ts";
import { numberFormat, pluralCategory } from "../intl.ts";
import { joinTexts } from "../join-texts.ts";
import { isAbsent, textOf } from "../text-of.ts";

/** A condition is for sections. It is false for a missing value, unless it says otherwise. */
function condition({ of: apply, ...format }: FormatOf<unknown, boolean>): Format {
  return {
    kind: "choice",
    takes: "any",
    gives: "boolean",
    parameters: [],
    acceptsMissing: true,
    ...format,
    apply,
  };
}

const other: Parameter = { name: "other", isRequired: true };

/** The order of two values; undefined if one is missing, or, which is noted, if they have no order. */
function orderOf(value: unknown, limit: unknown, context: FormatContext): number | undefined {
  if (isAbsent(value) || isAbsent(limit)) return undefined;
  const order = compareValues(value, limit, context.locale);
  if (order === undefined) context.unformattable();
  return order;
}

function comparison(name: string, description: string, example: Example, holds: (order: number) => boolean): Format {
  return condition({
    name,
    description,
    parameters: [other],
    examples: [example],
    takes: "number",
    of(value, args, context) {
      const order = orderOf(value, args["other"], context);
      return order !== undefined && holds(order);
    },
  });
}

/** Counts the items, because a section that repeats may search the same long list each time. */
function isAmong(value: unknown, list: readonly unknown[], context: FormatContext): boolean {
  context.countItems(list.length);
  return list.some((item) => areSame(value, item));
}

const categories = ["zero", "one", "two", "few", "many"] as const;

/** Choice: conditions for sections, and a text that depends on a value. */
export const choiceFormats: readonly Format[] = [
  condition({
    name: "is",
    description: "Holds if the value is the same. Numbers compare by value, so 1.10 is 1.1; texts letter by letter.",
    parameters: [other],
    examples: [{ template: "{{# status | is 'paid' }}Paid{{/status}}", data: { status: "paid" } }],
    of: (value, args) => areSame(value, args["other"]),
  }),
  condition({
    name: "isnt",
    description: "Holds if the value is not the same.",
    parameters: [other],
    examples: [{ template: "{{# status | isnt 'paid' }}Open{{/status}}", data: { status: "sent" } }],
    of: (value, args) => !areSame(value, args["other"]),
  }),
  comparison(
    "over",
    "Holds if the value is greater.",
    { template: "{{# stock | over 10 }}In stock{{/stock}}", data: { stock: 12 } },
    (order) => order > 0,
  ),
  comparison(
    "under",
    "Holds if the value is less.",
    { template: "{{# stock | under 10 }}Few left{{/stock}}", data: { stock: 3 } },
    (order) => order < 0,
  ),
  comparison(
    "atleast",
    "Holds if the value is greater or the same.",
    { template: "{{# age | atleast 18 }}Adult{{/age}}", data: { age: 18 } },
    (order) => order >= 0,
  ),
  comparison(
    "atmost",
    "Holds if the value is less or the same.",
    { template: "{{# weight | atmost 2 }}Letter{{/weight}}", data: { weight: 0.5 } },
    (order) => order <= 0,
  ),
  condition({
    name: "between",
    description: "Holds if the value is at least the first and at most the second.",
    parameters: [
      { name: "from", isRequired: true },
      { name: "to", isRequired: true },
    ],
    examples: [{ template: "{{# score | between 5 10 }}Good{{/score}}", data: { score: 7 } }],
    takes: "number",
    of(value, { from, to }, context) {
      const [low, high] = [orderOf(value, from, context), orderOf(value, to, context)];
      return low !== undefined && high !== undefined && low >= 0 && high <= 0;
    },
  }),
  condition({
    name: "in",
    description: "Holds if the value is one of several values, or an item of a list.",
    parameters: [{ name: "values", isRequired: true, isRest: true }],
    examples: [{ template: "{{# country | in 'DE' 'AT' }}Domestic{{/country}}", data: { country: "AT" } }],
    of: (value, { values }, context) =>
      Array.isArray(values) &&
      values.some((one: unknown) => (Array.isArray(one) ? isAmong(value, one, context) : areSame(value, one))),
  }),
  condition({
    name: "has",
    description: "Holds if a list has the item, or a text has the part.",
    parameters: [{ name: "item", isRequired: true }],
    examples: [{ template: "{{# tags | has 'new' }}New{{/tags}}", data: { tags: ["new", "sale"] } }],
    of(value, { item }, context) {
      if (Array.isArray(value)) return isAmong(item, value, context);
      const [text, part] = [textOf(value), textOf(item)];
      return text !== undefined && part !== undefined && text.includes(part);
    },
  }),
  condition({
    name: "present",
    description:
      "Holds for every value but a missing one, null, an empty text and an empty list; also for 0 and false.",
    examples: [{ template: "{{# discount | present }}Discount {{ discount }}{{/discount}}", data: { discount: 0 } }],
    of: (value) => !isAbsent(value),
  }),
  condition({
    name: "empty",
    description: "Holds for a missing value, null, an empty text and an empty list.",
    examples: [{ template: "{{# lines | empty }}Nothing to bill{{/lines}}", data: { lines: [] } }],
    of: (value) => isAbsent(value),
  }),
  {
    name: "or",
    kind: "choice",
    takes: "any",
    gives: "any",
    parameters: [{ name: "other", isRequired: true }],
    description:
      "Gives another value for a missing one, null, an empty text or an empty list. It says that the value may be missing.",
    examples: [{ template: "{{ nickname | or name }}", data: { name: "Ada" } }],
    acceptsMissing: true,
    apply: (value, args) => (isAbsent(value) ? args["other"] : value),
  },
  {
    name: "plural",
    kind: "choice",
    takes: "number",
    gives: "text",
    parameters: [
      { name: "first", isRequired: true },
      { name: "second" },
      ...categories.map((name) => ({ name, isNamed: true })),
    ],
    description:
      "Chooses a text by the number: first the text for one, then the text for other numbers. `#` stands for the number. Languages with more forms name them: `few='…' many='…'`, by the categories of [CLDR](https://cldr.unicode.org/index/cldr-spec/plural-rules).",
    examples: [
      { template: "{{ days | plural 'one day' '# days' }}", data: { days: 14 } },
      { template: "{{ days | plural 'one day' '# days' }}", data: { days: 1 } },
    ],
    apply(value, args, context) {
      const { locale } = context;
      const decimal = toDecimal(value);
      if (decimal === undefined) return asItIs(value, unformattable, context);
      const category = pluralCategory(locale, decimal);
      const { first, second = first } = args;
      const named = category === "other" ? undefined : args[category];
      const text = textOf(named ?? (category === "one" ? first : second));
      // Intl takes a number as text, which its type states more narrowly.
      const digits = digitsOf(decimal) as Intl.StringNumericLiteral;
      const printed = numberFormat(locale, { maximumFractionDigits: 40 }).format(digits);
      return asItIs(value, text === undefined ? unformattable : joinTexts(text.split("#"), printed), context);
    },
  },
];
