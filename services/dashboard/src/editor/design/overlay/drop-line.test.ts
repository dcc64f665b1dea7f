import { expect, test } from "@jest/globals";
import { readTemplate, sourceOf, type TemplateNode } from "@platen/template-source";
import { dropLineAt, type Look } from "./drop-line.ts";

const html =
  '<div id="row"><div id="a"><p>1</p><p>2</p></div><div id="b"><p>3</p></div></div>{{#paid}}<p>4</p>{{/paid}}<p>5</p>';
const template = readTemplate(html);
const find = (start: string): TemplateNode => {
  const found = template.nodes.find((node) => sourceOf(template, node).startsWith(start));
  if (!found) throw new Error(`The template has no ${start}.`);
  return found;
};

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
/** Two columns side by side, of which the second one ends early, and two texts below. */
const boxes = new Map([
  [find('<div id="row'), box(0, 0, 200, 100)],
  [find('<div id="a'), box(0, 0, 100, 100)],
  [find('<div id="b'), box(100, 0, 100, 40)],
  [find("<p>1"), box(0, 0, 100, 30)],
  [find("<p>2"), box(0, 30, 100, 30)],
  [find("<p>3"), box(100, 0, 100, 40)],
  [find("<p>4"), box(0, 100, 200, 30)],
  [find("<p>5"), box(0, 130, 200, 30)],
]);
const columns = [find('<div id="a'), find('<div id="b')];
const look: Look = { boxOf: ({ node }) => boxes.get(node), isSideways: (node) => columns.includes(node) };

function drop(dragged: string, over: string, x: number, y: number): string {
  const line = dropLineAt({ template, dragged: [find(dragged)] }, { node: find(over), repeat: 0 }, { x, y }, look);
  return `${line?.gap.where} ${line?.gap.node && sourceOf(template, line.gap.node).slice(0, 13)}`;
}

test("an element that is dropped below the last text of a column goes into the column, and beside a column only at its sides", () => {
  expect(drop("<p>5", '<div id="a', 50, 80)).toBe('last <div id="a"><');
  expect(drop("<p>5", '<div id="row', 150, 70)).toBe('last <div id="b"><');
  expect(drop("<p>5", '<div id="a', 97, 80)).toBe('after <div id="a"><');
  expect(drop("<p>5", '<div id="row', 150, 98)).toBe('after <div id="row"');
  expect(drop("<p>5", "<p>1", 50, 20)).toBe("after <p>1</p>");
});

test("an element that is dropped beside the only one of a condition gets no condition, unless it comes from there", () => {
  expect(drop("<p>5", "<p>4", 50, 110)).toBe("before {{#paid}}<p>4");
  expect(drop("<p>1", "<p>4", 50, 120)).toBe("after {{#paid}}<p>4");
  expect(drop("<p>4", "<p>4", 50, 120)).toBe("after <p>4</p>");
});
