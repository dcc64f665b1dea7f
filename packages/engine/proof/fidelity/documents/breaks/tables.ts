import type { FidelityDocument } from "../../fidelity-document.ts";
import { prose, repeat } from "../prose.ts";
import { broken } from "../paged.ts";

const rows = (count: number, cells: (row: number) => string = (row) => `<td>${row}<td>Item ${row}`) =>
  repeat(count, (row) => `<tr>${cells(row)}`);
const css =
  "table { width: 100%; border-collapse: collapse } td, th { border: 1px solid #666; padding: 1mm } thead { background: #def } tfoot { background: #fed }";
const head = "<thead><tr><th>No<th>What";
const foot = "<tfoot><tr><td>foot<td>foot";

export const brokenTables: readonly FidelityDocument[] = [
  ...broken({
    "heads that break inside, and those displayed otherwise": `<style>${css}</style><table><thead style="break-inside: avoid"><tr><th>whole<th>head<tbody>${rows(22)}</table><table><thead style="display: table-row-group"><tr><th>not<th>repeated<tbody>${rows(22)}</table><table><tbody style="display: table-header-group"><tr><td>a body<td>as head</tbody><tbody>${rows(22)}</table><table><thead style="break-inside: auto"><tr><th>auto<th>head<tbody>${rows(22)}</table>`,
    "separate borders and spacing": `<style>table { border: 3mm solid teal; border-spacing: 3mm 5mm; border-radius: 5mm; background: #eef; empty-cells: hide } td { border: 2px solid; background: white }</style><table>${head}<tbody>${rows(16, (row) => `<td>${row}<td>${row % 4 ? "x" : ""}<td>${prose(row)}`)}</table>`,
    "collapsed borders of several widths and styles": `<style>table { border-collapse: collapse; border: 4px double teal } td { border: 1px solid; padding: 2mm } tr:nth-child(3n) td { border-top: 5px solid red } td:nth-child(2) { border-left: 3px dashed blue } thead td { border-bottom: 6px ridge gold }</style><table><thead><tr><td>a<td>b<td>c<tbody>${rows(30, (row) => `<td>${row}<td>x<td>${prose(row % 5)}`)}</table>`,
    "backgrounds of columns, rows and groups": `<style>table { border-spacing: 1mm } col:first-child { background: linear-gradient(red, blue) } colgroup { background: #eef } tr:nth-child(5n) { background: linear-gradient(90deg, gold, white) } tbody:last-child { background: #efe }</style><table><colgroup><col><col style="width: 30mm"></colgroup><tbody>${rows(20)}<tbody>${rows(20)}</table>`,
    "rows that are hidden, collapsed or empty": `<style>${css}</style><table>${head}<tbody>${rows(12)}<tr style="visibility: collapse"><td>collapsed<td>x<tr style="display: none"><td>none<tr style="visibility: hidden"><td>hidden<td>x<tr><tr style="height: 30mm"><tr>${rows(12)}</table>`,
    "tables of other elements, by style": `<style>.t { display: table; width: 100%; border: 1px solid } .h { display: table-header-group; background: #def } .r { display: table-row } .c { display: table-cell; border: 1px solid; padding: 1mm }</style><div class="t"><div class="h"><div class="r"><div class="c">head</div></div></div>${repeat(30, (row) => `<div class="r"><div class="c">${row}</div><div class="c">${prose(row % 6)}</div></div>`)}</div><div class="c">a cell alone</div>`,
    "rows and cells that are moved, placed and decorated": `<style>${css}</style><table>${head}<tbody>${rows(30, (row) => `<td style="${["position: relative; left: 3mm", "transform: rotate(2deg)", "opacity: .5", "outline: 2px solid red", "background: linear-gradient(gold, white)"][row % 5]}">${row}<td>${prose(row % 7)}`)}</table>`,
    "numbers of rows by a counter, and sums in every foot": `<style>${css} tbody { counter-reset: row } tbody tr { counter-increment: row } tbody td:first-child::before { content: counter(row) ". " } tfoot td::after { content: " after row " counter(row) }</style><table>${head}${foot}<tbody>${rows(36)}</table>`,
  }),
  ...["top", "middle", "bottom", "baseline"].flatMap((align) =>
    broken({
      [`cells aligned to ${align}, over pages`]: `<style>${css} td { vertical-align: ${align} }</style><table>${rows(4)}<tr><td>${align}<td>${prose(200)}<td>${prose(30)}<tr><td style="height: 150mm">${align}<td>${prose(20)}</table>`,
    }),
  ),
];
