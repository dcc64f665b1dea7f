import { expect, test } from "@jest/globals";
import { fillParts } from "./fill-parts.ts";
import { parseMustache } from "./parse-mustache.ts";

function missingIn(template: string, data: unknown): string[] {
  const paths: string[] = [];
  const onIssue = (_kind: string, _part: unknown, pathOf: () => string) => void paths.push(pathOf());
  fillParts(parseMustache(template), data, { maxOutputLength: 1_000, onIssue });
  return paths;
}

test.each<[string, string, unknown, string[]]>([
  ["a name of the data's top", "{{a}}", {}, ["a"]],
  ["an unescaped tag", "{{{a}}} {{&b}}", {}, ["a", "b"]],
  ["a step of a dotted name", "{{a.b}}", { a: {} }, ["a.b"]],
  ["a step of a text", "{{a.b}}", { a: "text" }, ["a.b"]],
  ["a name of a prototype", "{{constructor}} {{a.toString}}", { a: {} }, ["constructor", "a.toString"]],
  ["a name in an object", "{{#a}}{{b}}{{/a}}", { a: { c: 1 } }, ["a.b"]],
  ["a name in each item", "{{#a}}{{b}}{{/a}}", { a: [{ b: 1 }, {}, null, 2] }, ["a[].b", "a[].b", "a[].b"]],
  ["a name in nested lists", "{{#a}}{{#b.c}}{{d}}{{/b.c}}{{/a}}", { a: [{ b: { c: [{}] } }] }, ["a[].b.c[].d"]],
  ["a name in lists of lists", "{{#a}}{{#.}}{{b}}{{/.}}{{/a}}", { a: [[{}]] }, ["a[][].b"]],
  ["a name in an inverted section", "{{^a}}{{b}}{{/a}}", {}, ["b"]],
  ["a name under a condition", "{{#a}}{{b}}{{/a}}", { a: true }, ["b"]],
  ["a name under a text", "{{#a}}{{b}}{{/a}}", { a: "text" }, ["b"]],
])("%s that the data lacks is reported with its path", (_, template, data, paths) => {
  expect(missingIn(template, data)).toEqual(paths);
});

test.each<[string, string, unknown]>([
  ["a null, an empty text, a zero and false", "{{a}}{{b}}{{c}}{{d}}", { a: null, b: "", c: 0, d: false }],
  ["a section, an inverted one and what they skip", "{{#a}}{{b}}{{/a}}{{^a}}x{{/a}}{{#c}}{{d}}{{/c}}", { c: [] }],
  ["a name of an outer scope", "{{#a}}{{b}}{{/a}}", { a: [{}], b: 1 }],
  ["an item itself", "{{#a}}{{.}}{{/a}}", { a: [1, null] }],
  ["the length of a text", "{{a.length}}", { a: "text" }],
])("%s is not reported", (_, template, data) => {
  expect(missingIn(template, data)).toEqual([]);
});

test("the texts that a document has already count to the limit of its size", () => {
  const parts = parseMustache("{{a}}");
  const fill = (usedLength: number) => fillParts(parts, { a: "12345" }, { maxOutputLength: 10, usedLength });
  expect(fill(5)).toBe("12345");
  expect(() => fill(6)).toThrow(/exceeds the limit of 10 characters/);
});
