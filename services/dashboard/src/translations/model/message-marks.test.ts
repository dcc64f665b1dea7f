import { describe, expect, test } from "@jest/globals";
import { directionOf, findLanguages } from "./languages.ts";
import { messageMarks } from "./message-marks.ts";
import { describeFaults, placeholderFaults } from "./placeholder-faults.ts";

const marked = (text: string, isCase = false) =>
  messageMarks(text, isCase).map(({ start, end }) => text.slice(start, end));

describe("the marks of a text", () => {
  test.each([
    ["Dear {customer.name}, '{not this}'", ["{customer.name}"]],
    ["{due, date, long} {n, plural, one {# {unit}} other {#}}", ["{due, date, long}", "{n", "#", "{unit}", "#"]],
    ["{g, select, f {Ms. {name}} other {{name}}}", ["{g", "{name}", "{name}"]],
    ["# of {total", []],
  ])("%s", (text, expected) => {
    expect(marked(text)).toEqual(expected);
  });

  test("contain # in a case of a plural", () => {
    expect([marked("# of {total}", true), marked("{broken", true)]).toEqual([["#", "{total}"], []]);
  });
});

test("placeholders that a translation lacks or invents are named in plain words", () => {
  const faults = (text: string, defaultText: string) => describeFaults(placeholderFaults(text, defaultText));
  expect(faults("Fällig in {days} Tagen", "{days, plural, one {# day} other {# days}}")).toEqual([]);
  expect(faults("Fällig", "Due in {days} on {date}")).toEqual([
    "The text of the default language uses {days} and {date}; this one does not.",
  ]);
  expect(faults("Hallo {nmae}", "Hello")).toEqual(["This text uses {nmae}; that of the default language does not."]);
});

describe("languages", () => {
  const found = (typed: string, taken: string[] = []) => findLanguages(typed, taken).map(({ value }) => value);

  test("are found by English name, own name and tag, once each", () => {
    expect(found("german")[0]).toBe("de");
    expect(found("Deutsch")).toContain("de");
    expect(found("de-li")[0]).toBe("de-LI");
    expect(found("german", ["de"])).not.toContain("de");
    const all = found("");
    expect(all.length).toBeGreaterThan(150);
    expect(new Set(all).size).toBe(all.length);
  });

  test("have their direction, also with a script or region", () => {
    expect(["ar", "he", "fa-IR", "ur", "uz-Arab", "en", "uz", "ja", "sr-Latn"].map(directionOf)).toEqual(
      "rtl rtl rtl rtl rtl ltr ltr ltr ltr".split(" "),
    );
  });
});
