import { expect, test } from "@jest/globals";
import type { ElementNode } from "../model/nodes.ts";
import { columnsIn, moveBorder, setShares, sharesOf, withShare } from "./flex-columns.ts";
import { palette } from "./palette.ts";
import { readTemplate } from "../model/read-template.ts";

function read(html: string) {
  const template = readTemplate(html);
  const block = template.children.find((node): node is ElementNode => node.kind === "element");
  if (!block) throw new Error("The template has no element.");
  return { template, block, columns: columnsIn(template, block) };
}

test("widths become whole percents that are 100 together", () => {
  expect(sharesOf([300, 300])).toEqual([50, 50]);
  expect(sharesOf([100, 100, 100])).toEqual([33, 34, 33]);
  expect(sharesOf([0, 0])).toEqual([50, 50]);
});

test("a border moves until the column beside it is as narrow as a column may be", () => {
  expect(moveBorder([50, 50], 0, 12)).toEqual([62, 38]);
  expect(moveBorder([50, 50], 0, 80)).toEqual([95, 5]);
  expect(moveBorder([30, 30, 40], 1, -40)).toEqual([30, 5, 65]);
  expect(moveBorder([3, 97], 0, -1)).toEqual([3, 97]);
  expect(moveBorder([97, 3], 0, 1)).toEqual([97, 3]);
});

test("the share of the last column comes from the column before it", () => {
  expect(withShare([50, 50], 0, 62)).toEqual([62, 38]);
  expect(withShare([50, 50], 1, 62)).toEqual([38, 62]);
});

test("a new share changes the `flex` of the columns and no other character", () => {
  const html = `<p>Before</p>\n${palette.columns(2)}\n<p>{{after}}</p>`;
  const template = readTemplate(html);
  const block = template.nodes.find((node): node is ElementNode => node.kind === "element" && node.name === "div");
  const columns = (block && columnsIn(template, block)) ?? [];
  const edit = block && setShares(template, columns, { shares: [62, 38], selected: block });
  expect(edit?.html).toBe(html.replace("flex: 1", "flex: 62").replace("flex: 1", "flex: 38"));
  expect(edit?.html.slice(edit.selection?.start, edit.selection?.end)).toMatch(/^<div style="display: flex/);
});

test("columns of a style sheet, and those with parts of `flex`, get a `flex` of their own", () => {
  const { template, block, columns } = read('<div class="row"><p>A</p><p style="flex-grow: 2; color: red">B</p></div>');
  expect(setShares(template, columns ?? [], { shares: [40, 60], selected: block })?.html).toBe(
    '<div class="row"><p style="flex: 40">A</p><p style="color: red; flex: 60">B</p></div>',
  );
});

test("a column whose style is in a section of Mustache is not changed", () => {
  const { template, block, columns } = read('<div><p>A</p><p {{#x}}style="flex: 1"{{/x}}>B</p></div>');
  expect(setShares(template, columns ?? [], { shares: [40, 60], selected: block })).toBeUndefined();
});

test.each([
  "<div><p>A</p></div>",
  "<div><p>A</p>text<p>B</p></div>",
  "<div>{{#items}}<p>A</p>{{/items}}<p>B</p></div>",
])("%s has no columns whose widths can be set", (html) => {
  expect(read(html).columns).toBeUndefined();
});
