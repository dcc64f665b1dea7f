import { documents } from "./documents.ts";
import { prose, repeat } from "./prose.ts";

export const pages = documents({
  "@page: a size of its own with margins, first, left and right pages": `<!doctype html><style>@page { size: 120mm 160mm; margin: 10mm } @page :first { margin: 40mm 10mm 10mm } @page :left { margin-left: 30mm } @page :right { margin-right: 30mm }</style>
    <p>${prose(900)}`,
  "@page: mixed sizes and landscape named pages": `<!doctype html><style>
      @page { size: A5 portrait; margin: 10mm } @page wide { size: A4 landscape; margin: 20mm } @page slip { size: 90mm 55mm; margin: 5mm }
      .wide { page: wide } .slip { page: slip }
    </style><p>${prose(150)}<div class="wide"><h1>Wide</h1>${prose(100)}</div><p>${prose(80)}<div class="slip">Slip</div><div class="wide">Wide again</div>`,
  "@page: margin boxes with counters, on all sides": `<!doctype html><style>
      @page { size: A5; margin: 25mm 20mm;
        @top-left-corner { content: "◤" } @top-left { content: "Left"; color: red } @top-center { content: "Page " counter(page) " of " counter(pages); border-bottom: 1px solid }
        @top-right { content: "Right"; font-weight: bold } @right-middle { content: "R"; background: #eee } @left-middle { content: "L" }
        @bottom-center { content: counter(page, upper-roman); font: italic 14px serif } @bottom-right { content: "end" } }
      @page :first { @top-center { content: "Cover" } @bottom-center { content: none } }
      h1 { break-before: page }
    </style>${repeat(4, (index) => `<h1>Part ${index}</h1><p>${prose(200)}`)}`,
  "@page: counters set, margin boxes of named pages, page orientation": `<!doctype html><style>
      @page { size: 105mm 148mm; margin: 15mm; @bottom-right { content: counter(page) "/" counter(pages) } }
      @page appendix { @bottom-right { content: "A-" counter(page, lower-alpha) } } @page turned { page-orientation: rotate-left }
      .appendix { page: appendix } .turned { page: turned }
    </style><p>${prose(200)}<div class="appendix">${prose(200)}</div><div class="turned">${prose(40)}</div>`,
  "breaks: before, after, inside, left and right, old names": `<!doctype html><style>
      @page { size: 105mm 148mm; margin: 8mm } .before { break-before: page } .after { break-after: page } .right { break-before: right } .left { break-before: left }
      .old { page-break-before: always } .whole { break-inside: avoid; border: 2px solid; height: 90mm } h2 { break-after: avoid }
    </style><p>one<p class="before">two<p class="after">still two<p>three<p class="right">right<p class="left">left<p class="old">old
    <p>${prose(30)}<div class="whole">whole</div><p>${prose(60)}<h2>with what follows</h2><p style="break-before: avoid">${prose(200)}<div class="whole">whole</div>
    <div style="break-inside: avoid-page">${prose(300)}</div><div style="page-break-after: always"></div><p>last<p class="after">`,
  "breaks: orphans, widows, boxes cut or cloned at the page's end": `<!doctype html><style>@page { size: 105mm 148mm; margin: 8mm } p { margin: 0 0 6px } .strict p { orphans: 4; widows: 4 } .lax p { orphans: 1; widows: 1 }
      .box { border: 4px solid blue; border-radius: 12px; padding: 10px; background: #eef; box-shadow: 3px 3px 4px #999 } .clone { box-decoration-break: clone }</style>
    <div class="strict">${repeat(9, (index) => `<p>${prose(40 + index * 5)}</p>`)}</div><div class="lax">${repeat(9, (index) => `<p>${prose(40 + index * 5)}</p>`)}</div>
    <div class="box">${prose(180)}</div><div class="box clone">${prose(180)}</div>`,
  "breaks: inside grids, flex boxes, columns and tables": `<!doctype html><style>@page { size: 105mm 148mm; margin: 8mm } .grid { display: grid; grid-template-columns: 1fr 2fr; gap: 6px } .flex { display: flex; gap: 6px } .columns { columns: 2 } td { border: 1px solid }</style>
    <div class="grid">${repeat(14, (index) => `<div style="background: #eee">${prose(12 + index * 3)}</div>`)}</div>
    <div class="flex"><div>${prose(150)}</div><div>${prose(90)}</div></div><div class="columns">${prose(400)}</div>
    <table>${repeat(4, (index) => `<tr><td>${index}<td>${prose(90)}`)}</table>`,
  "table head and foot again on every page": `<!doctype html><style>@page { size: A5; margin: 10mm } table { width: 100%; border-collapse: collapse } td, th { border: 1px solid #999; padding: 2px } thead { background: #def } tfoot { background: #fed } tr { break-inside: avoid }</style>
    <table><thead><tr><th>No<th>What<th>Price</thead><tfoot><tr><td colspan="2">carried<td>…</tfoot><tbody>${repeat(120, (row) => `<tr><td>${row}<td>Item ${row}${row % 7 ? "" : "<br>second line"}<td>${row * 3}.00`)}</tbody></table>`,
  "fixed boxes on every page, sticky ones where they are": `<!doctype html><style>@page { size: 105mm 148mm; margin: 10mm } .mark { position: fixed; top: 40%; left: 10%; rotate: -30deg; font-size: 40px; color: #f003 } .foot { position: fixed; bottom: 0; right: 0 } .sticky { position: sticky; top: 0; background: yellow }</style>
    <div class="mark">DRAFT</div><div class="foot">foot</div>${repeat(3, (index) => `<section><h2 class="${index < 2 ? "sticky" : ""}">${index}</h2><p>${prose(120)}</p></section>`)}`,
  "three hundred pages": `<!doctype html><title>Long</title><style>@page { size: 105mm 148mm; margin: 10mm; @bottom-center { content: counter(page) } } section { break-after: page } section:nth-child(odd) { background: #eef }</style>${repeat(300, (index) => `<section><h2 id="s${index}">Section ${index}</h2><p>${prose(15 + (index % 20))}<p><a href="#s${(index * 7) % 300}">see</a></section>`)}`,
  "links: addresses, anchors, broken over lines and pages": `<!doctype html><style>@page { size: 105mm 148mm; margin: 10mm }</style><base href="https://base.example/folder/"><p><a href="https://example.com/a?b=c&d=é">address</a> <a href="relative">relative</a> <a href="mailto:a@example.com">mail</a> <a href="#end">to the end</a> <a href="#absent">nowhere</a>
    <p>${prose(30)} <a href="https://example.com/long">${prose(40)}</a><p>${prose(120)}<a href="https://example.com/image"><svg width="40" height="20"><rect width="40" height="20"/></svg></a><p>${prose(60)}<h2 id="end">End</h2><a name="old" href="#top">top</a>
    <svg width="90" height="30"><a href="https://example.com/svg"><text y="20">in svg</text></a></svg>`,
  "settings: header and footer with page numbers and title": {
    settings: {
      format: "A5",
      margin: { top: "25mm", bottom: "25mm", left: "10mm", right: "10mm" },
      header:
        '<style>b { color: red }</style><div style="font-size: 9px; width: 100%; padding: 0 10mm; border-bottom: 1px solid">Head <b class="title"></b></div>',
      footer:
        '<div style="font: 9px serif; width: 100%; text-align: center"><span class="pageNumber"></span> / <span class="totalPages"></span></div>',
    },
    html: `<!doctype html><title>Head &amp; foot</title>${repeat(3, (index) => `<p style="break-after: ${index < 2 ? "page" : "auto"}">${prose(60)}`)}`,
  },
  "settings: a footer alone; the document's styles stay out of it": {
    settings: { footer: '<div style="font-size: 8px">not red <span class="pageNumber"></span></div>', format: "A6" },
    html: `<!doctype html><style>div { color: red; font-size: 30px } @page { margin: 20mm }</style><div>red</div>`,
  },
  ...Object.fromEntries(
    (["A3", "A4", "Letter", "Legal", "Tabloid"] as const).map((format) => [
      `settings: the paper ${format}`,
      { settings: { format }, html: `<!doctype html><p>${prose(9)}` },
    ]),
  ),
  "settings: half the scale, landscape, margins": {
    settings: {
      scale: 0.5,
      orientation: "landscape",
      margin: { top: "1in", left: "36pt", right: "2cm", bottom: "96px" },
    },
    html: `<!doctype html><style>body { background: #eef } div { width: 100vw; border: 1px solid }</style><div>${prose(400)}</div>`,
  },
  "settings: a larger scale on a label": {
    settings: { scale: 1.75, width: "4in", height: "6in" },
    html: `<!doctype html><h1>Label</h1><p>${prose(60)}`,
  },
  "settings: page ranges": {
    settings: { pageRanges: "2-3, 6, 8-9", format: "A6" },
    html: `<!doctype html><style>p { break-after: page }</style>${repeat(9, (index) => `<p>page ${index + 1}`)}`,
  },
  "settings: no backgrounds, but where colours are exact": {
    settings: { printBackground: false, format: "A6" },
    html: `<!doctype html><style>body { background: #eef } p { background: red; color: white; padding: 8px } .exact { print-color-adjust: exact }</style><p>not kept<p class="exact">kept<div style="border: 3px solid green; background: linear-gradient(red, blue)">gradient</div>`,
  },
  "settings: the screen's styles": {
    settings: { media: "screen" },
    html: `<!doctype html><style>@page { size: A5; margin: 12mm; @bottom-right { content: counter(page) } } p { padding: 4px } @media screen { body { background: #eef } p { font: 17px serif; break-after: page } } @media print { p { display: none } }</style>
    <style media="screen">p { border: 2px solid green }</style><style media="print">p { border: 2px solid red }</style><p>${prose(120)}<p>${prose(40)}<div style="width: 50vw; background: gold">half as wide</div>`,
  },
  "settings: the screen's styles, with scripts": {
    settings: { media: "screen", javascript: true },
    html: `<!doctype html><style>@media print { p { color: red } } @media (min-width: 300px) and screen { p { color: green } }</style><p id="p">x<script>p.textContent = matchMedia("screen").matches</script>`,
  },
  "settings: the paper's size wins over the CSS size": {
    settings: { preferCssPageSize: false, format: "Letter", margin: { top: "5mm" } },
    html: `<!doctype html><style>@page { size: 5in 5in; margin: 1in }</style><p style="background: #eee">${prose(200)}`,
  },
  "settings: tagged, with an outline from its headings": {
    settings: { tagged: true, outline: true, format: "A6" },
    html: `<!doctype html><html lang="en"><title>Tagged</title><h1>One</h1><p>${prose(40)}<h2>One and a bit</h2><ul><li>a<li>b</ul><table><tr><th>h<td>d</table><h1 style="break-before: page">Two</h1><figure><svg width="9" height="9" role="img" aria-label="dot"><circle r="9"/></svg><figcaption>Figure</figcaption></figure>`,
  },
  "wider than the paper: what is shrunk and what is cut": `<!doctype html><div style="width: 1400px; border: 4px solid red">${prose(80)}</div><pre>${prose(60)}</pre><table><tr>${repeat(30, (index) => `<td style="border: 1px solid; min-width: 60px">${index}`)}</table>`,
});
