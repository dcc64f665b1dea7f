import type { FidelityDocument } from "../../fidelity-document.ts";
import { paged, texts } from "../paged.ts";
import { prose } from "../prose.ts";

export const pageRules: readonly FidelityDocument[] = [
  paged(
    "named pages in each other",
    "@page outer { background: #fee } @page inner { background: #eef } .outer { page: outer } .inner { page: inner } .auto { page: auto }",
    `<p>none</p><div class="outer">outer<div class="inner">inner<p>inner still</div>outer<div class="auto">auto, so outer</div><div><div><div class="inner">deep</div></div></div></div><p>none`,
  ),
  paged(
    "named pages begin with their first child and end with their last",
    "@page a { background: #fee } @page b { background: #eef }",
    `<div style="page: a"><div style="page: b"><p>b first</p></div><p>a</p><div style="page: b">b last</div></div><div style="page: b">b, on the same page</div><div><div style="page: a">a</div></div><p>none`,
  ),
  paged(
    "named pages of table rows and row groups",
    "@page a { background: #fee } @page b { background: #eef } td { border: 1px solid }",
    `<table><tbody style="page: a"><tr><td>a<tr style="page: b"><td>b<tbody style="page: b"><tr><td style="page: a">b<tr><td>b</table><table style="page: a"><caption style="page: b">caption</caption><tr><td>a</table>`,
  ),
  paged(
    "named pages of items of flex boxes and grids",
    "@page a { background: #fee } @page b { background: #eef } .flex { display: flex } .column { flex-direction: column } .grid { display: grid }",
    ["flex", "flex column", "grid"]
      .map(
        (kind) => `<div class="${kind}"><div style="page: a">a</div><div style="page: b">b</div><div>none</div></div>`,
      )
      .join("<p>between</p>"),
  ),
  paged(
    "named pages of what is out of the flow or in a line",
    "@page a { background: #fee }",
    `<p>text <span style="page: a">inline</span> <b style="display: inline-block; page: a">block in a line</b></p><div style="float: left; page: a">float</div><div style="position: absolute; page: a; top: 60px">absolute</div><div style="position: fixed; bottom: 0; page: a">fixed</div><p style="clear: both">after</p><div style="page: a; display: flow-root">flow</div>`,
  ),
  paged(
    "named pages in columns and framed boxes",
    "@page a { background: #fee } .columns { columns: 2; column-rule: 1px solid } .hidden { overflow: hidden; height: 40mm }",
    `<div class="columns"><p>one</p><p style="page: a">two</p><p>three</p></div><div class="hidden"><p>one</p><p style="page: a">two</p></div><div style="contain: size; height: 30mm"><p style="page: a">contained`,
  ),
  paged(
    "page names by keyword, variable and case",
    ":root { --name: a } @page a { background: #fee } @page A { background: #efe } @page initial { background: red }",
    `<p style="page: var(--name)">a</p><p style="page: A">A</p><div style="page: a"><p style="page: inherit">a</p><p style="page: initial">a</p><p style="page: unset">a</p></div><p style="page: 'a'">none</p><p style="page: absent">absent</p>`,
  ),
  paged(
    "first pages of a name",
    "@page { background: white } @page a { background: #fee } @page a:first { background: #efe; margin: 20mm }",
    `<div style="page: a">a ${prose(140)}</div><p>none</p><div style="page: a">again ${prose(60)}</div>`,
  ),
  paged(
    "first, left, right and blank pages",
    "@page { @top-center { content: 'all' } } @page :first { @top-left { content: 'first' } } @page :left { @top-right { content: 'left' } } @page :right { @bottom-right { content: 'right' } } @page :blank { @bottom-center { content: 'blank' } background: #fee }",
    `<p>1<p style="break-before: right">3<p style="break-before: left">4<p style="break-before: left">6<p style="break-before: recto">7<p style="break-before: recto">9`,
  ),
  paged(
    "combined selectors and lists of them",
    "@page :first:right { background: #fee } @page :first:left { background: red } @page a:left, :blank { background: #eef } @page a:right, b { background: #efe } @page :left:blank { background: #ffe }",
    `<p>1<div style="page: a">a<p style="break-before: page">a</div><div style="page: b">b</div><p style="break-before: left">left<p style="break-before: left">left`,
  ),
  paged(
    "the more specific rule wins, then the later one",
    "@page :first { background: #efe } @page :left { margin-left: 30mm } @page { background: #fee; margin-left: 5mm } @page a { background: #eef } @page a:first { background: #ffe } @page { background: #eee } @page a { margin-left: 15mm }",
    `<div style="page: a">${texts(160)}</div>${texts(160)}`,
  ),
  paged(
    "important declarations and layers",
    "@layer late, early; @page { background: #fee !important; margin: 5mm } @page :first { background: red; margin: 20mm } @layer early { @page { margin-left: 40mm; padding: 5mm } } @layer late { @page { margin-left: 30mm; padding: 10mm !important; @top-center { content: 'layer' } } }",
    texts(200),
  ),
  paged(
    "rules under conditions",
    "@media print { @page { background: #efe } } @media screen { @page { background: red } } @supports (display: grid) { @page :left { background: #eef } } @supports (display: none-such) { @page { background: red } } @media (min-width: 1px) { @page { border: 1mm solid green } } @container (width > 1px) { @page { background: red } }",
    texts(160),
  ),
  paged(
    "rules in an imported sheet",
    `@import "data:text/css,@page { background: %23eef; @top-center { content: 'imported' } }"; @page { margin: 15mm }`,
    texts(120),
  ),
  paged(
    "rules of a shadow tree and a frame",
    "@page { background: #efe }",
    `<div><template shadowrootmode="open"><style>@page { background: red; size: 50mm } b { color: green }</style><b>shadow</b></template></div><iframe srcdoc="<style>@page { size: 50mm }</style>frame" width="120" height="40"></iframe>`,
  ),
  paged(
    "broken rules and unknown parts",
    "@page { background: #efe; colour: red; margin: 12mm; @top-middle { content: 'no' } @top-center { content: 'yes'; } p { color: red } @media print { color: red } } @page :unknown { background: red } @page : first { background: red } @page a b { background: red } @page :first :left { background: red } @page :FIRST { border: 1mm solid }",
    texts(30),
  ),
  paged(
    "rules with variables",
    ":root { --space: 22mm; --colour: #eef } @page { --own: 'own'; margin: var(--space, 12mm); background: var(--colour); @top-center { content: var(--own, 'fallback'); color: var(--absent, green) } @bottom-center { --inner: 'inner'; content: var(--inner) } }",
    texts(60),
  ),
];
