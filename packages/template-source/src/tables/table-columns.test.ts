import { describe, expect, test } from "@jest/globals";
import { duplicateAll, moveAll } from "../edits/move.ts";
import type { Template } from "../model/nodes.ts";
import { readTemplate } from "../model/read-template.ts";
import { columnsAround, isCell } from "./table-columns.ts";

const html = `<table>
  <colgroup><col class="a"><col class="b"></colgroup>
  <thead>
    <tr>
      <th>A</th>
      <th>B</th>
    </tr>
  </thead>
  {{#rows}}
  <tr><td>{{a}}</td><td>{{b}}</td></tr>
  {{/rows}}
</table>
`;

function columnsOf(template: Template) {
  const cell = template.nodes.find(isCell);
  if (!cell) throw new Error("The template has no cell.");
  return columnsAround(template, cell);
}

describe("a column of a table", () => {
  const template = readTemplate(html);
  const [first = [], second = []] = columnsOf(template) ?? [];
  const [, head] = first;
  if (!head) throw new Error("The column has no head.");

  test("is duplicated everywhere, and the copy of the cell is selected", () => {
    const edit = duplicateAll(template, first, head);
    expect(edit?.html).toBe(
      html
        .replace('<col class="a">', '<col class="a"><col class="a">')
        .replace("      <th>A</th>\n", "      <th>A</th>\n      <th>A</th>\n")
        .replace("<td>{{a}}</td>", "<td>{{a}}</td><td>{{a}}</td>"),
    );
    expect(edit?.html.slice(edit.selection?.start, edit.selection?.end)).toBe("<th>A</th>");
    expect(edit?.selection?.start).toBeGreaterThan(html.indexOf("<th>A"));
  });

  test("moves past the next one everywhere", () => {
    const moves = first.flatMap((node, row) => {
      const after = second[row];
      return after ? [{ node, gap: { where: "after", node: after } as const }] : [];
    });
    expect(moveAll(template, moves, head)?.html).toBe(
      html
        .replace('<col class="a"><col class="b">', '<col class="b"><col class="a">')
        .replace("      <th>A</th>\n      <th>B</th>\n", "      <th>B</th>\n      <th>A</th>\n")
        .replace("<td>{{a}}</td><td>{{b}}</td>", "<td>{{b}}</td><td>{{a}}</td>"),
    );
  });
});

test("a cell does not move to where its tags would be text", () => {
  const template = readTemplate("<table><tr><td>{{a}}</td>{{=<% %>=}}<td><%b%></td></tr></table>");
  const [cell, other] = template.nodes.filter(isCell);
  if (!cell || !other) throw new Error("The template has no two cells.");
  expect(moveAll(template, [{ node: cell, gap: { where: "after", node: other } }], cell)).toBeUndefined();
});

test.each([
  ["cells span columns", "<table><tr><td>a</td><td>b</td></tr><tr><td colspan=2>c</td></tr></table>"],
  ["rows differ", "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>"],
  ["a section prints cells", "<table><tr><td>a</td>{{#more}}<td>b</td>{{/more}}</tr></table>"],
])("a table has no columns to edit where %s", (_why, source) => {
  expect(columnsOf(readTemplate(source))).toBeUndefined();
});
