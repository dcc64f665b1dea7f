import { expect, test } from "@jest/globals";
import { nodesIn, sourceOf } from "../model/find-node.ts";
import type { Template, TemplateNode } from "../model/nodes.ts";
import { readTemplate } from "../model/read-template.ts";
import type { Edit } from "./edit.ts";
import { groupNodes, sectionsAround, showNodes, ungroupNode } from "./wrap-nodes.ts";

const paragraphs = (template: Template, texts: string): TemplateNode[] =>
  template.nodes.filter(
    (node) => node.kind === "element" && node.name === "p" && texts.includes(sourceOf(template, node).charAt(3)),
  );

function selectedBy(edit: Edit | undefined): string[] {
  const after = readTemplate(edit?.html ?? "");
  return (edit?.several ?? []).flatMap((range) => nodesIn(after, range)).map((node) => sourceOf(after, node));
}

test("several nodes are shown by one condition where they stand together, by one each elsewhere, and always again", () => {
  const html = "<div>\n  <p>a</p>\n  <p>b</p>\n</div>\n<p>c</p>\n<hr>\n<p>d</p>\n";
  const template = readTemplate(html);
  const nodes = paragraphs(template, "abd");
  const edit = showNodes(template, { nodes, known: undefined }, { name: "paid", isInverted: false });
  expect(edit?.html).toBe(
    "<div>\n  {{#paid}}\n  <p>a</p>\n  <p>b</p>\n  {{/paid}}\n</div>\n<p>c</p>\n<hr>\n{{#paid}}\n<p>d</p>\n{{/paid}}\n",
  );
  expect(selectedBy(edit)).toEqual(["<p>a</p>", "<p>b</p>", "<p>d</p>"]);
  const after = readTemplate(edit?.html ?? "");
  const together = paragraphs(after, "ab");
  const [known] = sectionsAround(after, together);
  expect(sectionsAround(after, paragraphs(after, "a"))).toEqual([]);
  const other = showNodes(after, { nodes: together, known }, { name: "due", isInverted: true });
  expect(other?.html).toContain("{{^due}}\n  <p>a</p>\n  <p>b</p>\n  {{/due}}");
  const always = showNodes(after, { nodes: together, known }, undefined);
  expect(always?.html).toContain("<div>\n  <p>a</p>\n  <p>b</p>\n</div>");
  expect(selectedBy(always)).toEqual(["<p>a</p>", "<p>b</p>"]);
});

test("nodes that stand one after the other are grouped in a block, and others are not", () => {
  const html = "<section>\n  <p>a</p>\n  {{#x}}<p>b</p>{{/x}}\n  <p>c</p>\n</section>\n<p>d</p><p>e</p>\n";
  const template = readTemplate(html);
  const section = template.nodes.filter(({ kind }) => kind === "section");
  const grouped = groupNodes(template, [...paragraphs(template, "a"), ...section]);
  expect(grouped?.html).toBe(
    html.replace("  <p>a</p>\n  {{#x}}<p>b</p>{{/x}}\n", "  <div>\n    <p>a</p>\n    {{#x}}<p>b</p>{{/x}}\n  </div>\n"),
  );
  expect(groupNodes(template, paragraphs(template, "de"))?.html).toContain("\n<div><p>d</p><p>e</p></div>\n");
  expect(groupNodes(template, paragraphs(template, "ac"))).toBeUndefined();
  const words = readTemplate("<p><b>a</b><i>b</i></p>");
  expect(
    groupNodes(
      words,
      words.nodes.filter((node) => node.kind === "element" && node.name !== "p"),
    ),
  ).toBeUndefined();
});

test("a block is ungrouped as it was before it was grouped, but not one with words of its own, or without anything", () => {
  const div = (template: Template) =>
    template.nodes.find((node) => node.kind === "element" && node.name === "div") ?? template.nodes[0];
  const ungrouped = (html: string) => {
    const template = readTemplate(html);
    const node = div(template);
    return node && ungroupNode(template, node);
  };
  for (const html of [
    "<section>\n  <p>a</p>\n  <p>b\n    c</p>\n</section>\n",
    "<section>\r\n  <p>a</p>\r\n  <p>b</p>\r\n</section>",
    "<section><p>a</p><p>b</p></section>",
  ]) {
    const template = readTemplate(html);
    const grouped = groupNodes(template, paragraphs(template, "ab"))?.html ?? "";
    expect(grouped).toContain("<div>");
    const edit = ungrouped(grouped);
    expect(edit?.html).toBe(html);
    expect(selectedBy(edit)).toHaveLength(2);
  }
  expect(ungrouped("<div>words</div>")).toBeUndefined();
  expect(ungrouped("<div>{{word}}</div>")).toBeUndefined();
  expect(ungrouped('<div style="break-after: page"></div>')).toBeUndefined();
  expect(ungrouped("<p>a</p>")).toBeUndefined();
});
