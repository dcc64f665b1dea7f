import { expect, test } from "@jest/globals";
import { readTemplate, sourceOf, type Template, type TemplateNode } from "@platen/template-source";
import { gapAtRow, layerRows } from "./layer-rows.ts";

const page = `<body>
  <h1>a</h1>
  <p>b {{x}}</p>
  {{#rows}}
  <p>c</p>
  {{/rows}}
  <div>
    <p>d</p>
  </div>
</body>
`;

function find(template: Template, start: string): TemplateNode {
  const found = template.nodes.find((node) => sourceOf(template, node).startsWith(start));
  if (!found) throw new Error(`The template has no ${start}.`);
  return found;
}

test("the tree of layers has the printed nodes, closes branches but what is selected, and knows the gaps of a drop", () => {
  const template = readTemplate(`<html><head><title>t</title></head>${page}</html>`);
  const shown = (closed: string[], selected: TemplateNode[] = []) =>
    layerRows(template, new Set(closed), selected).map(({ node, depth, isOpen }) =>
      [depth, sourceOf(template, node).slice(0, 4), isOpen].join(" "),
    );
  const whole = ["0 <h1> ", "0 <p>b true", "1 {{x} ", "0 {{#r true", "1 <p>c ", "0 <div true", "1 <p>d "];
  expect(shown([])).toEqual(whole);
  expect(shown(["/1", "/2", "/3"])).toEqual(["0 <h1> ", "0 <p>b false", "0 {{#r false", "0 <div false"]);
  expect(shown(["/3"], [find(template, "<p>d")])).toEqual(whole);
  const rows = layerRows(template, new Set());
  const [heading, div] = [rows[0], rows[5]];
  if (!heading || !div) throw new Error("The tree has other rows.");
  expect([0, 0.6].map((part) => gapAtRow(heading, part).where)).toEqual(["before", "after"]);
  expect([0.1, 0.5, 0.9].map((part) => gapAtRow(div, part).where)).toEqual(["before", "last", "first"]);
});
