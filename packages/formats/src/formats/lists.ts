import { ExactNumber } from "@platen/contracts/exact-json";
import { areSame, compareKeys, sortKeyOf } from "../compare-values.ts";
import { bounded, toDecimal, zero, type Decimal } from "../decimal.ts";
import { asItIs, unformattable } from "../as-it-is.ts";
import type { Arguments, Format, FormatContext, FormatOf, Parameter } from "../format.ts";
import { listFormat } from "../intl.ts";
import { joinTexts } from "../join-texts.ts";
import { ownField } from "../own-field.ts";
import { textOf } from "../text-of.ts";
import { toData } from "../to-data.ts";
import { wholeNumber } from "../whole-number.ts";

function listOf({ of, ...format }: FormatOf<readonly unknown[]> & Pick<Format, "gives">): Format {
  return {
    kind: "lists",
    takes: "list",
    parameters: [],
    ...format,
    apply(value, args, context) {
      if (!Array.isArray(value)) return asItIs(value, unformattable, context);
      context.countItems(value.length);
      return asItIs(value, of(value, args, context), context);
    },
  };
}

const field: Parameter = { name: "field", isField: true };
const requiredField: Parameter = { ...field, isRequired: true };
function counting(least: 0 | 1): Parameter {
  return {
    name: "count",
    isRequired: true,
    check: (value) => (countOf(value, least) === undefined ? `must be a whole number of ${least} or more` : undefined),
  };
}

/** The field of an item; the item itself without a field. */
function fieldOf(item: unknown, name: unknown): unknown {
  return typeof name === "string" ? ownField(item, name) : item;
}

const countOf = (value: unknown, least: 0 | 1) => wholeNumber(value, least, Number.MAX_SAFE_INTEGER);

/** The numbers of a field; undefined if an item has another value there. Missing values are left out. */
function numbersOf(items: readonly unknown[], name: unknown): Decimal[] | undefined {
  const numbers: Decimal[] = [];
  for (const item of items) {
    const value = fieldOf(item, name);
    if (value === undefined || value === null) continue;
    const number = toDecimal(value);
    if (number === undefined) return undefined;
    numbers.push(number);
  }
  return numbers;
}

const lines = {
  lines: [
    { name: "Oak", amount: 19.9 },
    { name: "Ash", amount: "1240.10" },
  ],
};

/** A number of a list's numbers. The result for a list without numbers is `empty`. */
function numeric(
  name: string,
  description: string,
  empty: Decimal | undefined,
  of: (numbers: readonly Decimal[]) => Decimal,
): Format {
  return listOf({
    name,
    description,
    parameters: [field],
    gives: "number",
    examples: [{ template: `{{ lines | ${name} amount | money EUR }}`, data: lines }],
    of(items, { field: name }, context) {
      const numbers = numbersOf(items, name);
      if (numbers === undefined) return withoutNumbers(name, context);
      return numbers.length === 0 ? empty : (bounded(of(numbers)) ?? unformattable);
    },
  });
}

/** Notes the field whose values are not all numbers. */
function withoutNumbers(field: unknown, context: FormatContext): typeof unformattable {
  context.unformattable(typeof field === "string" ? field : undefined);
  return unformattable;
}

const sumOf = (numbers: readonly Decimal[]) => numbers.reduce((sum, number) => sum.plus(number), zero);

/** The numbers of a field, each multiplied by another field of its item and rounded, as lines of a bill are. */
function amountsOf(items: readonly unknown[], { field: name, times, round }: Arguments): Decimal[] | undefined {
  const places = wholeNumber(round, 0, maxPlaces);
  if (round !== undefined && places === undefined) return undefined;
  const amounts: Decimal[] = [];
  for (const item of items) {
    const [value, factor] = [fieldOf(item, name), times === undefined ? 1 : fieldOf(item, times)];
    if (value === undefined || value === null || factor === undefined || factor === null) continue;
    const [number, by] = [toDecimal(value), toDecimal(factor)];
    if (number === undefined || by === undefined) return undefined;
    const amount = times === undefined ? number : number.times(by);
    amounts.push(places === undefined ? amount : amount.round(places, 1));
  }
  return amounts;
}

const maxPlaces = 20;

const times: Parameter = { name: "times", isField: true, isNamed: true };
const round: Parameter = {
  name: "round",
  isNamed: true,
  check: (value) =>
    wholeNumber(value, 0, maxPlaces) === undefined ? `must be a whole number from 0 to ${maxPlaces}` : undefined,
};

/** A stable order by a field. Items without the field come last. */
function sorted(
  items: readonly unknown[],
  { field: name, order: direction }: Arguments,
  context: FormatContext,
): unknown[] {
  const { locale } = context;
  const sign = direction === "desc" ? -1 : 1;
  const keyed = items.map((item) => {
    const value = fieldOf(item, name);
    const key = sortKeyOf(value);
    // Beyond the limit of digits, it has no order among numbers.
    if (value instanceof ExactNumber && key.rank !== 0) withoutNumbers(name, context);
    return { item, isMissing: value === undefined || value === null, key };
  });
  keyed.sort(
    (one, other) => Number(one.isMissing) - Number(other.isMissing) || sign * compareKeys(one.key, other.key, locale),
  );
  return keyed.map(({ item }) => item);
}

/** The text by which equal values are found: 1 and 1.0 are the same, and a text never is an object. */
function keyOf(value: unknown): string {
  const decimal = typeof value === "string" ? undefined : toDecimal(value);
  if (decimal) return `n${decimal.toString()}`;
  const text = textOf(value);
  return text === undefined ? `j${JSON.stringify(value) ?? ""}` : `t${text}`;
}

type Group = { key: unknown; items: unknown[] };

/** The groups with the sum of their items as `total`; undefined if an item has no number there. */
function withTotals(groups: readonly Group[], args: Arguments): (Group & { total: unknown })[] | undefined {
  const totalled: (Group & { total: unknown })[] = [];
  for (const group of groups) {
    const amounts = amountsOf(group.items, args);
    const total = amounts && bounded(sumOf(amounts));
    if (total === undefined) return undefined;
    totalled.push({ ...group, total: toData(total) });
  }
  return totalled;
}

function grouped(items: readonly unknown[], name: unknown): Group[] {
  const groups = new Map<string, { key: unknown; items: unknown[] }>();
  for (const item of items) {
    const key = fieldOf(item, name);
    const text = keyOf(key);
    const group = groups.get(text);
    if (group) group.items.push(item);
    else groups.set(text, { key, items: [item] });
  }
  return [...groups.values()];
}

/** Whether a field of an item is the value; without a value, whether it is true or present. */
function hasField(item: unknown, { field: name, ...args }: Arguments): boolean {
  const found = fieldOf(item, name);
  return "value" in args ? areSame(found, args["value"]) : Boolean(found);
}

const words = ["and", "or"] as const;

/** Lists: numbers of a list, its parts, and other orders. None changes the data. */
export const listFormats: readonly Format[] = [
  listOf({
    name: "sum",
    description:
      "Adds the numbers of a list, or of a field of its items, exactly. `times` multiplies each by another field of its item. `round` rounds each to so many decimal places before it is added, as the lines of a bill are.",
    parameters: [field, times, round],
    gives: "number",
    examples: [
      { template: "{{ lines | sum amount | money EUR }}", data: lines },
      {
        template: "{{ lines | sum price times=quantity round=2 | money EUR }}",
        data: {
          lines: [
            { price: 19.9, quantity: 3 },
            { price: 0.125, quantity: 1 },
          ],
        },
      },
    ],
    of(items, args, context) {
      const amounts = amountsOf(items, args);
      if (amounts === undefined) return withoutNumbers(args["field"], context);
      return bounded(sumOf(amounts)) ?? unformattable;
    },
  }),
  numeric("average", "Gives the average of the numbers of a list, or of a field of its items.", undefined, (numbers) =>
    sumOf(numbers).div(numbers.length),
  ),
  numeric("min", "Gives the least number of a list, or of a field of its items.", undefined, (numbers) =>
    numbers.reduce((least, number) => (number.lt(least) ? number : least)),
  ),
  numeric("max", "Gives the greatest number of a list, or of a field of its items.", undefined, (numbers) =>
    numbers.reduce((greatest, number) => (number.gt(greatest) ? number : greatest)),
  ),
  listOf({
    name: "count",
    description: "Gives the number of items.",
    gives: "number",
    examples: [{ template: "{{ lines | count | plural 'one line' '# lines' }}", data: lines }],
    of: (items) => items.length,
  }),
  listOf({
    name: "join",
    description:
      "Joins the items, or a field of theirs, to one text: with a comma, with the text given, or as the language lists words with `and` or `or`. Missing items are left out.",
    parameters: [
      {
        name: "separator",
        words,
        check: (value) => (typeof value === "string" ? undefined : "must be a text in quotes"),
      },
      { ...field, isNamed: true },
    ],
    gives: "text",
    examples: [
      { template: "{{ tags | join '; ' }}", data: { tags: ["red", "green", "blue"] } },
      { template: "{{ tags | join and }}", data: { tags: ["red", "green", "blue"] } },
    ],
    of(items, { separator = ", ", field: name }, { locale }) {
      const texts: string[] = [];
      for (const item of items) {
        const value = fieldOf(item, name);
        if (value === undefined || value === null) continue;
        const text = textOf(value);
        if (text === undefined) return unformattable;
        texts.push(text);
      }
      if (separator === "and" || separator === "or") {
        const type = separator === "and" ? "conjunction" : "disjunction";
        return listFormat(locale, { type }).format(texts);
      }
      return joinTexts(texts, textOf(separator) ?? ", ");
    },
  }),
  listOf({
    name: "first",
    description: "Gives the first item.",
    gives: "any",
    examples: [{ template: "{{ tags | first }}", data: { tags: ["red", "green"] } }],
    of: (items) => items.at(0),
  }),
  listOf({
    name: "last",
    description: "Gives the last item.",
    gives: "any",
    examples: [{ template: "{{ tags | last }}", data: { tags: ["red", "green"] } }],
    of: (items) => items.at(-1),
  }),
  listOf({
    name: "take",
    description: "Gives the first items, as many as the number says.",
    parameters: [counting(0)],
    gives: "list",
    keepsItems: true,
    examples: [{ template: "{{ tags | take 2 | join }}", data: { tags: ["red", "green", "blue"] } }],
    of(items, { count }) {
      const number = countOf(count, 0);
      return number === undefined ? unformattable : items.slice(0, number);
    },
  }),
  listOf({
    name: "skip",
    description: "Gives the items after the first ones, as many as the number says.",
    parameters: [counting(0)],
    gives: "list",
    keepsItems: true,
    examples: [{ template: "{{ tags | skip 1 | join }}", data: { tags: ["red", "green", "blue"] } }],
    of(items, { count }) {
      const number = countOf(count, 0);
      return number === undefined ? unformattable : items.slice(number);
    },
  }),
  listOf({
    name: "sort",
    description:
      "Sorts the items, or sorts them by a field: numbers by value, texts in the order of the language. `desc` turns the order round. Items without the field come last.",
    parameters: [field, { name: "order", words: ["asc", "desc"] }],
    gives: "list",
    keepsItems: true,
    examples: [{ template: "{{# lines | sort name }}{{ name }} {{/lines}}", data: lines }],
    of: sorted,
  }),
  listOf({
    name: "reverse",
    description: "Gives the items in the opposite order.",
    gives: "list",
    keepsItems: true,
    examples: [{ template: "{{ tags | reverse | join }}", data: { tags: ["red", "green"] } }],
    of: (items) => items.toReversed(),
  }),
  listOf({
    name: "where",
    description: "Gives the items whose field is the value; without a value, the items whose field is true or present.",
    parameters: [requiredField, { name: "value" }],
    gives: "list",
    keepsItems: true,
    asksForField: (args) => !("value" in args),
    examples: [{ template: "{{ lines | where name 'Oak' | count }}", data: lines }],
    of: (items, args) => items.filter((item) => hasField(item, args)),
  }),
  listOf({
    name: "except",
    description:
      "Leaves out the items whose field is the value; without a value, those whose field is true or present.",
    parameters: [requiredField, { name: "value" }],
    gives: "list",
    keepsItems: true,
    asksForField: (args) => !("value" in args),
    examples: [{ template: "{{ lines | except name 'Oak' | map name | join }}", data: lines }],
    of: (items, args) => items.filter((item) => !hasField(item, args)),
  }),
  listOf({
    name: "unique",
    description: "Leaves out items that occur before, or whose field does.",
    parameters: [field],
    gives: "list",
    keepsItems: true,
    examples: [{ template: "{{ tags | unique | join }}", data: { tags: ["red", "green", "red"] } }],
    of: (items, { field: name }) => grouped(items, name).map((group) => group.items[0]),
  }),
  listOf({
    name: "groups",
    description:
      "Groups the items by a field. Each group has its value as `key` and its items as `items`; with `total=amount` it also has the sum of that field as `total`, which `times` and `round` change as in `sum`.",
    parameters: [requiredField, { name: "total", isField: true, isNamed: true }, times, round],
    gives: "list",
    examples: [
      {
        template: "{{# lines | groups rate }}{{ key | percent }}: {{ items | sum net | number }}. {{/lines}}",
        data: {
          lines: [
            { rate: 0.19, net: 100 },
            { rate: 0.07, net: 20 },
            { rate: 0.19, net: 0.5 },
          ],
        },
      },
      {
        template: "{{ lines | groups rate total=net | sum total times=key round=2 | money EUR }}",
        data: {
          lines: [
            { rate: 0.19, net: 100 },
            { rate: 0.07, net: 20.5 },
            { rate: 0.19, net: 0.5 },
          ],
        },
      },
    ],
    makesNames: () => ["key", "items", "total"],
    of(items, { field: name, ...args }, context) {
      const groups = grouped(items, name);
      if (!("total" in args)) return groups;
      return withTotals(groups, { ...args, field: args["total"] }) ?? withoutNumbers(args["total"], context);
    },
  }),
  listOf({
    name: "map",
    description: "Gives the field of each item.",
    parameters: [requiredField],
    gives: "list",
    examples: [{ template: "{{ lines | map name | join }}", data: lines }],
    of: (items, { field: name }) => items.map((item) => fieldOf(item, name)),
  }),
  {
    name: "entries",
    kind: "lists",
    takes: "object",
    gives: "list",
    parameters: [],
    makesNames: () => ["key", "value"],
    description:
      "Gives the names and values of an object as items with `key` and `value`, in the order of the data; names that are whole numbers come first.",
    examples: [
      { template: "{{# sizes | entries }}{{ key }}: {{ value }} {{/sizes}}", data: { sizes: { small: 2, large: 5 } } },
    ],
    apply(value, _args, context) {
      const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
      // A value with a text, such as a decimal, is no object of the data.
      if (!isObject || textOf(value) !== undefined) return asItIs(value, unformattable, context);
      const entries = Object.entries(value).map(([key, found]: [string, unknown]) => ({ key, value: found }));
      context.countItems(entries.length);
      return entries;
    },
  },
  listOf({
    name: "chunk",
    description: "Divides the items into rows of as many as the number says. Each row is a list.",
    parameters: [counting(1)],
    gives: "list",
    examples: [
      { template: "{{# tags | chunk 2 }}{{ . | join }} / {{/tags}}", data: { tags: ["red", "green", "blue"] } },
    ],
    of(items, { count }) {
      const size = countOf(count, 1);
      if (size === undefined) return unformattable;
      return Array.from({ length: Math.ceil(items.length / size) }, (_row, index) =>
        items.slice(index * size, (index + 1) * size),
      );
    },
  }),
];
