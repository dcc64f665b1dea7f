import { prose } from "../prose.ts";
import { broken, fill } from "../paged.ts";

export const avoidedBreaks = broken({
  "inside a block": `<style>.whole { break-inside: avoid; border: 1px solid; height: 40mm }</style>${fill(100)}<div class="whole">next page</div>${fill(80)}<div class="whole">this page</div><div class="whole" style="break-inside: avoid-page">next page</div><div class="whole" style="break-inside: avoid-column">may break</div>`,
  "orphans and widows beside floats": `<style>p { orphans: 3; widows: 3; background: #eef } i { float: left; width: 25mm; height: 30mm; background: gold; margin-right: 2mm }</style>${fill(80)}<i></i><p>${prose(50)}</p>${fill(60)}<p><i></i>${prose(60)}</p><p>${prose(20)}<i style="float: right"></i>${prose(50)}`,
});
