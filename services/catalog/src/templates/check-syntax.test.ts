import { describe, expect, test } from "@jest/globals";
import { isProblem, type PageSettings, type ProblemDetail } from "@platen/contracts";
import { checkSyntax } from "./check-syntax.ts";

function detailsOf(html: string, settings: PageSettings = {}): readonly ProblemDetail[] {
  try {
    checkSyntax({ html, settings });
    return [];
  } catch (error) {
    if (isProblem(error) && error.code === "template.syntax_invalid") return error.details ?? [];
    throw error;
  }
}

function placesOf(html: string, settings: PageSettings = {}): string[] {
  return detailsOf(html, settings).map(({ path, line, column }) => `${path}:${line}:${column}`);
}

describe("checkSyntax", () => {
  test.each([
    ["an unclosed section is shown where it is opened", "<p>\n  {{#lines}}\n</p>\n", "html:2:3"],
    ["an unopened section is shown where it is closed", "<p>{{/lines}}</p>", "html:1:4"],
    ["a mismatched section is shown where it is closed wrongly", "{{#a}}\n{{#b}}\n{{/a}}", "html:3:1"],
    ["an unclosed tag is shown where it is opened", "one\ntwo {{number\nthree", "html:2:5"],
    ["a set of delimiters that is none is shown where it is", "ok\n\n {{=x=}}", "html:3:2"],
    ["a partial is refused where it is used", "{{#a}}\n{{> footer}}{{/a}}", "html:2:1"],
    ["mistakes count after delimiters were changed", "{{=<% %>=}}\n<%#a%>", "html:2:1"],
    ["lines may end as on Windows", "a\r\nb\r\n{{", "html:3:1"],
  ])("%s", (_name, html, place) => {
    expect(placesOf(html)).toEqual([place]);
  });

  test("the message says that templates have no partials", () => {
    expect(detailsOf("{{> footer}}")[0]?.message).toMatch(/"footer".*no partials/);
  });

  test("header and footer are checked too, and all mistakes are told at once", () => {
    expect(placesOf("{{", { header: "a\n{{#b}}", footer: "{{/c}}" })).toEqual([
      "html:1:1",
      "settings.header:2:1",
      "settings.footer:1:1",
    ]);
  });

  test.each(["", "plain", "{{a}} {{{b}}} {{&c}} {{!d}}", "{{#a}}{{^b}}{{/b}}{{/a}}", "{ { a } }", "a }} b", "{{.}}"])(
    "%j is a template",
    (html) => {
      expect(placesOf(html)).toEqual([]);
    },
  );
});
