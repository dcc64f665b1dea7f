import type { FidelityDocument } from "../../fidelity-document.ts";
import { prose, repeat } from "../prose.ts";
import { broken, texts } from "../paged.ts";

const rows = (count: number, cells: (row: number) => string = (row) => `<td>${row}<td>Item ${row}`) =>
  repeat(count, (row) => `<tr>${cells(row)}`);
const css =
  "table { width: 100%; border-collapse: collapse } td, th { border: 1px solid #666; padding: 1mm } thead { background: #def } tfoot { background: #fed }";
const head = "<thead><tr><th>No<th>What";
const foot = "<tfoot><tr><td>foot<td>foot";

export const brokenTables: readonly FidelityDocument[] = [
  ...broken({
    "a head and a foot with a caption": `<style>${css}</style><table><caption>Caption above</caption>${head}${foot}<tbody>${rows(40)}</table><table style="caption-side: bottom"><caption>Caption below, ${prose(12)}</caption>${head}<tbody>${rows(24)}</table>`,
    "a head of several rows with spans": `<style>${css}</style><table><thead><tr><th rowspan="2">No<th colspan="2">Both<tr><th>a<th>b<tbody>${rows(40, (row) => `<td>${row}<td>x<td>y`)}</table>`,
    "heads and feet that are too high to repeat": `<style>${css}</style><table><thead><tr><th style="height: 60mm">high<th>head<tbody>${rows(12)}</table><table>${head}<tfoot><tr><td style="height: 50mm">high<td>foot<tbody>${rows(20)}</table>`,
    "heads that break inside, and those displayed otherwise": `<style>${css}</style><table><thead style="break-inside: avoid"><tr><th>whole<th>head<tbody>${rows(22)}</table><table><thead style="display: table-row-group"><tr><th>not<th>repeated<tbody>${rows(22)}</table><table><tbody style="display: table-header-group"><tr><td>a body<td>as head</tbody><tbody>${rows(22)}</table><table><thead style="break-inside: auto"><tr><th>auto<th>head<tbody>${rows(22)}</table>`,
    "a foot that comes before the body, several heads and bodies": `<style>${css}</style><table>${head}${foot}</tfoot>${repeat(3, (group) => `<tbody>${rows(12, (row) => `<td>${group}<td>${row}`)}</tbody>`)}<thead><tr><th>second<th>head</thead><tfoot><tr><td>second<td>foot</table>`,
    "cells that span rows over pages": `<style>${css}</style><table>${head}<tbody>${repeat(6, (group) => `<tr><td rowspan="6">${group} ${prose(group * 6)}<td>first${rows(5, (row) => `<td>${row}`)}`)}</table>`,
    "cells that span everything": `<style>${css}</style><table>${head}<tbody><tr><td rowspan="30">all ${prose(60)}<td>first${rows(29, (row) => `<td>${row}`)}<tr><td colspan="2">end</table>`,
    "rows that are higher than what is left, and than a page": `<style>${css}</style><table>${head}<tbody>${rows(3)}<tr><td>tall<td>${texts(300)}<tr><td style="height: 200mm">fixed<td>height${rows(3)}</table>`,
    "separate borders and spacing": `<style>table { border: 3mm solid teal; border-spacing: 3mm 5mm; border-radius: 5mm; background: #eef; empty-cells: hide } td { border: 2px solid; background: white }</style><table>${head}<tbody>${rows(16, (row) => `<td>${row}<td>${row % 4 ? "x" : ""}<td>${prose(row)}`)}</table>`,
    "collapsed borders of several widths and styles": `<style>table { border-collapse: collapse; border: 4px double teal } td { border: 1px solid; padding: 2mm } tr:nth-child(3n) td { border-top: 5px solid red } td:nth-child(2) { border-left: 3px dashed blue } thead td { border-bottom: 6px ridge gold }</style><table><thead><tr><td>a<td>b<td>c<tbody>${rows(30, (row) => `<td>${row}<td>x<td>${prose(row % 5)}`)}</table>`,
    "backgrounds of columns, rows and groups": `<style>table { border-spacing: 1mm } col:first-child { background: linear-gradient(red, blue) } colgroup { background: #eef } tr:nth-child(5n) { background: linear-gradient(90deg, gold, white) } tbody:last-child { background: #efe }</style><table><colgroup><col><col style="width: 30mm"></colgroup><tbody>${rows(20)}<tbody>${rows(20)}</table>`,
    "tables in cells, with heads of their own": `<style>${css}</style><table>${head}<tbody>${rows(3)}<tr><td>nested<td><table><thead><tr><th>inner<th>head<tbody>${rows(30)}</table>${rows(3)}</table>`,
    "tables beside each other and in other boxes": `<style>${css} .row { display: flex; gap: 3mm } .columns { columns: 2 }</style><div class="row"><table>${head}<tbody>${rows(24)}</table><table>${head}<tbody>${rows(14)}</table></div><div class="columns"><table>${head}<tbody>${rows(30)}</table></div><div style="float: left; width: 50%"><table>${head}<tbody>${rows(24)}</table></div>`,
    "tables of fixed layout, with heights, from right to left": `<style>${css} .fixed { table-layout: fixed; height: 300mm }</style><table class="fixed" dir="rtl">${head}${foot}<tbody>${rows(6)}</table><table style="writing-mode: vertical-rl; width: auto">${rows(3)}</table>`,
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
