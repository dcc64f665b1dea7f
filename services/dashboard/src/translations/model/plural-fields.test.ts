import { describe, expect, test } from "@jest/globals";
import { readMessage } from "@platen/formats";
import fc from "fast-check";
import { emptyPlural, pluralFields, readPlural, writePlural, type PluralText } from "./plural-fields.ts";

function pluralIn(text: string): PluralText {
  const plural = readPlural(text);
  if (!plural) throw new Error(`"${text}" has no plural to edit in fields`);
  return plural;
}

const wordsOf = (plural: PluralText, locale: string) =>
  Object.fromEntries(pluralFields(plural, locale).map(({ name, text }) => [name, text]));

const due = "Due in {days, plural, one {# day} other {# days}}.";

describe("the fields of a plural", () => {
  test("are one sentence for each kind of number that the language has", () => {
    expect(wordsOf(pluralIn(due), "en")).toEqual({ one: "Due in # day.", other: "Due in # days." });
    expect(pluralFields(pluralIn(due), "pl").map(({ name, text }) => [name, text])).toEqual([
      ["one", "Due in # day."],
      ["few", ""],
      ["many", ""],
      ["other", "Due in # days."],
    ]);
    expect(pluralFields(pluralIn(due), "ja").map(({ name, isUsed }) => [name, isUsed])).toEqual([
      ["other", true],
      ["one", false],
    ]);
  });

  test("name numbers that each serves", () => {
    const examples = pluralFields(pluralIn(due), "pl").map(({ name, examples: numbers }) => [name, numbers]);
    expect(examples).toEqual([
      ["one", ["1"]],
      ["few", ["2", "3", "4"]],
      ["many", ["0", "5", "6"]],
      ["other", ["0.5", "1.5"]],
    ]);
  });

  test("contain exact numbers, and ordinals by their own rules", () => {
    expect(wordsOf(pluralIn("{n, plural, =0 {none} other {#}}"), "en")).toEqual({ "=0": "none", one: "", other: "#" });
    const ordinal = pluralIn("{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}");
    expect(Object.keys(wordsOf(ordinal, "en"))).toEqual(["one", "two", "few", "other"]);
  });
});

describe("a text without a plural that fields can show is edited as text", () => {
  test.each([
    "Hello {name}",
    "{a, plural, other {#}} and {b, plural, other {#}}",
    "{g, select, other {{n, plural, other {#}}}}",
    "No. # {n, plural, other {#}}",
    "{n, plural, other {d'}}{name}",
    "{n, plural, one {#}}",
  ])("%s", (text) => {
    expect(readPlural(text)).toBeUndefined();
  });
});

const plurals = [
  due,
  "{days,plural,one{#}other{# {unit.name}}}",
  "{ n , plural , offset:1\n  =0 {nothing}\n  one   {'{'#'}' left}\n  other {# left, {name}}\n}",
  "L'échéance : {jours, plural, one {# jour} many {# de jours} other {# jours}} ''net''",
  "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}",
];

describe("the text of the fields", () => {
  test.each(plurals)("is the same byte for byte if no field changed: %j", (text) => {
    for (const locale of ["en", "pl", "ar", "ja"]) {
      const plural = pluralIn(text);
      expect(writePlural(plural, wordsOf(plural, locale))).toBe(text);
    }
  });

  test("changes only the case that was edited", () => {
    const [, , spread = ""] = plurals;
    const plural = pluralIn(spread);
    const words = { ...wordsOf(plural, "en"), other: "# remain" };
    expect(writePlural(plural, words)).toBe(spread.replace("# left, {name}", "# remain"));
  });

  test("gets a new case in front of other, and loses one that was emptied", () => {
    const plural = pluralIn(due);
    const words = wordsOf(plural, "pl");
    expect(writePlural(plural, { ...words, few: "Due in # dni." })).toBe(
      "Due in {days, plural, one {# day} few {# dni} other {# days}}.",
    );
    expect(writePlural(plural, { ...words, one: "" })).toBe("Due in {days, plural, other {# days}}.");
  });

  test("moves shared words into the cases once a field no longer has them", () => {
    const plural = pluralIn(due);
    expect(writePlural(plural, { one: "In # Tag fällig.", other: "Due in # days." })).toBe(
      "{days, plural, one {In # Tag fällig.} other {Due in # days.}}",
    );
  });

  test("is a plural of the same data for a language that has none yet", () => {
    const plural = emptyPlural(pluralIn("{n, plural, offset:1 =0 {none} one {#} other {#}}"));
    expect(writePlural(plural, wordsOf(plural, "de"))).toBe("");
    expect(writePlural(plural, { "=0": "", one: "#", other: "# Tage" })).toBe(
      "{n, plural, offset:1 one {#} other {# Tage}}",
    );
  });

  test("has the words of the fields when it is read again", () => {
    const word = fc.constantFrom("#", " ", "Tag", "{name}", "''", "'{'", "é", "\n");
    const sentence = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(""));
    fc.assert(
      fc.property(fc.constantFrom(...plurals), sentence, sentence, (text, one, other) => {
        const plural = pluralIn(text);
        const words = { ...wordsOf(plural, "en"), one, other };
        const written = writePlural(plural, words);
        expect(readMessage(written).mistake).toBeUndefined();
        const again = readPlural(written);
        if (again) expect(wordsOf(again, "en")).toEqual(expect.objectContaining({ one, other }));
      }),
    );
  });
});
