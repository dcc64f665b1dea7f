import type { FidelityDocument } from "../fidelity-document.ts";
import { prose, repeat } from "./prose.ts";

export const text: readonly FidelityDocument[] = [
  {
    name: "counters, generated content, quotes, list markers",
    html: `<!doctype html><html lang="en"><style>body { counter-reset: part } h2::before { counter-increment: part; content: counter(part, upper-roman) ". " } h3 { counter-increment: sub } h2 { counter-reset: sub } h3::before { content: counters(part, ".") "." counter(sub) " " }
      @counter-style stars { system: cyclic; symbols: "★" "☆"; suffix: " " } .stars { list-style: stars } li::marker { color: red; font-weight: bold } q { quotes: "«" "»" "‹" "›" } a::after { content: " (" attr(href) ")" } .open::before { content: open-quote } .n::after { content: counter(page) }</style>
      ${repeat(3, () => `<h2>Part</h2>${repeat(2, () => "<h3>Sub</h3>")}`)}<ul class="stars"><li>a<li>b<li>c</ul><ol type="i" start="7" reversed><li>a<li value="3">b<li>c</ol><ol style="list-style: hebrew inside"><li>x<li>y</ol><ul><li>disc<ul><li>circle<ul><li>square</ul></ul></ul>
      <q>outer <q>inner</q></q> <a href="https://example.com/">link</a> <span class="open">open</span><details><summary>closed</summary>hidden</details><details open><summary>opened</summary>shown</details><p class="n">page `,
  },
  {
    name: "decoration, spacing, alignment, emphasis, initial letters",
    html: `<!doctype html><p style="text-decoration: underline wavy red 2px">${prose(8)}<p style="text-decoration: line-through double; text-underline-offset: 5px">${prose(6)}<p style="letter-spacing: 3px; word-spacing: 10px">${prose(8)}<p style="text-align: justify; text-align-last: right">${prose(30)}<p style="text-indent: 3em hanging">${prose(30)}<p style="text-emphasis: circle red">emphasis<p style="-webkit-text-stroke: 1px blue; font-size: 30px; color: transparent">stroke<p style="initial-letter: 2">${prose(20)}<p style="line-height: 2.5">${prose(24)}<p>H<sub>2</sub>O x<sup>2</sup> <mark>mark</mark> <kbd>kbd</kbd> <small>small</small> <del>del</del> <ins>ins</ins> <abbr title="x">abbr</abbr> <s>s</s> <u>u</u><p style="text-transform: uppercase">${prose(6)}<p style="text-shadow: 1px 1px red">${prose(6)}<pre>pre  formatted
   text</pre><p style="direction: rtl">${prose(9)}<p style="unicode-bidi: bidi-override; direction: rtl">reversed<hr><hr style="border: 0; height: 4px; background: red; width: 50%"><blockquote>quote</blockquote><address>address</address><dl><dt>term<dd>description</dl>`,
  },
  {
    name: "MathML",
    html: `<!doctype html><p>Inline <math><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mfrac><mn>1</mn><mi>n</mi></mfrac></math><math display="block"><mrow><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>∞</mi></munderover><msqrt><mfrac><mrow><mi>a</mi><mo>−</mo><mi>b</mi></mrow><mroot><mi>c</mi><mn>3</mn></mroot></mfrac></msqrt><mo>=</mo><mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable><mo>)</mo></mrow></math>`,
  },
];
