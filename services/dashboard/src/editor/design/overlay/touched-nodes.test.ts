import { expect, test } from "@jest/globals";
import type { Box } from "../canvas/canvas-nodes.ts";
import { readTemplate, type TemplateNode } from "@platen/template-source";
import { isWrapper, touchedNodes } from "./touched-nodes.ts";

/** Boxes one below the other, 20 high and 10 apart, for the texts of a template; all other elements are around theirs. */
function lay(html: string) {
  const template = readTemplate(html);
  const lines = template.nodes.filter((node) => node.kind === "element" && /^(?:p|td|h1)$/.test(node.name));
  const boxOf = (node: TemplateNode): Box | undefined => {
    const own = lines.flatMap((line, index) => {
      const isIn = line === node || (line.start >= node.start && line.end <= node.end);
      return isIn ? [index] : [];
    });
    const [first] = own;
    const last = own.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const edge = lines.some((line) => line === node) ? 0 : 5;
    return { x: 10 - edge, y: first * 30 - edge, width: 100 + 2 * edge, height: (last - first) * 30 + 20 + 2 * edge };
  };
  const touched = (area: Box) =>
    touchedNodes(template.children, area, (node) => [boxOf(node) ?? []].flat()).map(({ start, end }) =>
      html.slice(start, end),
    );
  return { template, touched };
}

const above = (y: number, height: number): Box => ({ x: 0, y, width: 50, height });

test("an area selects each element that it touches, and none beside it", () => {
  const { touched } = lay("<h1>A</h1><p>B</p><p>C</p><p>D</p>");
  expect(touched(above(31, 40))).toEqual(["<p>B</p>", "<p>C</p>"]);
  expect(touched(above(51, 8))).toEqual([]);
});

test("an area inside a block selects parts of the block, and an area that leaves the block selects the whole", () => {
  const { touched } = lay("<div><p>A</p><p>B</p><p>C</p></div><p>D</p>");
  expect(touched({ x: 20, y: 5, width: 50, height: 40 })).toEqual(["<p>A</p>", "<p>B</p>"]);
  expect(touched(above(5, 120))).toEqual(["<div><p>A</p><p>B</p><p>C</p></div>", "<p>D</p>"]);
});

test("an area never selects the wrapper around everything, but what the wrapper holds", () => {
  const { template, touched } = lay(
    '<body><div class="sheet"><p>A</p>{{#items}}<p>B</p>{{/items}}<p>C</p></div></body>',
  );
  expect(touched(above(-20, 90))).toEqual(["<p>A</p>", "<p>B</p>", "<p>C</p>"]);
  const sheet = template.nodes.find((node) => node.kind === "element" && node.name === "div");
  const text = template.nodes.find((node) => node.kind === "element" && node.name === "p");
  expect([sheet, text].map((node) => node && isWrapper(template.children, node))).toEqual([true, false]);
});

test("an area over rows of a table selects the table, because a row is no element by itself", () => {
  const table = "<table><tr><td>A</td></tr><tr><td>B</td></tr></table>";
  const { touched } = lay(`${table}<p>C</p>`);
  expect(touched({ x: 20, y: 5, width: 5, height: 5 })).toEqual([table]);
});
