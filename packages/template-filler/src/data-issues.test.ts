import { expect, test } from "@jest/globals";
import { dataIssue, warning, writeWarningsHeader } from "@platen/contracts";
import { createEvaluator, type EvaluatorOptions } from "@platen/formats";
import { composeSnippets } from "@platen/library";
import { fillParts, parseMustache } from "@platen/mustache";
import { samples } from "@platen/samples";
import { flatSample } from "@platen/samples/testing";
import fc from "fast-check";
import { createDataIssues } from "./data-issues.ts";

function issuesOf(texts: Readonly<Record<string, string>>, data: unknown, region: Partial<EvaluatorOptions> = {}) {
  const issues = createDataIssues();
  let noteText: ReturnType<typeof issues.noteTextIn> | undefined;
  const evaluator = createEvaluator({
    locale: "en",
    timeZone: "UTC",
    ...region,
    onMessageIssue: (issue, tag) => noteText?.(issue, tag),
  });
  for (const [part, text] of Object.entries(texts)) {
    const written = { path: part, source: text };
    noteText = issues.noteTextIn(written);
    fillParts(parseMustache(text), data, {
      maxOutputLength: 10_000_000,
      evaluator,
      onIssue: issues.noteIn(written),
    });
  }
  return issues.list();
}

test("a tag is listed once with its place, and counts how often it printed nothing", () => {
  const html = "<p>{{name}}</p>\n{{#lines}}\n  {{price}} {{discount}}\n{{/lines}}";
  const data = { lines: [{ price: 1 }, { price: 2, discount: 3 }, { price: 4 }] };
  expect(issuesOf({ html, "settings.footer": "{{name}}" }, data)).toEqual([
    { kind: "missing", path: "name", part: "html", line: 1, column: 4, count: 1 },
    { kind: "missing", path: "lines[].discount", part: "html", line: 3, column: 13, count: 2 },
    { kind: "missing", path: "name", part: "settings.footer", line: 1, column: 1, count: 1 },
  ]);
});

test("a tag of a snippet is listed with its place in the snippet, and one after it with its place in the template", () => {
  const snippets = [{ name: "head", html: "<b>\n  {{ name }}\n</b>\n", css: "" }];
  const { html } = composeSnippets({ html: "<p>\n  {{> head }}\n  {{ total }}", css: "" }, { snippets }).texts;
  const issues = createDataIssues();
  const written = { path: "html", source: html.text, places: html.places };
  fillParts(parseMustache(html.text), {}, { maxOutputLength: 1_000, onIssue: issues.noteIn(written) });
  expect(issues.list()).toMatchObject([
    { path: "name", part: "snippets.head.html", line: 2, column: 3 },
    { path: "total", part: "html", line: 3, column: 3 },
  ]);
});

test("a value that does not fit its format is listed by its name, and a missing one only where no format accepts it", () => {
  const html =
    "{{#lines | sort price}}{{ price | money EUR }}{{/lines}}{{ a | upper }}{{ b | or '' }}{{ c | upper | or 'x' }}";
  expect(issuesOf({ html }, { lines: [{ price: "n/a" }, { price: 2 }, { price: {} }] })).toMatchObject([
    { kind: "unformattable", path: "lines[].price", line: 1, column: 24, count: 2 },
    { kind: "missing", path: "a", count: 1 },
  ]);
});

test("a document has at most 50 entries: the last sums up the rest, and no tag is lost", () => {
  const tags = (count: number) => Array.from({ length: count }, (_, index) => `{{a${index}}}`).join("");
  expect(issuesOf({ html: tags(50) }, {}).filter(({ path }) => path !== undefined)).toHaveLength(50);
  const many = issuesOf({ html: `{{#list}}${tags(200)}{{/list}}` }, { list: [{}, {}, {}] });
  expect(many).toHaveLength(50);
  expect(many.reduce((sum, { count }) => sum + count, 0)).toBe(600);
  expect(many.at(-1)).toEqual({ kind: "missing", count: 453 });
});

test("texts that all have another language's stay a warning when they are summed up, and one without any makes an error", () => {
  const listed = (lacking: boolean) => {
    const issues = createDataIssues();
    const note = issues.noteTextIn({ path: "html", source: "x".repeat(100) });
    for (let start = 0; start < 70; start += 1) {
      const fallback = lacking && start === 60 ? undefined : "en";
      note({ kind: "untranslated", key: `k${start}`, locale: "fr", fallback }, { start });
    }
    return issues.list().map(dataIssue);
  };
  expect(listed(false)).toHaveLength(50);
  expect(listed(false).at(-1)).toMatchObject({ code: "translation.missing", severity: "warning", count: 21 });
  expect(listed(true).at(-1)).toMatchObject({ code: "translation.missing", severity: "error", count: 21 });
});

test("an entry shows at most 200 characters of a path", () => {
  expect(issuesOf({ html: `{{${"x".repeat(1_000)}}}` }, {})[0]?.path).toBe("x".repeat(200));
});

test("no value of the data appears in a warning or in the header", () => {
  const template =
    "{{a}}{{ a | money EUR }}{{ b | date }}{{b.c}}{{#a}}{{x}}{{b}}{{#b}}{{c.y}}{{/b}}{{/a}}{{#b}}{{z}}{{#c}}{{a.z}}{{/c}}{{/b}}{{^c}}{{w}}{{/c}}";
  const marked = fc.integer({ min: 100_000, max: 999_999 }).map((mark) => `secret-${mark}`);
  const { data } = fc.letrec<{ data: unknown; value: unknown }>((tie) => ({
    data: fc.dictionary(fc.oneof(fc.constantFrom("a", "b", "c"), marked), tie("value"), { maxKeys: 4 }),
    value: fc.oneof({ depthSize: "small", withCrossShrink: true }, marked, tie("data"), fc.array(tie("value"))),
  }));
  let reported = 0;
  fc.assert(
    fc.property(data, (values) => {
      const warnings = issuesOf({ html: template }, values).map(dataIssue);
      reported += warnings.length;
      for (const one of warnings) expect(warning.parse(one)).toEqual(one);
      expect(JSON.stringify(warnings) + (writeWarningsHeader(warnings) ?? "")).not.toContain("secret");
    }),
  );
  expect(reported).toBeGreaterThan(100);
});

test.each(samples.map(flatSample))(
  "the sample $slug lacks nothing with its data",
  ({ html, settings, translations, dataSets }) => {
    for (const { json } of dataSets) {
      const { header = "", footer = "" } = settings;
      const texts = { html, "settings.header": header, "settings.footer": footer };
      for (const locale of ["en", ...Object.keys(translations)]) {
        const region = {
          locale,
          currency: settings.currency,
          messages: { defaultLocale: "en", languages: translations },
        };
        expect(issuesOf(texts, JSON.parse(json), region)).toEqual([]);
      }
    }
  },
);
