import { describe, expect, test } from "@jest/globals";
import type { PageSettings } from "@platen/contracts";
import { composeSource, type SourceToCompose } from "./compose-source.ts";

const mistakesOf = (source: SourceToCompose) => composeSource(source).mistakes;
const positionsOf = (html: string, settings: PageSettings = {}) =>
  mistakesOf({ html, settings }).map(({ path, line, column }) => `${path}:${line}:${column}`);

describe("composeSource", () => {
  test.each([
    ["an unclosed section is reported at its opening tag", "<p>\n  {{#lines}}\n</p>\n", "html:2:3"],
    ["an unopened section is reported at its closing tag", "<p>{{/lines}}</p>", "html:1:4"],
    ["a mismatched section is reported at the wrong closing tag", "{{#a}}\n{{#b}}\n{{/a}}", "html:3:1"],
    ["an unclosed tag is reported at its start", "one\ntwo {{number\nthree", "html:2:5"],
    ["invalid delimiters are reported at their tag", "ok\n\n {{=x=}}", "html:3:2"],
    ["a snippet that the project lacks is reported at its tag", "{{#a}}\n{{> footer}}{{/a}}", "html:2:1"],
    ["mistakes are found after a change of delimiters", "{{=<% %>=}}\n<%#a%>", "html:2:1"],
    ["lines may end with CR and LF", "a\r\nb\r\n{{", "html:3:1"],
  ])("%s", (_name, html, position) => {
    expect(positionsOf(html)).toEqual([position]);
  });

  test("a mistake in a snippet is told where the snippet has it, and one after it where the template has it", () => {
    const snippets = [{ name: "total", html: "<b>\n  {{ total | monney EUR }}\n</b>\n", css: "" }];
    const html = "<p>\n  {{> total }}\n  {{ a | numbr }}\n</p>";
    const mistakes = mistakesOf({ html, settings: {}, library: { snippets, snippetNames: ["total"] } });
    expect(mistakes.map(({ path, line, column }) => `${path}:${line}:${column}`)).toEqual([
      "snippets.total.html:2:14",
      "html:3:10",
    ]);
  });

  test("a page size that the browser would ignore is a mistake in the CSS, a snippet's, and a style element", () => {
    const wrong = "@page { margin: 0;\n  size: 80mm auto }";
    const snippets = [{ name: "receipt", html: "x", css: wrong }];
    const source = { html: `<style>${wrong}</style>{{> receipt }}`, css: `p {}\n${wrong}`, settings: {} };
    const mistakes = mistakesOf({ ...source, library: { snippets, snippetNames: ["receipt"] } });
    expect(mistakes.map(({ path, line, column }) => `${path}:${line}:${column}`).toSorted()).toEqual([
      "css:3:9",
      "html:2:9",
      "snippets.receipt.css:2:9",
    ]);
    expect(mistakes[0]?.message).toContain('"80mm auto" is not a page size');
    expect(mistakesOf({ html: "", css: wrong, settings: { preferCssPageSize: false } })).toEqual([]);
    expect(mistakesOf({ html: "", css: "@page { size: A6 } @page x { size: 80mm 99mm }", settings: {} })).toEqual([]);
  });

  test("a source of dialect 1 takes no snippets and keeps its names with a dollar", () => {
    const snippets = [{ name: "total", html: "x", css: "" }];
    const library = { snippets, snippetNames: ["total"] };
    const [mistake] = mistakesOf({ html: "{{> total }}", settings: {}, dialect: 1, library });
    expect(mistake?.message).toMatch(/"total" cannot be used here/);
    expect(composeSource({ html: "{{$id}}", settings: {}, dialect: 1, library }).source.html).toBe("{{$id}}");
  });

  test("mistakes in metadata are told with the place in their text", () => {
    const metadata = { author: "{{#seller}}", keywords: ["invoice", "{{ number | numbr }}"], creator: "{{> erp }}" };
    expect(positionsOf("", { metadata })).toEqual([
      "settings.metadata.author:1:1",
      "settings.metadata.creator:1:1",
      "settings.metadata.keywords.1:1:13",
    ]);
  });

  test("mistakes in calculated fields are told with the place in the formula", () => {
    const calculated = [
      { name: "subtotal", formula: "sum(items, price ×" },
      { name: "vat", formula: "total × 21 %" },
      { name: "total", formula: "net +\nvat" },
      { name: "net", formula: "avg(items)" },
    ];
    const mistakes = mistakesOf({ html: "{{ total | money EUR }}", settings: { calculated } });
    expect(mistakes).toEqual([
      { path: "settings.calculated.0.formula", line: 1, column: 19, message: "A number or a name must follow." },
      {
        path: "settings.calculated.3.formula",
        line: 1,
        column: 1,
        message: "A formula has no function of this name. Formulas know sum, count, round, min, max, if, or.",
      },
      {
        path: "settings.calculated.2.formula",
        line: 2,
        column: 1,
        message: "The fields need each other: vat → total → vat. Leave one of them out of a formula.",
      },
    ]);
  });

  test("header and footer are checked too, and one answer reports all mistakes", () => {
    expect(positionsOf("{{", { header: "a\n{{#b}}", footer: "{{/c}}" })).toEqual([
      "html:1:1",
      "settings.header:2:1",
      "settings.footer:1:1",
    ]);
  });

  test("all mistakes in formats are reported, and a currency of the settings serves every amount", () => {
    const html = "{{ a | monney EUR }}\n{{ a | money }} {{@indx}}";
    expect(positionsOf(html)).toEqual(["html:1:8", "html:2:8", "html:2:19"]);
    expect(positionsOf(html, { currency: "EUR", footer: "{{ a | or }}" })).toEqual([
      "html:1:8",
      "html:2:19",
      "settings.footer:1:8",
    ]);
    expect(mistakesOf({ html, settings: {}, dialect: 1 })).toEqual([]);
  });

  test.each(["", "plain", "{{a}} {{{b}}} {{&c}} {{!d}}", "{{#a}}{{^b}}{{/b}}{{/a}}", "{ { a } }", "a }} b", "{{.}}"])(
    "%j is a template",
    (html) => {
      expect(positionsOf(html)).toEqual([]);
    },
  );
});
