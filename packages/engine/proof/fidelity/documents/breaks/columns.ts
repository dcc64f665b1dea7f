import { prose, repeat } from "../prose.ts";
import { broken, texts } from "../paged.ts";

const columns = ".columns { columns: 2; column-gap: 5mm; column-rule: 1px dashed red; background: #eef }";
const items = (count: number, words: (index: number) => number) =>
  repeat(count, (index) => `<div>${index}: ${prose(words(index))}</div>`);
const flex =
  ".flex { display: flex; background: #eef; margin: 3mm 0; gap: 2mm } .flex > * { border: 1px solid } .column { flex-direction: column }";
const grid =
  ".grid { display: grid; grid-template-columns: 1fr 2fr; gap: 2mm 3mm; background: #eef; margin: 3mm 0 } .grid > * { border: 1px solid }";

export const brokenColumns = broken({
  "columns in columns": `<style>${columns}</style><div class="columns">${texts(60)}<div class="columns" style="column-rule: 1px solid blue">${texts(200)}</div>${texts(60)}</div>`,
  "columns by width, many of them, and too wide ones": `<style>${columns}</style><div class="columns" style="columns: 15mm">${texts(120)}</div><div class="columns" style="columns: 6; column-gap: 0">${texts(100)}</div><div class="columns" style="columns: 200mm">${texts(40)}</div><div class="columns" style="columns: 2; column-rule: 10mm ridge gold">${prose(30)}${"W".repeat(40)}`,
  "rows of flex boxes that are higher than what is left": `<style>${flex}</style>${texts(60)}<div class="flex">${items(3, (index) => 20 + index * 30)}</div><div class="flex" style="align-items: center">${items(2, (index) => 90 - index * 60)}</div><div class="flex" style="align-items: flex-end; height: 160mm">${items(2, (index) => 30 + index * 30)}</div>`,
  "lines of flex boxes that wrap": `<style>${flex} .flex { flex-wrap: wrap } .flex > * { width: 40%; flex: 1 1 40% }</style><div class="flex">${items(14, (index) => (index * 7) % 30)}</div><div class="flex" style="flex-wrap: wrap-reverse">${items(8, (index) => index * 3)}</div><div class="flex" style="height: 200mm; align-content: space-between">${items(6, () => 6)}`,
  "columns of flex boxes": `<style>${flex}</style><div class="flex column">${items(8, (index) => 10 + index * 4)}</div><div class="flex column" style="height: 160mm; justify-content: space-around">${items(3, () => 12)}</div><div class="flex column" style="flex-wrap: wrap; height: 100mm">${items(6, () => 20)}</div><div class="flex column" style="align-items: end">${items(2, () => 20)}`,
  "flex boxes in reverse and in another order": `<style>${flex}</style><div class="flex" style="flex-direction: row-reverse">${items(3, (index) => 30 + index * 20)}</div><div class="flex column" style="flex-direction: column-reverse">${items(8, () => 20)}</div><div class="flex column">${repeat(8, (index) => `<div style="order: ${(index * 3) % 8}">${index}: ${prose(20)}</div>`)}</div>`,
  "flex items that grow, shrink and have margins": `<style>${flex}</style><div class="flex column" style="height: 200mm">${repeat(4, (index) => `<div style="flex: ${index} 1 ${10 + index * 10}mm">${index}</div>`)}</div><div class="flex column">${repeat(6, (index) => `<div style="margin: auto ${index * 2}mm ${index * 3}mm; min-height: 20mm">${index}</div>`)}</div>`,
  "items of grids that span rows and columns": `<style>${grid}</style><div class="grid" style="grid-template-columns: repeat(3, 1fr)">${repeat(24, (index) => `<div style="${["", "grid-row: span 3", "grid-column: span 2", "grid-area: span 2 / span 2"][index % 4]}">${index}: ${prose(12)}</div>`)}</div>`,
  "grids with areas and fixed rows": `<style>${grid}</style><div class="grid" style="grid-template: 'h h' 30mm 's m' 160mm 'f f' 20mm / 1fr 2fr"><div style="grid-area: h">head</div><div style="grid-area: s">${texts(60)}</div><div style="grid-area: m">${texts(180)}</div><div style="grid-area: f">foot</div></div>`,
  "subgrids, dense flow and alignment": `<style>${grid}</style><div class="grid"><div style="grid-column: 1 / -1; display: grid; grid-template-columns: subgrid; row-gap: 4mm">${items(10, () => 18)}</div></div><div class="grid" style="grid-auto-flow: dense; grid-template-columns: repeat(3, 1fr); align-items: center">${repeat(16, (index) => `<div style="grid-column: span ${1 + (index % 3)}; min-height: ${10 + (index % 4) * 10}mm">${index}</div>`)}</div>`,
  "grids of a height that rows share": `<style>${grid}</style><div class="grid" style="height: 260mm; grid-auto-rows: 1fr">${items(8, () => 6)}</div><div class="grid" style="height: 200mm; align-content: space-evenly">${items(6, () => 6)}</div>`,
});
