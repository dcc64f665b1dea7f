import type { FidelityDocument } from "../../fidelity-document.ts";
import { dataUrl } from "../../fixtures.ts";
import { oneOfEach, paged, texts } from "../paged.ts";
import { prose, repeat } from "../prose.ts";

export const pageFaces: readonly FidelityDocument[] = [
  paged(
    "backgrounds, borders and padding of the page",
    "@page { margin: 8mm; padding: 6mm; border: 2mm solid teal; background: #eef; border-radius: 5mm } @page :left { border-style: dashed; padding: 2mm 15mm; background: linear-gradient(#fee, white) }",
    texts(240),
  ),
  paged(
    "a page's background under those of root and body",
    "@page { background: #fee } html { background: #eef; margin: 3mm; border: 1px solid } body { background: #efe; border: 1px dotted }",
    texts(160),
  ),
  paged(
    "a background of the root over pages and margins",
    "html { background: linear-gradient(#fee, #eef) } body { background: #fff8 }",
    texts(200),
  ),
  paged(
    "a background of the body over pages and margins",
    `body { background: url(${dataUrl("alpha.png")}) 5mm 5mm / 30mm repeat-y, #ffe }`,
    texts(200),
  ),
  paged(
    "a background that is fixed to the page",
    "html { background: radial-gradient(circle at 50% 50%, #fcc, white 40mm) fixed } div { background: linear-gradient(#cfc, #ccf) fixed; height: 60mm }",
    `${texts(60)}<div>fixed</div>${texts(60)}<div>fixed</div>`,
  ),
  paged(
    "outlines and shadows of the page",
    "@page { outline: 1mm solid red; box-shadow: 0 0 5mm blue; opacity: .5; color: green } @page :left { visibility: hidden; display: none }",
    texts(160),
  ),
  paged(
    "pages that are turned",
    "@page { @top-center { content: 'top' } } @page l { page-orientation: rotate-left } @page r { page-orientation: rotate-right; size: 148mm 105mm } @page u { page-orientation: upright }",
    oneOfEach(["l", "r", "u", "l"]),
  ),
  paged(
    "pages that are turned by their side",
    "@page :left { page-orientation: rotate-left; margin: 20mm 5mm 5mm } @page :right { page-orientation: rotate-right }",
    texts(260),
  ),
  paged(
    "no backgrounds but where they have to be",
    "@page { background: #fee; border: 1mm solid; @top-center { content: 'exact'; background: gold; print-color-adjust: exact } @bottom-center { content: 'economy'; background: gold } } p { background: #eef } .exact { print-color-adjust: exact; color: white; background: navy }",
    `<p>economy<p class="exact">exact`,
    { printBackground: false },
  ),
  paged("dark pages", ":root { color-scheme: dark } @page { @top-center { content: 'margin' } }", texts(60)),
  paged(
    "units of the view on pages of several sizes",
    "@page a { size: 148mm 70mm } @page b { size: 60mm 100mm; margin: 2mm } div { width: 50vw; height: 10vh; background: #def; margin: 1vmin 0; border: 1vmax solid }",
    `<div>1</div><section style="page: a"><div>2</div></section><section style="page: b"><div>3</div></section>`,
  ),
  paged(
    "heights of the view that fill pages",
    "@page { margin: 10mm } div { height: 100vh; box-sizing: border-box; border: 2px solid } .more { height: 150vh; background: linear-gradient(red, blue) }",
    `<div>one</div><div>two</div><div class="more">three</div>`,
  ),
  paged(
    "media queries of the paper's size",
    "p { display: none } @media (max-width: 110mm) { .a { display: block } } @media (min-height: 140mm) { .b { display: block } } @media (orientation: portrait) { .c { display: block } } @media (aspect-ratio < 1) { .d { display: block } } @media (width: 105mm) { .e { display: block } } @media (min-width: 600px) { .f { display: block } } body::before { content: 'always' }",
    repeat(6, (index) => `<p class="${"abcdef"[index]}">${"abcdef"[index]}`),
    { format: "A6" },
  ),
  paged(
    "media queries of a paper that lies on its side",
    "@page { size: auto } p { color: gray } @media (orientation: landscape) { p { color: green } } @media (min-width: 130mm) { p { border: 1px solid } } @media (max-height: 110mm) { p { background: #eef } }",
    texts(40),
    { format: "A6", orientation: "landscape" },
  ),
  paged(
    "a scale with sizes and margins of the page's rule",
    "@page { margin: 20mm 10mm; @top-center { content: 'scaled' } } div { width: 100%; border: 1mm solid }",
    `<div>${texts(160)}</div>`,
    { scale: 0.7 },
  ),
  paged(
    "a larger scale with named pages",
    "@page a { size: 140mm 100mm; margin: 10mm } section { border: 1mm solid }",
    `<p>${prose(20)}</p>${oneOfEach(["a"])}`,
    { scale: 1.4 },
  ),
  paged(
    "heads and feet of the settings beside margins of the rules",
    "@page { margin: 25mm 10mm } @page :left { margin-top: 40mm }",
    texts(200),
    {
      header: '<b style="font-size: 9px" class="pageNumber"></b>',
      footer: '<span style="font-size: 9px">foot of <i class="totalPages"></i></span>',
    },
  ),
  paged(
    "ranges of pages with several sizes",
    "@page :left { size: 148mm 105mm; @top-center { content: counter(page) '/' counter(pages) } }",
    texts(500),
    { pageRanges: "2,4-5" },
  ),
  paged(
    "tagged pages of several sizes with margin boxes",
    "@page { @top-center { content: 'margin ' counter(page) } } @page a { size: 148mm 105mm }",
    `<h1>One</h1>${texts(60)}<section style="page: a"><h2>Two</h2><table><tr><th>a<td>b</table></section>`,
    { tagged: true, outline: true },
  ),
  paged(
    "a zoomed root, zoomed boxes",
    "html { zoom: 1.5 } div { zoom: .5; width: 100mm; border: 2px solid } section { zoom: 200%; break-before: page }",
    `<p>${prose(30)}</p><div>${prose(60)}</div><section>${prose(12)}</section>`,
  ),
  paged(
    "content wider than the page",
    "div { width: 150mm; border: 2px solid red } table { border: 1px solid }",
    `<div>${prose(60)}</div><table><tr>${repeat(16, (index) => `<td style="min-width: 30px">${index}`)}</table>${texts(120)}`,
  ),
  paged(
    "overflow of root and body",
    "html { overflow: hidden; height: 60mm } body { overflow: scroll; height: 100mm; border: 1px solid }",
    texts(240),
  ),
];
