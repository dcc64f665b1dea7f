import { paged, texts } from "../paged.ts";
import { prose } from "../prose.ts";

export const pageSequence = paged({
  "fixed boxes above and below what moves": `<style>div { position: fixed; inset: 10mm; background: #fedc; z-index: -1 } b { position: fixed; top: 0; right: 0; z-index: 2; background: gold } p { background: #def8 }</style><div>below</div><b>above</b>${texts(200)}`,
  "fixed boxes in boxes that hold them": `<style>section { transform: translateX(5mm); border: 1px solid; height: 100mm } i { position: fixed; bottom: 0; right: 0; background: gold } div { contain: layout; height: 40mm } u { position: fixed; top: 5mm; left: 5mm }</style><section><i>in a transform</i>${prose(90)}</section><div><u>in a contained box</u></div>`,
  "a fixed box that is higher than the page, and a fixed table": `<style>div { position: fixed; top: 0; left: 0; width: 20mm; height: 200mm; background: linear-gradient(gold, teal) } table { position: fixed; bottom: 5mm; right: 0; border: 1px solid } p { margin-left: 22mm }</style><div></div><table><thead><tr><th>fixed<tbody><tr><td>table</table>${texts(160)}`,
  "a fixed box alone": `<style>div { position: fixed; top: 10mm; left: 10mm; background: gold }</style><div>nothing else</div>`,
  "pages from right to left": `<html dir="rtl"><style>@page :left { background: #fee } @page :right { background: #eef } @page :first { @top-center { content: 'first' } }</style><p>1<p style="break-before: page">2<p style="break-before: right">right<p style="break-before: recto">recto<p style="break-before: verso">verso`,
  "pages of vertical text from right to left": `<style>html { writing-mode: vertical-rl } @page :left { background: #fee } @page :right { background: #eef; margin: 20mm 10mm }</style>${texts(200)}<p style="break-before: recto">recto`,
  "pages of vertical text from left to right": `<style>html { writing-mode: vertical-lr } @page { margin-block-start: 25mm } @page :left { background: #fee }</style>${texts(160)}<p style="break-before: verso">verso`,
  "pages of sideways text": `<style>body { writing-mode: sideways-rl } @page { @top-left { content: 'top left' } }</style>${texts(160)}`,
  "empty content at the end": `<style>p { margin: 0 }</style>${texts(40)}<div style="height: 130mm"></div><div></div><p></p><br><span></span><div style="clear: both"></div>`,
  "content that is only shifted to another page": `<style>div { position: relative; top: 160mm } b { position: absolute; top: 330mm; left: 20mm } i { display: block; transform: translateY(60mm) }</style><p>1</p><div>shifted</div><b>placed</b><i>moved</i>`,
  "blank pages with margin boxes and fixed boxes": `<style>@page { @bottom-center { content: counter(page) } } @page :blank { @top-center { content: 'left blank' } } i { position: fixed; top: 0; right: 0 }</style><i>fixed</i><p>1<p style="break-before: right">3<p style="break-before: right">5`,
  "nothing to print but margin boxes": `<style>@page { @top-center { content: 'margin' } background: #eef }</style>`,
  "a part that is not displayed between breaks": `<style>section { break-before: page } .gone { display: none } .unseen { visibility: hidden }</style><section>1</section><section class="gone">2</section><section class="unseen">3</section><section>4</section>`,
});
