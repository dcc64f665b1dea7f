import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { findExpressionMistakes } from "@platen/formats";
import { findSyntaxMistake } from "@platen/mustache";
import { applyEdits } from "../edits.ts";
import type { Language } from "./language.ts";
import { detectLanguage } from "./detect-language.ts";
import { rewriteTags } from "./rewrite-tags.ts";

function rewrite(source: string, language: Language, sample?: unknown) {
  const { edits, rows } = rewriteTags(source, language, { sample });
  return { text: applyEdits(source, edits), rows };
}

/** The rows of a table: a language, a construct, and what becomes of the construct. */
const constructsIn = (table: string) =>
  readFileSync(join(import.meta.dirname, table), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));

const withEqual = constructsIn("test-with-equal.tsv");

test("each language has at least twenty-five constructs with an equal", () => {
  const counts = Map.groupBy(withEqual, ([language]) => language);
  expect([...counts.values()].map((rows) => rows.length >= 25)).toEqual([true, true, true, true, true]);
});

test.each(withEqual)("a construct of %s is rewritten to its equal: %s", (name, source, equal) => {
  // The column names one of the languages.
  const { text, rows } = rewrite(source ?? "", name as Language);
  expect(rows.filter(({ outcome }) => outcome === "listed")).toEqual([]);
  expect([text, findSyntaxMistake(text), findExpressionMistakes(text)]).toEqual([equal, undefined, []]);
});

/** The columns and messages with which constructs without an equal are listed. */
const withoutEqual = constructsIn("test-without-equal.tsv");

test.each(withoutEqual)(
  "a construct of %s without an equal is listed with its place: %s: %s",
  (name, source, expected) => {
    // The column names one of the languages.
    const { text, rows } = rewrite(source ?? "", name as Language);
    const listed = rows.filter(({ outcome }) => outcome === "listed");
    expect(listed.map(({ column, message }) => `${column} ${message}`).join(" ")).toBe(expected);
    for (const { subject, line, column } of listed)
      expect([line, source?.startsWith(subject, (column ?? 0) - 1)]).toEqual([1, true]);
    // It is a text for Platen, so that the template can be saved.
    expect([findSyntaxMistake(text), findExpressionMistakes(text)]).toEqual([undefined, []]);
  },
);

type Rewriting = { language: Language; source: string; sample?: unknown; gives: string[] };

/** Right, wrong and unusual tags: a change of what becomes of one is a change of a line. */
const rewritings = readFileSync(join(import.meta.dirname, "test-rewritten.ndjson"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Rewriting);

test.each(rewritings)("$language gives what is recorded: $source", ({ language, source, sample, gives }) => {
  const { text, rows } = rewrite(source, language, sample);
  const shown = rows.map(({ kind, outcome, subject, message = "", line = 0, column = 0 }) =>
    [kind, outcome, subject, message, line, column].join(" "),
  );
  expect([text, ...shown]).toEqual(gives);
});

test("a tag has at most 10,000 characters, and a longer one is text", () => {
  const comment = (length: number) => `{#${"x".repeat(length - 4)}#}{{ a|upper }}`;
  expect(rewrite(comment(10_002), "jinja").text.startsWith("{#")).toBe(false);
  expect(rewrite(comment(10_003), "jinja").text.startsWith("{#")).toBe(true);
});

describe("sample data say what a name is", () => {
  test.each<[Language, string, unknown, string]>([
    ["liquid", "{% if paid %}A{% endif %}", { paid: true }, "{{#paid}}A{{/paid}}"],
    ["liquid", "{{ lines.size }}", { lines: [] }, "{{ lines | count }}"],
    ["jinja", "{{ a + b }}", { a: 1, b: 2 }, "{{ a | plus b }}"],
    ["jinja", "{{ name|default('-') }}", { name: "Ada" }, "{{ name | or '-' }}"],
    ["handlebars", "{{#if goods}}A{{/if}}", { goods: [] }, "{{# goods | present }}A{{/goods}}"],
    [
      "handlebars",
      "{{#each goods}}{{name}}{{/each}}",
      { goods: [], name: "x" },
      "{{#goods}}{{ . | get 'name' }}{{/goods}}",
    ],
  ])("%s: %s", (language, source, sample, text) => {
    expect(rewrite(source, language, sample).text).toBe(text);
  });
});

test.each<[string, string | undefined]>([
  ["<p>{{ a|number_format(2) }}", undefined],
  ["<p>{{ a|number_format(2, ',', '.') }}", "set a language that writes 1.234,50."],
  ["<html lang=de>{{ a|number_format(2, ',', '.') }}", undefined],
  ["<html lang=de>{{ a|number_format }}", "set a language that writes 1,234."],
  ["<p>{{ a|number_format(0, '', '') }}", "set a language that writes 1234."],
  ["<p>{{ 'now'|date('Y') }}", "send it in the data, as now."],
  ["<p>{{ a|default('-') }}", "in place of null and of an empty text, and prints false."],
])("the report says what prints differently: %s", (source, caveat) => {
  const message = rewrite(source, "jinja").rows[0]?.message;
  expect(message === undefined ? undefined : message.endsWith(caveat ?? "-")).toBe(
    caveat === undefined ? undefined : true,
  );
});

test("a listed tag has its line and column", () => {
  const { rows } = rewrite("<p>\n  {{ a | upcase }}\n  {{ b | weird }}</p>", "liquid");
  expect(rows).toMatchObject([
    { subject: "{{ a | upcase }}", outcome: "rewritten", line: 2, column: 3 },
    { subject: "{{ b | weird }}", outcome: "listed", line: 3, column: 3 },
  ]);
});

test.each<[string, Language | undefined]>([
  ["{% if a %}{{ a|safe }}{% endif %}", "jinja"],
  ["{% if a %}{{ a|upper }}{% endif %}", "jinja"],
  ["{% load i18n %}{% if a %}{{ a }}{% endif %}", "jinja"],
  ["{% if a %}{{ a | upcase }}{% endif %}", "liquid"],
  ["{{ a | upper }}", undefined],
  ["{{ d }}{d.name}", "carbone"],
  ["{{#each lines}}{{name}}{{/each}}", "handlebars"],
  ["{{~#if a}}A{{/if}}", "handlebars"],
  ["{{a}}{{else}}", "handlebars"],
  ["{{this.a}}", "handlebars"],
  ["{{ ../a }}", "handlebars"],
  ["{{{asset 'a.png'}}}", "handlebars"],
  ["{{ a|date('Y') }}", "jinja"],
  ["{{ a }}{# note #}", "jinja"],
  ["{{ a if b else c }}", "jinja"],
  ["{% for a in b %}{{ loop.index }}{% endfor %}", "jinja"],
  ["{% for a in b %}{{ forloop.index }}{{ a | title }}{% endfor %}", "jinja"],
  ["{% for a in b %}{{ forloop.index }}{% endfor %}", "liquid"],
  ["{{ a | date: '%Y' }}", "liquid"],
  ["{{ a|raw }}", "jinja"],
  ["@foreach ($lines as $line) {{ $line }} @endforeach", "blade"],
  ["{{ $item->name }}", "blade"],
  ["{{ number_format($a['b'], 2) }}", "blade"],
  ["<p>{!! $x !!}</p>", "blade"],
  ["{{ a | upcase }}", "liquid"],
])("the language of %s is recognised as %s", (source, language) => expect(detectLanguage(source)).toBe(language));
