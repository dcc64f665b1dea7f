import { describe, expect, test } from "@jest/globals";
import { createEvaluator } from "@platen/formats";
import { listTags } from "@platen/mustache";
import { resultsOf } from "./step-results.ts";
import { suggestFormat } from "./suggest-format.ts";
import { findTagScopes } from "./tag-scopes.ts";
import { fittingFormats, suggestedFormat, typesOf } from "./value-types.ts";
import { readWritten } from "./written-expression.ts";

const data = {
  total: 1240,
  note: "soon",
  due: "2026-01-31",
  payment: { name: "N", iban: "wrong" },
  lines: [
    { amount: 19.9, currency: "EUR", tags: ["a", "b"] },
    { amount: "1.234,50", currency: "USD", tags: [] },
  ],
};
const evaluator = () => createEvaluator({ locale: "en", timeZone: "UTC" });

/** The results of the tag at an index of a template, for one of the times that the data prints it. */
function results(html: string, index: number, repeat = 0) {
  const tag = listTags(html)[index];
  if (!tag) throw new Error("The template has no such tag.");
  const written = readWritten(tag.name);
  const scope = findTagScopes(html, tag, data, evaluator())?.[repeat];
  const use = tag.kind === "section" ? "section" : "escaped";
  return written && scope && resultsOf(written, scope, evaluator(), use).map(({ words, problem }) => [words, problem]);
}

describe("the results of a tag", () => {
  test("are those after each format", () => {
    expect(results("{{ total | times 2 | money EUR }}", 0)).toEqual([
      ["1240", undefined],
      ["2480", undefined],
      ["€2,480.00", undefined],
    ]);
    expect(results("{{ payment }}{{ lines | sum amount }}", 0)).toEqual([["an object with name, iban", undefined]]);
    expect(results("{{# lines | where currency 'EUR' | empty }}{{/lines}}", 0)).toEqual([
      ["a list of 2 items", undefined],
      ["a list of 1 item", undefined],
      ["no", undefined],
    ]);
  });

  test("are those of the selected repeat, with the names of its items", () => {
    const html = "{{#lines}}<p>{{ amount | money currency }}{{#tags}}{{.}}{{/tags}}{{@number}}</p>{{/lines}}";
    expect([results(html, 1, 0)?.at(-1), results(html, 3, 1)]).toEqual([["€19.90", undefined], [["b", undefined]]]);
    expect(results(html, 5, 1)).toEqual([["2", undefined]]);
  });

  test("name the format that a value does not fit, and a name that the data lack", () => {
    const html = "{{#lines}}{{ amount | times 2 | number 2 }}{{/lines}}{{ nothing | upper }}{{#nothing}}{{/nothing}}";
    expect(results(html, 1, 1)?.map(([, problem]) => problem)).toEqual([
      undefined,
      "The value does not fit “times”, so it stays as it is. The report says so.",
      undefined,
    ]);
    expect(results(html, 3)).toEqual([
      ["nothing", "The data has no “nothing”: nothing is printed, and the report says so."],
      ["nothing", undefined],
    ]);
    expect(results(html, 4)).toEqual([["nothing", undefined]]);
  });

  test("say why a code cannot be made, also when another tag of the template cannot be filled", () => {
    const html = "{{ payment | epc }}{{ total | upper }}";
    expect(results(html, 0)?.[1]?.[1]).toMatch(/IBAN.*No document is made\.$/i);
    expect(results(html, 1)?.at(-1)).toEqual(["1240", undefined]);
  });

  test("are missing where the data prints nothing, and for a template with a mistake", () => {
    const html = "{{#nothing}}{{ total | number }}{{/nothing}}";
    expect(results(html, 1)).toBeUndefined();
    expect(findTagScopes("{{#a}}{{b}}", { start: 6, name: "b" }, {}, evaluator())).toBeUndefined();
  });
});

describe("the formats that fit", () => {
  const names = (value: unknown, use: "value" | "section") =>
    fittingFormats(typesOf(value), use).map(({ name }) => name);

  test("come with those for the very type first", () => {
    expect([names("2026-01-31", "value")[0], names(12, "value")[0]]).toEqual(["date", "number"]);
    expect(names("12.50", "value")).toEqual(expect.arrayContaining(["money", "upper"]));
    expect(names("soon", "value")).not.toContain("money");
    expect(names([1], "value")).toEqual(expect.arrayContaining(["sum", "join", "get"]));
    expect(names([1], "value")).not.toContain("upper");
    expect(names({ a: 1 }, "value")).toEqual(expect.arrayContaining(["entries", "epc", "get"]));
  });

  test("are conditions and lists for a section, and neither for a value that is printed", () => {
    expect(names("paid", "section").slice(0, 2)).toEqual(["is", "isnt"]);
    expect(names("paid", "section")).not.toContain("upper");
    expect(names([1], "section")).toEqual(expect.arrayContaining(["sort", "empty", "count"]));
    expect(names("paid", "value")).not.toContain("is");
    expect(names([1], "value")).toContain("sort");
  });

  test("are all of the use for a value that the data set lacks", () => {
    expect(names(undefined, "value")).toEqual(expect.arrayContaining(["money", "date", "upper", "qr", "sum"]));
  });

  test.each([
    [1240.1, undefined, "number"],
    [1240.1, "EUR", "money"],
    ["2026-01-31", undefined, "date"],
    ["10115", undefined, undefined],
    ["soon", "EUR", undefined],
    [[1], "EUR", undefined],
  ])("suggest for %j with the currency %s: %s", (value, currency, format) => {
    expect(suggestedFormat(value, currency)).toBe(format);
  });

  test("show what the suggested format makes of the value", () => {
    expect(suggestFormat(1240.1, { language: "de", currency: "EUR" })).toEqual({
      call: "money",
      example: "1.240,10\u00a0€",
    });
    expect(suggestFormat("2026-01-31", {})).toEqual({ call: "date", example: "Jan 31, 2026" });
    expect(suggestFormat("soon", {})).toBeUndefined();
  });
});
