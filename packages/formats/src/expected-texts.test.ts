import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { fillParts, parseMustache } from "@platen/mustache";
import { createEvaluator } from "./create-evaluator.ts";

/**
 * Tables of expected texts that another program computed: Python with Babel 2.18 for what depends on the language (numbers,
 * dates, plurals, lists in words), its `decimal` for arithmetic, its lists and texts for the rest. A column is a language.
 * Minus signs, digits and blanks that Babel does not apply were added by the rules of CLDR. An empty cell is not compared:
 * there, Babel has an older CLDR than Node. Charts and codes are compared with drawings of Platen itself.
 */
const folder = join(import.meta.dirname, "../proof/expected-texts");

/** One kind of blank and of apostrophe for all that Intl writes; the line breaks of a drawing are blanks. */
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F\n]/g, " ").replaceAll("’", "'");

function fill(value: unknown, format: string, locale: string): string {
  const evaluator = createEvaluator({ locale, timeZone: "UTC" });
  const parts = parseMustache(`{{{ value | ${format} }}}`);
  return plain(fillParts(parts, { value }, { maxOutputLength: 10_000, evaluator }));
}

test.each([
  ["numbers", 500],
  ["arithmetic", 48],
  ["dates", 600],
  ["texts", 100],
  ["choice", 300],
  ["lists", 100],
  ["lists-by-language", 96],
  ["drawings", 42],
])("each of the expected texts of %s is printed, in each language", (name, least) => {
  const [head = "", ...rows] = readFileSync(join(folder, `${name}.tsv`), "utf8")
    .trimEnd()
    .split("\n");
  const locales = head.split("\t").slice(2);
  const wrong: string[] = [];
  let compared = 0;
  for (const row of rows) {
    const [value = "", format = "", ...texts] = row.split("\t");
    for (const [column, expected] of texts.entries()) {
      if (expected === "") continue;
      compared += 1;
      const locale = locales[column] ?? "";
      const printed = fill(JSON.parse(value), format, locale);
      if (printed !== expected) wrong.push(`${value} | ${format} in ${locale}: ${printed}, not ${expected}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThanOrEqual(least);
});

test("each table is compared", () => {
  expect(readdirSync(folder)).toHaveLength(8);
});
