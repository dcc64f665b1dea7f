import { bounded, digitsOf, toDecimal, type Decimal } from "../decimal.ts";
import { asItIs, unformattable } from "../as-it-is.ts";
import type { Arguments, Example, Format, FormatOf, Parameter } from "../format.ts";
import { numberFormat } from "../intl.ts";
import { wholeNumber } from "../whole-number.ts";

const maxDigits = 20;
/** All places that a decimal can have. */
const allPlaces = 40;

/** The number of decimal places that an argument gives; undefined without one. */
const placesOf = (value: unknown) => wholeNumber(value, 0, maxDigits);

const digits: Parameter = {
  name: "digits",
  check: (value) => (placesOf(value) === undefined ? `must be a whole number from 0 to ${maxDigits}` : undefined),
};

/** The least and the most decimal places that an argument gives: `2`, or `2-4`. */
function rangeOf(value: unknown): { least: number; most: number } | undefined {
  const [, first, second] = (typeof value === "string" ? /^(\d{1,2})-(\d{1,2})$/.exec(value) : null) ?? [];
  const [least, most] = [placesOf(first ?? value), placesOf(second ?? value)];
  return least !== undefined && most !== undefined && least <= most ? { least, most } : undefined;
}

const digitsOrRange: Parameter = {
  name: "digits",
  check: (value) =>
    rangeOf(value) === undefined ? `must be a whole number from 0 to ${maxDigits}, or two such as 2-4` : undefined,
};

function fixed({ digits, sign }: Arguments): Intl.NumberFormatOptions {
  const range = rangeOf(digits);
  return {
    ...(range && { minimumFractionDigits: range.least, maximumFractionDigits: range.most }),
    ...(sign === "signed" && { signDisplay: "exceptZero" }),
  };
}

/** Zero without a sign, where rounding leaves nothing of a negative amount. */
const signed = { signDisplay: "negative" } as const;

const sign: Parameter = { name: "sign", words: ["signed"] };

/** Formats the text of a decimal: Intl keeps all its digits, where a number would lose some. */
function print(decimal: Decimal, locale: string, options: Intl.NumberFormatOptions): string {
  // Intl takes a number as text, which its type states more narrowly.
  return numberFormat(locale, { ...signed, ...options }).format(digitsOf(decimal) as Intl.StringNumericLiteral);
}

function numberOf({ of, ...format }: FormatOf<Decimal>): Format {
  return {
    kind: "numbers",
    takes: "number",
    gives: "text",
    parameters: [],
    ...format,
    apply(value, args, context) {
      const decimal = toDecimal(value);
      return asItIs(value, decimal === undefined ? unformattable : of(decimal, args, context), context);
    },
  };
}

const currencyStyles = ["code", "name", "plain", "accounting"] as const;

/** The decimal places of currencies. Asking Intl takes longer than printing an amount. */
const knownDigits = new Map<string, number>();

function digitsOfCurrency(currency: string): number {
  const known = knownDigits.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits = 2 } = numberFormat("en", { style: "currency", currency }).resolvedOptions();
  knownDigits.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}

function moneyOptions(currency: string, style: unknown): Intl.NumberFormatOptions {
  const base: Intl.NumberFormatOptions = { style: "currency", currency };
  switch (style) {
    case "code":
      return { ...base, currencyDisplay: "code" };
    case "name":
      return { ...base, currencyDisplay: "name" };
    case "accounting":
      return { ...base, currencySign: "accounting" };
    case "plain": {
      const digits = digitsOfCurrency(currency);
      return { minimumFractionDigits: digits, maximumFractionDigits: digits };
    }
    default:
      return base;
  }
}

const isCurrencyCode = (value: unknown): value is string => typeof value === "string" && /^[A-Z]{3}$/.test(value);

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** The code of a currency in the data, which some payment services send in lower case; undefined for other values. */
export function currencyOf(value: unknown): string | undefined {
  const code = typeof value === "string" && value.length === 3 ? value.toUpperCase() : undefined;
  return isCurrencyCode(code) ? code : undefined;
}

/** Explains what is wrong with a currency; undefined for a right one. */
export function findCurrencyMistake(value: unknown): string | undefined {
  return isCurrencyCode(value) ? undefined : "must be a currency code such as EUR";
}

/** Finds a code in lower case, which would be a name of the data. */
function checkBareCurrency(name: string): string | undefined {
  const code = name.toUpperCase();
  if (name.length !== 3 || !currencies.has(code)) return undefined;
  return `A currency is written in capitals: ${code}. Write currency=${name} for a name of the data.`;
}

const money = numberOf({
  name: "money",
  description:
    "Prints an amount of money with the symbol and the digits of its currency. The currency is a code such as `EUR`, a name of the data, or the template's setting `currency`. `code` and `name` print the currency in another way, `plain` leaves it out, and `accounting` puts negative amounts in brackets where the language does so. `digits=0` prints another number of decimal places, `digits=2-4` two to four: as many as the amount has.",
  parameters: [
    {
      name: "currency",
      isCurrency: true,
      check: findCurrencyMistake,
      checkName: checkBareCurrency,
    },
    { name: "style", words: currencyStyles },
    { ...digitsOrRange, isNamed: true },
  ],
  examples: [
    { template: "{{ total | money EUR }}", data: { total: 1240 } },
    { template: "{{ total | money currency code }}", data: { total: "12345678901234567.89", currency: "JPY" } },
    { template: "{{ balance | money USD accounting }}", data: { balance: -89.5 } },
    { template: "{{ revenue | money EUR digits=0 }}", data: { revenue: 320199.5 } },
    { template: "{{ price | money EUR digits=2-4 }}", data: { price: "0.0042" } },
  ],
  of(decimal, args, context) {
    const { currency, style, digits: places } = args;
    // A name that the data lacks must not print the amount in another currency.
    const code = currencyOf("currency" in args ? currency : context.currency);
    if (code === undefined) return unformattable;
    return print(decimal, context.locale, { ...moneyOptions(code, style), ...fixed({ digits: places }) });
  },
});

/** The units of Intl: CLDR's list for ECMA-402. */
const units = new Set(Intl.supportedValuesOf("unit"));

function isUnit(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const [unit = "", per, ...more] = value.split("-per-");
  return more.length === 0 && units.has(unit) && (per === undefined || units.has(per));
}

/** Calculates with a number of the tag; without a number there, the result is unformattable. */
function calculation(
  name: string,
  description: string,
  examples: readonly Example[],
  calculate: (left: Decimal, right: Decimal) => Decimal | undefined,
): Format {
  return numberOf({
    name,
    description,
    parameters: [{ name: "other", isRequired: true }],
    examples,
    gives: "number",
    of(left, { other }) {
      const right = toDecimal(other);
      const result = right && calculate(left, right);
      return (result && bounded(result)) ?? unformattable;
    },
  });
}

/** Numbers: printed in the language of the document, and calculated exactly. */
export const numberFormats: readonly Format[] = [
  numberOf({
    name: "number",
    description:
      "Prints a number with the separators of the language: all its decimal places, or as many as `digits` says, rounded half away from zero: `2` is exactly two, `2-4` two to four. `signed` prints a plus too.",
    parameters: [digitsOrRange, sign],
    examples: [
      { template: "{{ value | number }}", data: { value: 1234567.891 } },
      { template: "{{ value | number 2 }}", data: { value: "0.125" } },
      { template: "{{ change | number 1 signed }}", data: { change: 35.7 } },
    ],
    of: (decimal, args, { locale }) => print(decimal, locale, { maximumFractionDigits: allPlaces, ...fixed(args) }),
  }),
  money,
  numberOf({
    name: "percent",
    description:
      "Prints a share as a percentage: 0.19 is 19 %. `digits` is the number of decimal places, as in `number`. `signed` prints a plus too.",
    parameters: [digitsOrRange, sign],
    examples: [{ template: "{{ rate | percent }} {{ rate | percent 1 }}", data: { rate: 0.19 } }],
    of: (decimal, args, { locale }) =>
      print(decimal, locale, { style: "percent", maximumFractionDigits: allPlaces, ...fixed(args) }),
  }),
  numberOf({
    name: "unit",
    description:
      "Prints a number with a unit of Intl such as `kilogram`, `liter`, `hour` or `kilometer-per-hour`: in short form, or `long` or `narrow`.",
    parameters: [
      {
        name: "name",
        isRequired: true,
        words: [...units],
        check: (value) => (isUnit(value) ? undefined : "must be a unit of Intl such as kilogram or kilometer-per-hour"),
      },
      { name: "style", words: ["long", "narrow"] },
    ],
    examples: [
      { template: "{{ weight | unit kilogram }}, {{ weight | unit 'kilogram' long }}", data: { weight: 2.5 } },
      { template: "{{ speed | unit 'kilometer-per-hour' }}", data: { speed: 120 } },
    ],
    of(decimal, { name: unit, style }, { locale }) {
      if (!isUnit(unit)) return unformattable;
      const unitDisplay = style === "long" || style === "narrow" ? style : "short";
      return print(decimal, locale, { style: "unit", unit, unitDisplay, maximumFractionDigits: allPlaces });
    },
  }),
  numberOf({
    name: "compact",
    description: "Prints a large number in short form, such as 1.2M.",
    examples: [{ template: "{{ views | compact }}", data: { views: 1234567 } }],
    of: (decimal, _args, { locale }) => print(decimal, locale, { notation: "compact", maximumFractionDigits: 1 }),
  }),
  numberOf({
    name: "round",
    description: "Rounds half away from zero, to whole numbers or to `digits` decimal places. The result is a number.",
    parameters: [digits],
    gives: "number",
    examples: [{ template: "{{ value | round 1 | number }}", data: { value: 2.45 } }],
    of: (decimal, args) => decimal.round(placesOf(args["digits"]) ?? 0, 1),
  }),
  calculation(
    "plus",
    "Adds a number, exactly.",
    [{ template: "{{ net | plus vat | money EUR }}", data: { net: 0.1, vat: 0.2 } }],
    (left, right) => left.plus(right),
  ),
  calculation(
    "minus",
    "Subtracts a number, exactly.",
    [{ template: "{{ total | minus paid | money EUR }}", data: { total: 100, paid: 99.9 } }],
    (left, right) => left.minus(right),
  ),
  calculation(
    "times",
    "Multiplies by a number, exactly.",
    [{ template: "{{ price | times quantity | money EUR }}", data: { price: 1.1, quantity: 3 } }],
    (left, right) => left.times(right),
  ),
  calculation(
    "divide",
    "Divides by a number, to twenty decimal places. A division by zero prints the value as it is.",
    [{ template: "{{ total | divide 3 | number 2 }}", data: { total: 100 } }],
    (left, right) => (right.eq(0) ? undefined : left.div(right)),
  ),
  numberOf({
    name: "abs",
    description: "Drops the sign of a number.",
    gives: "number",
    examples: [{ template: "{{ change | abs | number }}", data: { change: -12.5 } }],
    of: (decimal) => decimal.abs(),
  }),
];
