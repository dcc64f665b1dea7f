import { expect, test } from "@jest/globals";
import type { Evaluator } from "./expression.ts";
import { fillParts } from "./fill-parts.ts";
import { parseMustache, type Part } from "./parse-mustache.ts";

/** Gives the subject, or the result of one of a few formats. */
const evaluator: Evaluator = {
  evaluate({ subject, formats }, scope) {
    const loop: Record<string, unknown> = {
      index: scope.loop?.index,
      count: scope.loop?.count,
      last: scope.loop && scope.loop.index === scope.loop.count - 1,
    };
    const value =
      subject.kind === "literal"
        ? subject.value
        : subject.kind === "path"
          ? scope.lookUp(subject.path)
          : loop[subject.path];
    const [format] = formats;
    const [argument] = format?.args ?? [];
    if (format?.name === "bold") return { value: `<b>${String(value)}</b>`, isMarkup: true };
    if (format?.name === "is")
      return { value: argument?.kind === "literal" && value === argument.value, isMarkup: false };
    if (format?.name === "reverse")
      return { value: Array.isArray(value) ? value.toReversed() : value, isMarkup: false };
    return { value, isMarkup: false };
  },
};

const fill = (source: string, data: unknown) =>
  fillParts(parseMustache(source), data, { maxOutputLength: 1_000, evaluator });

test.each([
  ["{{ a | same }} {{{ a | same }}} {{& a | same }}", { a: "<" }, "&lt; < <"],
  ["{{ a | bold }}", { a: 1 }, "<b>1</b>"],
  ["{{#a}}{{.}}{{^@last}}, {{/@last}}{{/a}}", { a: [1, 2, 3] }, "1, 2, 3"],
  ["{{#a}}{{@index}}/{{@count}} {{/a}}", { a: ["x", "y"] }, "0/2 1/2 "],
  ["{{#a}}{{#b}}{{@index}}{{/b}}{{@index}} {{/a}}", { a: [{ b: [1, 2] }, { b: {} }] }, "010 11 "],
  ["{{@index}}", {}, ""],
  ["{{# status | is 'paid' }}{{length}}{{/status}}", { status: "paid", length: 7 }, "7"],
  ["{{^ status | is 'paid' }}open{{/status}}", { status: "due" }, "open"],
  ["{{# a | reverse }}{{n}}{{@index}} {{/ a | reverse }}", { a: [{ n: "x" }, { n: "y" }] }, "y0 x1 "],
  ["{{# a | is 1 }}{{# a | is 2 }}{{/a}}{{^ a | is 2 }}!{{/a}}{{/a}}", { a: 1 }, "!"],
  ["  {{# a | is 1 }}  \nx\n  {{/a}}\ny", { a: 1 }, "x\ny"],
  ["{{=<% %>=}}<%# a | is 1 %>x<%/a%>", { a: 1 }, "x"],
])("%s is filled", (source, data, text) => {
  expect(fill(source, data)).toBe(text);
});

test("in dialect 1 a name with a pipe, an @ or a quote is a name of the data", () => {
  const parts = parseMustache("{{a | b}}{{@index}}{{'c'}}{{#a|b}}{{/a|b}}", { dialect: 1 });
  const data = { "a | b": 1, "@index": 2, "'c'": 3 };
  expect(fillParts(parts, data, { maxOutputLength: 10 })).toBe("123");
  expect(() => parseMustache("{{#a | b}}{{/a}}", { dialect: 1 })).toThrow("Unclosed section");
});

test("the offsets of parts and mistakes are those of the text as written", () => {
  const source = "a{{# b | is 'c' }}d{{e}}{{/b}}{{f}}";
  const sliced = (parts: readonly Part[]): string[] =>
    parts.flatMap((part) => {
      if (part.kind === "value") return source.slice(part.start, part.end);
      if (part.kind === "section") return [source.slice(part.contentStart, part.contentEnd), ...sliced(part.parts)];
      return [];
    });
  expect(sliced(parseMustache(source))).toEqual(["d{{e}}", "{{e}}", "{{f}}"]);
  expect(() => parseMustache("{{# b | is 'c' }}{{/b}}{{ d | }}")).toThrow(expect.objectContaining({ offset: 28 }));
  expect(() => parseMustache("{{# b | is 'c' }}{{/b}}{{/e}}")).toThrow(expect.objectContaining({ offset: 23 }));
});

test("markup and the results of formats count against the limit of the output", () => {
  expect(() => fill("{{ a | bold }}", { a: "x".repeat(1_000) })).toThrow(
    expect.objectContaining({ reason: "too_large" }),
  );
});
