import type { FidelityDocument } from "../../fidelity-document.ts";
import { paged, texts } from "../paged.ts";
import { prose } from "../prose.ts";

export const pageSequence: readonly FidelityDocument[] = [
  paged(
    "fixed boxes at all edges of pages of several sizes",
    "@page { size: 90mm 60mm } @page :left { size: 60mm 90mm } div { position: fixed; background: #fed } .t { top: 0; left: 0; right: 0 } .b { bottom: 0; left: 25%; width: 50% } .r { top: 50%; right: 0 } .n { left: -5mm; top: 20mm }",
    `<div class="t">top</div><div class="b">bottom</div><div class="r">right</div><div class="n">outside</div>${texts(160)}`,
  ),
  paged(
    "fixed boxes above and below what moves",
    "div { position: fixed; inset: 10mm; background: #fedc; z-index: -1 } b { position: fixed; top: 0; right: 0; z-index: 2; background: gold } p { background: #def8 }",
    `<div>below</div><b>above</b>${texts(200)}`,
  ),
  paged(
    "fixed boxes in boxes that hold them",
    "section { transform: translateX(5mm); border: 1px solid; height: 100mm } i { position: fixed; bottom: 0; right: 0; background: gold } div { contain: layout; height: 40mm } u { position: fixed; top: 5mm; left: 5mm }",
    `<section><i>in a transform</i>${prose(90)}</section><div><u>in a contained box</u></div>`,
  ),
  paged(
    "a fixed box that is higher than the page, and a fixed table",
    "div { position: fixed; top: 0; left: 0; width: 20mm; height: 200mm; background: linear-gradient(gold, teal) } table { position: fixed; bottom: 5mm; right: 0; border: 1px solid } p { margin-left: 22mm }",
    `<div></div><table><thead><tr><th>fixed<tbody><tr><td>table</table>${texts(160)}`,
  ),
  paged(
    "a fixed box only on what comes late",
    "i { position: fixed; top: 0; right: 0; background: gold } section { break-before: page }",
    `<p>1</p><section>2 <i>fixed</i></section><section>3 <i style="position: absolute; top: 0; left: 50%">absolute</i></section>`,
  ),
  paged(
    "a fixed box alone",
    "div { position: fixed; top: 10mm; left: 10mm; background: gold }",
    "<div>nothing else</div>",
  ),
  paged(
    "pages from right to left",
    "@page :left { background: #fee } @page :right { background: #eef } @page :first { @top-center { content: 'first' } }",
    `<p>1<p style="break-before: page">2<p style="break-before: right">right<p style="break-before: recto">recto<p style="break-before: verso">verso`,
    {},
    'dir="rtl"',
  ),
  paged(
    "pages of vertical text from right to left",
    "html { writing-mode: vertical-rl } @page :left { background: #fee } @page :right { background: #eef; margin: 20mm 10mm }",
    `${texts(200)}<p style="break-before: recto">recto`,
  ),
  paged(
    "pages of vertical text from left to right",
    "html { writing-mode: vertical-lr } @page { margin-block-start: 25mm } @page :left { background: #fee }",
    `${texts(160)}<p style="break-before: verso">verso`,
  ),
  paged(
    "pages of sideways text",
    "body { writing-mode: sideways-rl } @page { @top-left { content: 'top left' } }",
    texts(160),
  ),
  paged(
    "a direction and a writing mode of the body",
    "body { direction: rtl; writing-mode: vertical-rl } @page :left { background: #fee }",
    texts(160),
  ),
  paged(
    "a break after what is last makes no page",
    "@page { @top-center { content: counter(page) ' of ' counter(pages) } } p { break-after: page }",
    "<p>1<p>2<div><p>3</div>",
  ),
  paged(
    "margins, paddings and heights that end with the page make no other",
    "@page { margin: 0 } div { height: 148mm; background: #eef }",
    `<div>1</div><div>2<p style="margin-bottom: 200mm"></p></div>`,
  ),
  paged(
    "empty content at the end",
    "p { margin: 0 }",
    `${texts(40)}<div style="height: 130mm"></div><div></div><p></p><br><span></span><div style="clear: both"></div>`,
  ),
  paged(
    "content that is only shifted to another page",
    "div { position: relative; top: 160mm } b { position: absolute; top: 330mm; left: 20mm } i { display: block; transform: translateY(60mm) }",
    `<p>1</p><div>shifted</div><b>placed</b><i>moved</i>`,
  ),
  paged(
    "blank pages with margin boxes and fixed boxes",
    "@page { @bottom-center { content: counter(page) } } @page :blank { @top-center { content: 'left blank' } } i { position: fixed; top: 0; right: 0 }",
    `<i>fixed</i><p>1<p style="break-before: right">3<p style="break-before: right">5`,
  ),
  paged("nothing to print but margin boxes", "@page { @top-center { content: 'margin' } background: #eef }", ""),
  paged(
    "a part that is not displayed between breaks",
    "section { break-before: page } .gone { display: none } .unseen { visibility: hidden }",
    `<section>1</section><section class="gone">2</section><section class="unseen">3</section><section>4</section>`,
  ),
];
