import { describe, expect, test } from "@jest/globals";
import { formatCss, formatHtml } from "./format-source.ts";
import { isSameMarkup } from "./is-same-markup.ts";

describe("formatting", () => {
  test("indents markup that contains Mustache", () => {
    expect(formatHtml("<div><p class='{{a}}'>{{b}}</p>\n{{#items}}\n<p>{{.}}</p>\n{{/items}}\n</div>\n")).toBe(
      "<div>\n  <p class='{{a}}'>{{b}}</p>\n  {{#items}}\n  <p>{{.}}</p>\n  {{/items}}\n</div>\n",
    );
  });

  test("puts each CSS declaration on its own line", () => {
    expect(formatCss("p{color:red;margin:0}")).toBe("p {\n  color: red;\n  margin: 0\n}");
  });

  test.each(["Hello{{#name}} {{.}}{{/name}}!", "<b>a</b><i>b</i> <u>c</u>", "<pre>\n  a\n   b</pre>"])(
    "keeps visible white space: %j",
    (html) => {
      expect(formatHtml(html)).toBe(html);
    },
  );
});

describe("two markup texts", () => {
  test.each([
    ["<p>a</p><p>b</p>", "<p>\n  a\n</p>\n<p>b</p>"],
    [`<td class="a"  id='b'>`, `<td class="a" id='b'>`],
  ])("are the same if only invisible white space differs: %j", (one, other) => {
    expect(isSameMarkup(one, other)).toBe(true);
  });

  test.each([
    ["<b>a</b><i>b</i>", "<b>a</b>\n<i>b</i>"],
    ["a{{b}}", "a {{b}}"],
    [`<p title="a b">`, `<p title="a  b">`],
    ["<pre>a\nb</pre>", "<pre>a\n  b</pre>"],
    ["<p>a</p>", "<p>b</p>"],
    ["{{a}}", "{{ab}}"],
    ["<p>a", "<p>a</p>"],
  ])("differ if visible white space or anything else differs: %j", (one, other) => {
    expect(isSameMarkup(one, other)).toBe(false);
  });
});
