import { expect, test } from "@jest/globals";
import { findForeignPlaces } from "./foreign-syntax-notice.ts";

const texts = { html: "<p>\n {{this.a}}</p>{{a[0]}}", header: "", footer: "{{b | money}}" };

test("the first place that looks like another template language is told in words, and how many there are", () => {
  expect(findForeignPlaces(texts, new Set())?.first).toEqual({
    text: "HTML, line 2, column 2: Mustache has no {{this.a}}: write {{a}}. The code marks 2 more.",
    place: { part: "html", offset: 5 },
  });
});

test("a message that was closed is not told again, also when it has moved", () => {
  const { messages = [] } = findForeignPlaces(texts, new Set()) ?? {};
  expect(messages).toHaveLength(3);
  expect(findForeignPlaces({ ...texts, html: `\n${texts.html}` }, new Set(messages))).toBeUndefined();
  expect(findForeignPlaces(texts, new Set(messages.slice(0, 2)))?.first).toEqual({
    text: expect.stringMatching(/^Footer, line 1, column 1: Mustache has no filters/),
    place: { part: "footer", offset: 0 },
  });
});

test("nothing is told of a template that is Mustache alone", () => {
  expect(findForeignPlaces({ html: "{{#a}}{{.}}{{/a}}", header: "", footer: "" }, new Set())).toBeUndefined();
});
