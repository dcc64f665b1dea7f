import { expect, test } from "@jest/globals";
import { composeSnippets } from "@platen/library";
import { readTemplate } from "../model/read-template.ts";
import { replaceBySnippet, snippetIn } from "./make-snippet.ts";

const html = `<main>
  <header>
    <p>{{ sender }}</p>
  </header>
  <h1>Invoice</h1>
</main>
`;

test("a template with a new snippet is composed to the same text as before", () => {
  const template = readTemplate(html);
  const header = template.nodes.find((node) => node.kind === "element" && node.name === "header");
  if (!header) throw new Error("no header");
  const snippet = snippetIn(template, header) ?? "";
  expect(snippet).toBe("<header>\n  <p>{{ sender }}</p>\n</header>\n");
  const edit = replaceBySnippet(template, header, "head");
  expect(edit?.html).toBe(html.replace(/<header>.*<\/header>/s, "{{> head }}"));
  const { texts, mistakes } = composeSnippets(
    { html: edit?.html ?? "", css: "" },
    { snippets: [{ name: "head", html: snippet, css: "" }] },
  );
  expect(mistakes).toEqual([]);
  expect(texts.html.text).toBe(html);
});

test("nothing between other delimiters becomes a snippet", () => {
  const template = readTemplate("{{=<% %>=}}<p><% name %></p>");
  const paragraph = template.nodes.find((node) => node.kind === "element");
  if (!paragraph) throw new Error("no paragraph");
  expect(snippetIn(template, paragraph)).toBeUndefined();
  expect(replaceBySnippet(template, paragraph, "head")).toBeUndefined();
});
