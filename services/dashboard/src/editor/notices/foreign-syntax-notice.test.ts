import { expect, test } from "@jest/globals";
import { foreignSyntaxNotice } from "./foreign-syntax-notice.ts";

const texts = { html: "<p>\n {{this.a}}</p>{{a[0]}}", header: "", footer: "{{b + c}}" };

test("the notice explains the first tag of another template language and counts the others", () => {
  expect(foreignSyntaxNotice(texts, new Set())).toMatchObject({
    text: "HTML, line 2, column 2: Mustache has no {{this.a}}: write {{a}}. Code marks 2 more.",
    position: { part: "html", offset: 5 },
  });
});

test("a message that the author has closed stays hidden, even when its tag moves", () => {
  const { messages = [] } = foreignSyntaxNotice(texts, new Set()) ?? {};
  expect(messages).toHaveLength(3);
  expect(foreignSyntaxNotice({ ...texts, html: `\n${texts.html}` }, new Set(messages))).toBeUndefined();
  expect(foreignSyntaxNotice(texts, new Set(messages.slice(0, 2)))).toMatchObject({
    text: expect.stringMatching(/^Footer, line 1, column 1: Mustache cannot calculate/),
    position: { part: "footer", offset: 0 },
  });
});

test("a template that is only Mustache gets no notice", () => {
  expect(foreignSyntaxNotice({ html: "{{#a}}{{.}}{{/a}}", header: "", footer: "" }, new Set())).toBeUndefined();
});
