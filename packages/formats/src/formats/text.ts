import { escapeHtml } from "@platen/mustache";
import { asItIs, unformattable } from "../as-it-is.ts";
import type { Format, FormatOf, Parameter } from "../format.ts";
import { segmenter } from "../intl.ts";
import { joinTexts } from "../join-texts.ts";
import { Markup } from "../markup.ts";
import { textOf } from "../text-of.ts";
import { wholeNumber } from "../whole-number.ts";

function textFormat({ of, ...format }: FormatOf<string>): Format {
  return {
    kind: "text",
    takes: "text",
    gives: "text",
    parameters: [],
    ...format,
    apply(value, args, context) {
      const text = textOf(value);
      return asItIs(value, text === undefined ? unformattable : of(text, args, context), context);
    },
  };
}

const maxLength = 100_000;
const maxPadding = 200;

const countOf = (value: unknown, max: number) => wholeNumber(value, 1, max);

function countUpTo(name: string, max: number): Parameter {
  return {
    name,
    isRequired: true,
    check: (value) => (countOf(value, max) === undefined ? `must be a whole number from 1 to ${max}` : undefined),
  };
}

/** The first letters as a reader counts them, and whether the text has more. */
function firstLetters(text: string, count: number, locale: string): { first: string; hasMore: boolean } {
  let taken = 0;
  for (const { index } of segmenter(locale).segment(text)) {
    if (taken === count) return { first: text.slice(0, index), hasMore: true };
    taken += 1;
  }
  return { first: text, hasMore: false };
}

/** The length as a reader counts it, up to `max`. */
function lengthUpTo(text: string, max: number, locale: string): number {
  let length = 0;
  const letters = segmenter(locale).segment(text)[Symbol.iterator]();
  while (length < max && !letters.next().done) length += 1;
  return length;
}

/** Texts: letters, lengths and breaks. */
export const textFormats: readonly Format[] = [
  textFormat({
    name: "upper",
    description: "Prints a text in capitals, by the rules of the language.",
    examples: [{ template: "{{ city | upper }}", data: { city: "Straße" } }],
    of: (text, _args, { locale }) => text.toLocaleUpperCase(locale),
  }),
  textFormat({
    name: "lower",
    description: "Prints a text in small letters, by the rules of the language.",
    examples: [{ template: "{{ code | lower }}", data: { code: "AB-12" } }],
    of: (text, _args, { locale }) => text.toLocaleLowerCase(locale),
  }),
  textFormat({
    name: "capital",
    description: "Prints the first letter as a capital and leaves the others.",
    examples: [{ template: "{{ word | capital }}", data: { word: "due soon" } }],
    of(text, _args, { locale }) {
      const { first } = firstLetters(text, 1, locale);
      return first.toLocaleUpperCase(locale) + text.slice(first.length);
    },
  }),
  textFormat({
    name: "trim",
    description: "Drops white space at both ends.",
    examples: [{ template: "[{{ name | trim }}]", data: { name: "  Ada " } }],
    of: (text) => text.trim(),
  }),
  textFormat({
    name: "truncate",
    description: "Cuts a text after a number of letters and adds `…`, or the text of `end`.",
    parameters: [countUpTo("length", maxLength), { name: "end", isNamed: true }],
    examples: [{ template: "{{ note | truncate 10 }}", data: { note: "Delivered to the front desk" } }],
    of(text, { length, end = "…" }, { locale }) {
      const count = countOf(length, maxLength);
      if (count === undefined) return unformattable;
      const { first, hasMore } = firstLetters(text, count, locale);
      return hasMore ? first.trimEnd() + (textOf(end) ?? "") : text;
    },
  }),
  textFormat({
    name: "replace",
    description: "Replaces each occurrence of a text by another text.",
    parameters: [
      {
        name: "from",
        isRequired: true,
        check: (value) => (value === "" ? "must not be empty" : undefined),
      },
      { name: "to", isRequired: true },
    ],
    examples: [{ template: "{{ phone | replace ' ' '' }}", data: { phone: "040 123 456" } }],
    of(text, { from, to }) {
      const [search, replacement] = [textOf(from), textOf(to)];
      if (search === undefined || search === "" || replacement === undefined) return unformattable;
      return joinTexts(text.split(search), replacement);
    },
  }),
  textFormat({
    name: "pad",
    description: "Fills a text at its start up to a length: with zeros, or with the letter of `with`.",
    parameters: [countUpTo("length", maxPadding), { name: "with", isNamed: true }],
    examples: [{ template: "{{ number | pad 6 }}", data: { number: 42 } }],
    of(text, { length, with: letter = "0" }, { locale }) {
      const [count, filler] = [countOf(length, maxPadding), textOf(letter)];
      if (count === undefined || filler === undefined) return unformattable;
      const { first } = firstLetters(filler, 1, locale);
      const missing = Math.max(0, count - lengthUpTo(text, count, locale));
      // Zeros follow the sign of a number.
      const sign = first === "0" && /^-\d/.test(text) ? "-" : "";
      const filling = Array.from({ length: missing }, () => first);
      return sign + joinTexts(filling, "") + text.slice(sign.length);
    },
  }),
  textFormat({
    name: "group",
    description: "Puts a blank, or the text of `with`, between groups of letters, as an IBAN is printed.",
    parameters: [countUpTo("size", maxPadding), { name: "with", isNamed: true }],
    examples: [{ template: "{{ iban | group 4 }}", data: { iban: "DE89370400440532013000" } }],
    of(text, { size, with: separator = " " }) {
      const [count, between] = [countOf(size, maxPadding), textOf(separator)];
      if (count === undefined || between === undefined) return unformattable;
      const letters = [...text];
      const groups = Array.from({ length: Math.ceil(letters.length / count) }, (_group, index) =>
        letters.slice(index * count, (index + 1) * count).join(""),
      );
      return joinTexts(groups, between);
    },
  }),
  textFormat({
    name: "lines",
    description: "Prints the line breaks of a text as line breaks of the document.",
    gives: "markup",
    examples: [{ template: "{{ address | lines }}", data: { address: "1 Main St\nSpringfield" } }],
    of: (text) => new Markup(escapeHtml(text).replaceAll(/\r\n|[\r\n]/g, "<br>"), () => text),
  }),
];
