import { describe, expect, test } from "@jest/globals";
import {
  addTotal,
  insertColumn,
  insertRow,
  placeOf,
  removeColumn,
  removeRow,
  setColumnWidth,
  styleColumn,
  type TablePlace,
} from "./edit-table.ts";
import type { Edit } from "../edits/edit.ts";
import type { Template } from "../model/nodes.ts";
import { readTemplate } from "../model/read-template.ts";
import { isCell } from "./table-columns.ts";

const list = `<table class="lines">
  <thead>
    <tr>
      <th style="width: 40%">Item</th>
      <th>Price</th>
    </tr>
  </thead>
  <tbody>
    {{#lines}}
    <tr>
      <td>{{ item }}</td>
      <td class='n'>{{ price | times quantity | money EUR }}</td>
    </tr>
    {{/lines}}
    {{^lines}}
    <tr><td colspan="2">None</td></tr>
    {{/lines}}
  </tbody>
</table>
`;

/** A cell of a template, found by its text. */
function cellWith(text: string, html = list): { template: Template; place: TablePlace } {
  const template = readTemplate(html);
  const cell = template.nodes.find((node) => isCell(node) && html.slice(node.open.end, node.close?.start) === text);
  const place = cell && isCell(cell) && placeOf(template, cell);
  if (!place) throw new Error("The template has no such cell.");
  return { template, place };
}

const selected = (edit: Edit | undefined) => edit?.html.slice(edit.selection?.start, edit.selection?.end);

describe("a column", () => {
  test("of a field comes into the head and the row of the list, and cells that span it become wider", () => {
    const { template, place } = cellWith("Item");
    const edit = insertColumn(template, place, "right", { name: "quantity", label: "Quantity", align: "right" });
    expect(edit?.html).toBe(
      list
        .replace("Item</th>\n", 'Item</th>\n      <th style="text-align: right">Quantity</th>\n')
        .replace(
          "</td>\n      <td class",
          '</td>\n      <td style="text-align: right">{{quantity}}</td>\n      <td class',
        )
        .replace('colspan="2"', 'colspan="3"'),
    );
    expect(selected(edit)).toBe('<th style="text-align: right">Quantity</th>');
  });

  test("without a field is empty, and looks like its neighbour", () => {
    const { template, place } = cellWith("{{ price | times quantity | money EUR }}");
    expect(insertColumn(template, place, "right", undefined)?.html).toBe(
      list
        .replace("Price</th>\n", "Price</th>\n      <th></th>\n")
        .replace("EUR }}</td>\n", "EUR }}</td>\n      <td class='n'></td>\n")
        .replace("</tr>\n    {{/lines}}\n  </tbody>", "<td></td></tr>\n    {{/lines}}\n  </tbody>")
        .replace('<td colspan="2">None</td><td></td>', '<td colspan="2">None</td><td></td>'),
    );
  });

  test("takes nothing but its own cells with it when it is deleted", () => {
    const { template, place } = cellWith("Price");
    const edit = removeColumn(template, place);
    expect(edit?.html).toBe(
      list
        .replace("      <th>Price</th>\n", "")
        .replace("      <td class='n'>{{ price | times quantity | money EUR }}</td>\n", "")
        .replace(' colspan="2"', ""),
    );
    expect(selected(edit)).toBe('<th style="width: 40%">Item</th>');
    expect(removeColumn(edit ? readTemplate(edit.html) : template, cellWith("Item", edit?.html).place)).toBeUndefined();
  });

  test("is aligned in all its rows at once", () => {
    const { template, place } = cellWith("Item");
    expect(styleColumn(template, place, { "text-align": "right" })?.html).toBe(
      list
        .replace('"width: 40%"', '"width: 40%; text-align: right"')
        .replace("<td>{{ item", '<td style="text-align: right">{{ item'),
    );
  });

  test("has its width in a colgroup, which is written once", () => {
    const { template, place } = cellWith("Price");
    const edit = setColumnWidth(template, place, "30mm");
    const columns = '  <colgroup>\n    <col />\n    <col style="width: 30mm" />\n  </colgroup>\n';
    expect(edit?.html).toBe(list.replace("  <thead>", `${columns}  <thead>`));
    expect(selected(edit)).toBe("<th>Price</th>");
    const again = cellWith("Price", edit?.html);
    expect(setColumnWidth(again.template, again.place, "20%")?.html).toBe(edit?.html.replace("30mm", "20%"));
    expect(setColumnWidth(again.template, again.place, undefined)?.html).toBe(
      edit?.html.replace('<col style="width: 30mm" />', "<col />"),
    );
    const right = insertColumn(again.template, again.place, "right", undefined);
    expect(right?.html).toContain('<col style="width: 30mm" />\n    <col />\n  </colgroup>');
  });
});

describe("a total", () => {
  const foot = (first: string, second: string) =>
    `  <tfoot style="display: table-row-group">\n    <tr>\n      <td>${first}</td>\n      <td class='n'>${second}</td>\n    </tr>\n  </tfoot>\n`;
  const sum = "{{lines | sum price times=quantity | money EUR}}";

  test("adds up what its column calculates, in the column's format, in a foot that is printed once", () => {
    const { template, place } = cellWith("Price");
    const edit = addTotal(template, place);
    expect(edit?.html).toBe(list.replace("</table>", `${foot("Total", sum)}</table>`));
    const again = cellWith("Price", edit?.html);
    expect(addTotal(again.template, again.place)).toBeUndefined();
  });

  test("goes into an empty cell of a foot that is there", () => {
    const html = list.replace("</table>", `${foot("Sum", "")}</table>`);
    const { template, place } = cellWith("Price", html);
    expect(addTotal(template, place)?.html).toBe(list.replace("</table>", `${foot("Sum", sum)}</table>`));
  });

  test("is not offered for a column that prints something other than a number of the list", () => {
    const { template, place } = cellWith("Price", list.replace("money EUR", "upper"));
    expect(addTotal(template, place)).toBeUndefined();
  });
});

describe("a row of a plain table", () => {
  const plain =
    "<table>\r\n  <tr class=a>\r\n    <td>1</td>\r\n    <td id=x><b>2</b></td>\r\n  </tr>\r\n  <tr><td>3<td>4\r\n</table>";

  test("comes in below, with the same cells and no text, and goes again", () => {
    const { template, place } = cellWith("1", plain);
    const edit = insertRow(template, place, "below");
    const row = '  <tr class=a style="height: 2em">\r\n    <td></td>\r\n    <td></td>\r\n  </tr>\r\n';
    expect(edit?.html).toBe(plain.replace("  <tr><td>3", `${row}  <tr><td>3`));
    expect(removeRow(template, place)?.html).toBe("<table>\r\n  <tr><td>3<td>4\r\n</table>");
  });

  test("is neither added nor deleted where a list makes the rows", () => {
    const { template, place } = cellWith("{{ item }}");
    expect([insertRow(template, place, "below"), removeRow(template, place)]).toEqual([undefined, undefined]);
  });
});
