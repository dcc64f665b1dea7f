import type { FidelityDocument } from "../../fidelity-document.ts";
import { oneOfEach, paged, texts } from "../paged.ts";
import { prose, repeat } from "../prose.ts";

export const pageFaces: readonly FidelityDocument[] = [
  ...paged({
    "backgrounds, borders and padding of the page": `<style>@page { margin: 8mm; padding: 6mm; border: 2mm solid teal; background: #eef; border-radius: 5mm } @page :left { border-style: dashed; padding: 2mm 15mm; background: linear-gradient(#fee, white) }</style>${texts(240)}`,
    "a background that is fixed to the page": `<style>html { background: radial-gradient(circle at 50% 50%, #fcc, white 40mm) fixed } div { background: linear-gradient(#cfc, #ccf) fixed; height: 60mm }</style>${texts(60)}<div>fixed</div>${texts(60)}<div>fixed</div>`,
    "outlines and shadows of the page": `<style>@page { outline: 1mm solid red; box-shadow: 0 0 5mm blue; opacity: .5; color: green } @page :left { visibility: hidden; display: none }</style>${texts(160)}`,
    "pages that are turned": `<style>@page { @top-center { content: 'top' } } @page l { page-orientation: rotate-left } @page r { page-orientation: rotate-right; size: 148mm 105mm } @page u { page-orientation: upright }</style>${oneOfEach(["l", "r", "u", "l"])}`,
    "pages that are turned by their side": `<style>@page :left { page-orientation: rotate-left; margin: 20mm 5mm 5mm } @page :right { page-orientation: rotate-right }</style>${texts(260)}`,
    "dark pages": `<style>:root { color-scheme: dark } @page { @top-center { content: 'margin' } }</style>${texts(60)}`,
    "units of the view on pages of several sizes": `<style>@page a { size: 148mm 70mm } @page b { size: 60mm 100mm; margin: 2mm } div { width: 50vw; height: 10vh; background: #def; margin: 1vmin 0; border: 1vmax solid }</style><div>1</div><section style="page: a"><div>2</div></section><section style="page: b"><div>3</div></section>`,
    "heights of the view that fill pages": `<style>@page { margin: 10mm } div { height: 100vh; box-sizing: border-box; border: 2px solid } .more { height: 150vh; background: linear-gradient(red, blue) }</style><div>one</div><div>two</div><div class="more">three</div>`,
    "a zoomed root, zoomed boxes": `<style>html { zoom: 1.5 } div { zoom: .5; width: 100mm; border: 2px solid } section { zoom: 200%; break-before: page }</style><p>${prose(30)}</p><div>${prose(60)}</div><section>${prose(12)}</section>`,
    "content wider than the page": `<style>div { width: 150mm; border: 2px solid red } table { border: 1px solid }</style><div>${prose(60)}</div><table><tr>${repeat(16, (index) => `<td style="min-width: 30px">${index}`)}</table>${texts(120)}`,
    "no backgrounds but where they have to be": {
      settings: { printBackground: false },
      html: `<style>@page { background: #fee; border: 1mm solid; @top-center { content: 'exact'; background: gold; print-color-adjust: exact } @bottom-center { content: 'economy'; background: gold } } p { background: #eef } .exact { print-color-adjust: exact; color: white; background: navy }</style><p>economy<p class="exact">exact`,
    },
    "media queries of the paper's size": {
      settings: { format: "A6" },
      html: `<style>p { display: none } @media (max-width: 110mm) { .a { display: block } } @media (min-height: 140mm) { .b { display: block } } @media (orientation: portrait) { .c { display: block } } @media (aspect-ratio < 1) { .d { display: block } } @media (width: 105mm) { .e { display: block } } @media (min-width: 600px) { .f { display: block } } body::before { content: 'always' }</style>${repeat(6, (index) => `<p class="${"abcdef"[index]}">${"abcdef"[index]}`)}`,
    },
    "media queries of a paper that lies on its side": {
      settings: { format: "A6", orientation: "landscape" },
      html: `<style>@page { size: auto } p { color: gray } @media (orientation: landscape) { p { color: green } } @media (min-width: 130mm) { p { border: 1px solid } } @media (max-height: 110mm) { p { background: #eef } }</style>${texts(40)}`,
    },
    "a scale with sizes and margins of the page's rule": {
      settings: { scale: 0.7 },
      html: `<style>@page { margin: 20mm 10mm; @top-center { content: 'scaled' } } div { width: 100%; border: 1mm solid }</style><div>${texts(160)}</div>`,
    },
    "a larger scale with named pages": {
      settings: { scale: 1.4 },
      html: `<style>@page a { size: 140mm 100mm; margin: 10mm } section { border: 1mm solid }</style><p>${prose(20)}</p>${oneOfEach(["a"])}`,
    },
    "heads and feet of the settings beside margins of the rules": {
      settings: {
        header: '<b style="font-size: 9px" class="pageNumber"></b>',
        footer: '<span style="font-size: 9px">foot of <i class="totalPages"></i></span>',
      },
      html: `<style>@page { margin: 25mm 10mm } @page :left { margin-top: 40mm }</style>${texts(200)}`,
    },
    "ranges of pages with several sizes": {
      settings: { pageRanges: "2,4-5" },
      html: `<style>@page :left { size: 148mm 105mm; @top-center { content: counter(page) '/' counter(pages) } }</style>${texts(500)}`,
    },
    "tagged pages of several sizes with margin boxes": {
      settings: { tagged: true, outline: true },
      html: `<style>@page { @top-center { content: 'margin ' counter(page) } } @page a { size: 148mm 105mm }</style><h1>One</h1>${texts(60)}<section style="page: a"><h2>Two</h2><table><tr><th>a<td>b</table></section>`,
    },
  }),
];
