import { expect, test } from "@jest/globals";
import { settleTag, tagsToRewrite } from "./tags-to-rewrite.ts";

const texts = { html: "<p>\n {{this.a}}</p>{{a[0]}}", header: "", footer: "{{b + c}}" };

test("tags of another template language have their place and what to write instead", () => {
  expect(tagsToRewrite(texts)).toEqual([
    {
      place: "HTML, line 2, column 2",
      message: "Mustache has no {{this.a}}: write {{a}}.",
      position: { part: "html", offset: 5 },
    },
    expect.objectContaining({ place: "HTML, line 2, column 16" }),
    expect.objectContaining({ place: "Footer, line 1, column 1", position: { part: "footer", offset: 0 } }),
  ]);
});

test("a message that the author has closed stays hidden, even when its tag moves", () => {
  const messages = new Set(tagsToRewrite(texts).map(({ message }) => message));
  expect(messages.size).toBe(3);
  expect(tagsToRewrite({ ...texts, html: `\n${texts.html}` }, messages)).toEqual([]);
  expect(tagsToRewrite(texts, new Set([...messages].slice(0, 2)))).toMatchObject([
    { message: expect.stringMatching(/^Mustache cannot calculate/), position: { part: "footer", offset: 0 } },
  ]);
});

test("tags that an import has left are there until they are rewritten, kept as text or removed", () => {
  const html = `<p title="{{! To rewrite: label 'x' }}">&#123;&#123;this.a}} {% if b %}</p>`;
  const all = () => tagsToRewrite({ html, header: "", footer: "" });
  const hidden = new Set(all().map(({ message }) => message));
  expect(tagsToRewrite({ html, header: "", footer: "" }, hidden)).toEqual(all());
  expect(all().map(({ message }) => message)).toEqual([
    "label 'x' prints nothing. Mustache has no helpers: write a name, | and a format, such as {{ total | number 2 }}.",
    "{{this.a}} prints as a text. Mustache has no {{this.a}}: write {{a}}.",
    expect.stringMatching(/^\{% if b %\} prints as a text\. Mustache has no \{% if %\}: write \{\{#b\}\}/),
  ]);
  const source = { html, css: "", settings: {}, dataSets: [] };
  const settled = all().map((tag) => tag.settled && [tag.settled.label, settleTag(source, tag.settled)?.html]);
  expect(settled).toEqual([
    ["Remove", `<p title="">&#123;&#123;this.a}} {% if b %}</p>`],
    ["Keep as text", `<p title="{{! To rewrite: label 'x' }}">{&#123;this.a}} {% if b %}</p>`],
    ["Keep as text", `<p title="{{! To rewrite: label 'x' }}">&#123;&#123;this.a}} &#123;% if b %}</p>`],
  ]);
  const [first] = all();
  expect(first?.settled && settleTag({ ...source, html: ` ${html}` }, first.settled)).toBeUndefined();
});

test("a template that is only Mustache has none", () => {
  expect(tagsToRewrite({ html: "{{#a}}{{.}}{{/a}}", header: "", footer: "" })).toEqual([]);
});
