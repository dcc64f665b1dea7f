import { documents } from "./documents.ts";
import { prose, repeat } from "./prose.ts";

export const layout = documents({
  "grid: areas, fractions, spans, dense flow, subgrid": `<!doctype html><style>
      .page { display: grid; gap: 8px 16px; grid-template: "head head" auto "side main" 200px "foot foot" auto / 1fr 3fr }
      .page > * { border: 1px solid #447; padding: 4px }
      .dense { display: grid; grid-template-columns: repeat(auto-fill, minmax(80px, 1fr)); grid-auto-flow: dense; gap: 2px }
      .dense :nth-child(3n) { grid-column: span 2; background: #fc8 } .dense :nth-child(5n) { grid-row: span 2; background: #8cf }
      .cards { display: grid; grid-template-columns: repeat(3, 1fr); grid-template-rows: auto 1fr auto; gap: 6px }
      .cards article { display: grid; grid-row: span 3; grid-template-rows: subgrid; background: #eee }
    </style>
    <div class="page"><header style="grid-area: head">Head</header><nav style="grid-area: side">Side</nav>
      <main style="grid-area: main; overflow: hidden">${prose(120)}</main><footer style="grid-area: foot">Foot</footer></div>
    <div class="dense">${repeat(24, (index) => `<div>${index}</div>`)}</div>
    <div class="cards">${repeat(3, (index) => `<article><h3>${prose(index * 3 + 1)}</h3><p>${prose(10 * (3 - index))}</p><b>end</b></article>`)}</div>`,
  "flexbox: wrapping, growing, ordering, baselines": `<!doctype html><style>
      .row { display: flex; flex-wrap: wrap; gap: 4px; border: 1px solid; margin: 8px } .row > * { background: #dde; padding: 2px 6px }
    </style>
    <div class="row">${repeat(30, (index) => `<span style="flex: ${index % 4} 1 ${40 + index * 3}px">${index}</span>`)}</div>
    <div class="row" style="align-items: baseline">${repeat(6, (index) => `<span style="font-size: ${8 + index * 5}px; order: ${-index}">Baseline</span>`)}</div>
    <div class="row" style="flex-direction: column; height: 200px; align-content: space-around">${repeat(12, (index) => `<p>${index}</p>`)}</div>`,
  "floats: both sides, clearing, shapes, initial letters": `<!doctype html><style>
      .left { float: left; width: 120px; height: 90px; background: teal; margin: 4px; shape-outside: circle(); clip-path: circle() }
      .right { float: right; width: 30%; border: 2px dashed; padding: 4px } p::first-letter { float: left; font: 700 44px/36px serif }
      p::first-line { font-variant: small-caps; letter-spacing: 1px }
    </style><div class="left"></div><div class="right">${prose(20)}</div><p>${prose(200)}</p>
    <p style="clear: both">${prose(60)}</p><div style="display: flow-root; background: #eee"><i class="left"></i>${prose(15)}</div>`,
  "multi-column: rules, spanning, balance, over pages": `<!doctype html><style>
      @page { size: A5; margin: 12mm } .columns { columns: 3 8em; column-rule: 2px dotted red; column-gap: 2em; text-align: justify }
      h2 { column-span: all; background: #eee } figure { break-inside: avoid; margin: 0; background: #cfc; height: 60px }
    </style><div class="columns"><p>${prose(300)}</p><h2>Across</h2><figure>A</figure><p>${prose(500)}</p><figure>B</figure><p>${prose(300)}</p></div>
    <div style="columns: 2; column-fill: auto; height: 100px">${prose(60)}</div>`,
  "positions: absolute, relative, z-index, overflow, anchored boxes": `<!doctype html><style>.box { position: absolute; width: 120px; height: 80px; opacity: .8 }</style>
    <div style="position: relative; height: 260px; border: 1px solid">
      ${repeat(8, (index) => `<div class="box" style="left: ${index * 45}px; top: ${index * 20}px; z-index: ${(index * 3) % 8}; background: hsl(${index * 45} 80% 60%)">${index}</div>`)}
      <div class="box" style="right: -20px; bottom: -20px; background: gold">out</div></div>
    <div style="overflow: hidden; height: 40px">${prose(80)}</div>
    <div style="overflow: scroll; height: 60px; width: 200px; resize: both">${prose(80)}</div>
    <span style="position: relative; top: 10px; left: 5px">moved</span>
    <div style="anchor-name: --a; width: 100px; margin: 40px; background: pink">anchor</div><div style="position: absolute; position-anchor: --a; left: anchor(right); top: anchor(top)">anchored</div>`,
  "sizes of the view: vh, vw, svh, lvh, vmin, calc and clamp": `<!doctype html><style>body { margin: 0 } div { outline: 1px solid; background: #def; margin-bottom: 4px }</style>
    <div style="height: 20vh; width: 50vw">20vh 50vw</div><div style="height: 10svh">10svh</div><div style="height: 10lvh">10lvh</div>
    <div style="width: 30vmin; height: 30vmin">30vmin</div><div style="font-size: clamp(8px, 3vw, 40px)">clamp</div>
    <div style="width: calc(100vw - 100px)">calc</div><div style="height: 100vh">the whole view</div><div style="min-height: 110dvh">more than it</div>`,
  "container queries, layers, nesting, scope, custom properties": `<!doctype html><style>
      @layer base, theme; @layer theme { p { color: blue } } @layer base { p { color: red; border: 1px solid } }
      .outer { container-type: inline-size; width: 40%; background: #eee } @container (width < 400px) { .inner { color: white; background: black } }
      .nest { & b { color: green; &::after { content: " nested" } } }
      @scope (.from) to (.to) { i { text-decoration: underline wavy red } }
      :root { --size: 3 } h1 { font-size: calc(var(--size) * 10px); color: var(--absent, purple) } .nest:has(b) { outline: 2px solid orange }
      @property --turn { syntax: "<angle>"; inherits: false; initial-value: 8deg } h1 { rotate: var(--turn); display: inline-block }
    </style><h1>Custom</h1><p>Layers</p><div class="outer"><div class="inner">inner</div></div><div class="nest"><b>bold</b></div>
    <div class="from"><i>in</i><div class="to"><i>out</i></div></div>`,
  "content-visibility, contain, lazy images": `<!doctype html><style>section { content-visibility: auto; contain-intrinsic-size: auto 900px; border: 1px solid }</style>
    ${repeat(6, (index) => `<section><h2>${index}</h2><p>${prose(150)}</p><img loading="lazy" width="60" height="20" alt="" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 6 2'%3E%3Ccircle cx='${index}' cy='1' r='1' fill='red'/%3E%3C/svg%3E"></section>`)}
    <div style="content-visibility: hidden">hidden</div><div style="contain: strict; height: 30px">${prose(40)}</div>`,
  "tables: collapsed borders, spans, captions, fixed layout, vertical alignment": `<!doctype html><style>table { border-collapse: collapse; margin: 8px } td, th { border: 1px solid #666; padding: 3px } .fixed { table-layout: fixed; width: 300px; border-collapse: separate; border-spacing: 6px; empty-cells: hide }</style>
    <table><caption>Caption</caption><colgroup><col style="background: #fee"><col span="2" style="background: #efe"></colgroup>
    <tr><th rowspan="3" style="border: 4px double red">Rows</th><td colspan="2">Across</td></tr><tr><td style="vertical-align: bottom">low</td><td style="height: 60px">${prose(12)}</td></tr><tr><td>x<td>y</table>
    <table class="fixed"><tr><td>${prose(5)}<td><td style="text-overflow: ellipsis; overflow: hidden; white-space: nowrap">${prose(9)}</table>
    <table style="caption-side: bottom; border: inset 5px"><caption>Below</caption>${repeat(5, (row) => `<tr>${repeat(row + 1, (cell) => `<td align="${["left", "center", "right"][cell % 3]}">${row * cell}`)}`)}</table>`,
});
