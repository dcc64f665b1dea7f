import { documents } from "./documents.ts";
import { dataUrl } from "../fixtures.ts";
import { prose, repeat } from "./prose.ts";

/** Styles that count the elements, so that an element more in the document would show. */
const counting = `<style>
  * { display: block; border: 1px solid #999; margin: 2px; font: 12px monospace }
  style, title, script, meta, link, head { min-height: 4px } style { white-space: pre-wrap }
  head > :first-child { background: #fcc } head > :last-child { color: blue } head > :nth-child(2) { border-color: lime } head > :nth-of-type(2n) { outline: 2px solid orange }
  body > :last-child { background: gold } body > :first-child { background: aqua } body > :nth-last-child(2) { color: red } body > :only-child { font-size: 30px } :empty { border-color: magenta; min-height: 6px } html > :last-child { border: 4px double }
  style:nth-of-type(1)::before { content: "first style: " } style:last-of-type::after { content: " last style" } html:has(> head > style:only-of-type)::after { content: "one style in the head" } body:has(style)::after { content: "a style in the body" }
  html::before { content: attr(class) "|" attr(style) "|" attr(lang) } body::before { content: attr(class) "|" attr(style) "|" attr(id) }
</style>`;

export const oddities = documents({
  "nothing at all": "",
  "nothing but white space": " \n\t \n",
  "nothing but a comment": "<!-- nothing -->",
  "nothing but a doctype": "<!doctype html>",
  "nothing but text": "Just text & no more",
  "an empty page with a background": "<!doctype html><body style='background: pink'>",
  "structure: first, last and only children of a whole document": `<!doctype html><html class="own" lang="en"><head><title>Counted</title>${counting}<meta name="x"></head><body id="b"><p>first<p>second<div></div><p>last</body></html>`,
  "structure: the same where the browser makes head and body itself": `<!doctype html>${counting}<p>only`,
  "documents in frames, objects and each other": `<!doctype html><p>outside<iframe srcdoc="<p>a frame"></iframe><iframe srcdoc="<p>around<iframe srcdoc='<p>nested'></iframe>"></iframe><iframe src="data:text/html,<p>data"></iframe><object data="data:text/html,<p>object" type="text/html"></object>`,
  "structure: styles in the body and after it": `<!doctype html><p>first</p>${counting}<p></p></body></html><style>p { letter-spacing: 2px }</style><!-- after -->`,
  "structure: no elements of its own but a shadow tree's": `<!doctype html>${counting}<div><template shadowrootmode="open"><style>:host { border: 3px solid red } ::slotted(*) { color: green } b { display: inline }</style><b>shadow</b><slot></slot></template><i>slotted</i></div><template><p>never</p></template>`,
  "quirks: no doctype, old attributes": `<html><head><title>Quirks</title></head><body bgcolor="#eeeeff" text="navy" topmargin="0"><center><font size="5" color="red" face="Arial">Font</font></center><table width="100%" height="50%" border="2" cellpadding="6" bgcolor="yellow"><tr><td width="30%" nowrap>cell<td valign="top">${prose(9)}</table><img width="50%" height="20" align="right" src="${dataUrl("alpha.png")}"><p style="font-size: 20; width: 200; color: 0000ff">no units</p><div style="height: 10%"></div><hr size="8" noshade><br clear="all"><ul type="square"><li>a</ul>`,
  "limited quirks: an old doctype": `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><body><table><tr><td><img src="${dataUrl("alpha.png")}" width="60" style="border: 1px solid" /></td></tr></table><p>XHTML<br /></p></body></html>`,
  "broken HTML: unclosed, misnested, stray": `<p>one<b>bold<p>two</b></i></div><table><tr>stray<td>cell<p>in<table><tr><td>inner</table></tr>more<li>item<a href=x>link<a href=y>again<select><div>in select<option>o</select><h1>head<h2>er</h1>&amp &lt; &notanentity; &#0; &#x80; &copy<svg><p>out</svg><math><mi>x<p>out</math><![CDATA[no]]><?php ?><!doctype html><html><body class="late"><frameset><frame></frameset><style>b { color: red }`,
  "broken HTML: ends within a tag": `<!doctype html><p>before<div class="unclosed`,
  "broken HTML: ends within a style": `<!doctype html><p>text<style>p { color: red; font-size: 40px`,
  "broken CSS: unknown rules, unclosed blocks, bad values":
    `<!doctype html><style>@unknown { p { color: red } } p { color: notacolour; colour: red; font-size: 20px; width: 12 } } p { color: blue } @media print { p { text-decoration: underline } /* never closed`.concat(
      `</style><p>text`,
    ),
  "media: print and screen, colour scheme, size of the page, hover, motion": `<!doctype html><meta name="color-scheme" content="light dark"><style>p { display: none } @media print { .print { display: block } } @media screen { .screen { display: block } } @media not print { .not { display: block } } @media (prefers-color-scheme: dark) { .dark { display: block } } @media (prefers-color-scheme: light) { .light { display: block } }
      @media (min-width: 500px) { .wide { display: block } } @media (orientation: landscape) { .landscape { display: block } } @media (hover: hover) { .hover { display: block } } @media (prefers-reduced-motion: reduce) { .still { display: block } } @media (min-resolution: 1.5dppx) { .sharp { display: block } } @media (color) { .colour { display: block } } @media (scripting: none) { .none { display: block } } @media (scripting: enabled) { .scripts { display: block } } @media (update: none) { .update { display: block } } @media (min-height: 900px) { .tall { display: block } }</style>
      <style media="screen">body { background: red }</style><style media="print">body { border: 2px solid green }</style>${"print screen not dark light wide landscape hover still sharp colour none scripts update tall".replaceAll(/\w+/g, (name) => `<p class="${name}">${name}</p>`)}<p style="display: block; color: light-dark(navy, white)">scheme</p>`,
  "dark by its own choice": `<!doctype html><style>:root { color-scheme: dark } body { background: Canvas; color: CanvasText }</style><p>dark? <input value="field"> <a href="https://example.com">link</a>`,
  "forms: fields of all kinds and states": `<!doctype html><style>input:checked { outline: 2px solid red } :invalid { background: #fee } :disabled { opacity: .5 } .bare { appearance: none; width: 20px; height: 20px; border: 1px solid } input:focus { background: lime }</style><form>
      ${"text password email number range date time month week color search tel url file hidden submit reset button".replaceAll(/\w+/g, (type) => `<input type="${type}"> `)}<input value="value"><input placeholder="placeholder"><input required><input disabled value="off"><input type="checkbox"><input type="checkbox" checked><input type="radio" name="r"><input type="radio" name="r" checked><input type="checkbox" class="bare" checked>
      <select><option>one<option selected>two</select><select multiple size="3"><option selected>a<optgroup label="group"><option>b<option selected>c</optgroup></select><textarea rows="3">several
lines</textarea><button>Button <b>bold</b></button><fieldset><legend>Legend</legend><label>Label <input></label></fieldset><progress value=".6"></progress><meter value=".3" low=".4" high=".8" optimum=".9"></meter><output>output</output><input list="l"><datalist id="l"><option>x</datalist><input type="range" value="80" style="accent-color: red"><div contenteditable>editable</div></form>`,
  "paused animations: their state when printed": `<!doctype html><style>@keyframes move { from { transform: none; background: red } to { transform: translateX(200px); background: blue } } div { width: 60px; height: 30px; margin: 4px; background: #ccc } .paused { animation: move 10s -5s paused linear } .stepped { animation: move 100s -50s steps(2) paused } .changing { transition: all 1s; background: gold }</style><div class="paused"></div><div class="stepped"></div><div class="changing"></div><blink>blink</blink>`,
  // Without scripts Chromium always shows the controls of a player, but draws them differently each time.
  "video, audio, canvas, objects without content": `<!doctype html><style>video::-webkit-media-controls { display: none !important }</style><video width="200" height="100" poster="${dataUrl("alpha.png")}"></video><video width="100" height="60" style="background: #333"></video><audio></audio><canvas width="80" height="40" style="border: 1px solid">no canvas</canvas><object width="50" height="50">fallback</object><embed width="40" height="40"><noscript>without scripts</noscript><dialog>closed</dialog><dialog open>open</dialog><div popover>popover</div>`,
  "scripts that do not run": `<!doctype html><script>document.documentElement.style.background = "red"; document.write("written")</script><script type="module">document.body.append("module")</script><p onclick="x()">text<img src="data:," onerror="document.body.append('error')"><svg onload="document.body.append('svg')"></svg><a href="javascript:alert(1)">link</a><noscript><p style="color: green">no script</p></noscript>`,
  "a title with characters of many kinds": `<!doctype html><meta charset="utf-8"><title> Rechnung „7“ &amp; 文書 (ä\\) 🎉 </title><p>x`,
  "a title in the body, twice, and one in SVG": `<p>x<title>Late</title><title>Later</title><svg><title>Drawn</title></svg>`,
  "another base, another character set, another view": `<!doctype html><meta charset="iso-8859-1"><base href="https://other.example/" target="_blank"><meta name="viewport" content="width=300, initial-scale=2"><style>p { color: red }</style><p style="color: blue">ünïcödé<img src="${dataUrl("alpha.png")}"><a href="path">link</a>`,
  // The policies must not hold for the next documents. No other document has this style attribute, because Chromium
  // would remember it as parsed and allowed.
  "policies of its own": `<!doctype html><meta http-equiv="Content-Security-Policy" content="style-src 'none'; img-src 'none'; font-src 'none'"><style>p { color: red }</style><p style="color: rebeccapurple">text<img src="${dataUrl("alpha.png")}" alt="picture">`,
  "much of everything nested": `<!doctype html>${"<div style='padding-left: 2px; border-left: 1px solid #ccc'>".repeat(120)}deep${"</div>".repeat(120)}${repeat(200, (index) => `<span style="font-size: ${6 + (index % 9)}px; color: hsl(${index * 9} 60% 40%)">${index} </span>`)}`,
  "styles that leave a mark on the whole page": `<!doctype html><html style="background: #efe; font-size: 30px; zoom: 1.2; filter: grayscale(1)"><style>@page { size: 148mm 105mm; margin: 0 } body { margin: 0; writing-mode: vertical-rl; transform: rotate(2deg) } ::selection { color: red } ::-webkit-scrollbar { width: 40px }</style><p>${prose(20)}`,
});
