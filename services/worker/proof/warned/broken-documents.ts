import type { PageSettings } from "@platen/contracts";

/** A document that lacks something. */
export type BrokenDocument = {
  html: string;
  css?: string;
  settings?: PageSettings;
  data?: unknown;
  /** Families of the fonts of its library. */
  ownFonts?: string[];
  /** Its warnings: code, then path or file or characters or font or page, place and count. */
  warnings: string[];
};

const table = (cells: string) => `<table>\n{{#lines}}\n  <tr>${cells}</tr>\n{{/lines}}\n</table>`;
const lines = { lines: [{ name: "A", price: 1 }, { name: "B" }, { name: "C", price: "3,50 EUR" }] };
const styled = (font: string) => ({ html: "<p>a", css: `p { ${font} }` });

/**
 * Documents whose faults show when they are filled, one of each kind. fill-parts.test.ts has the names that data may lack,
 * create-evaluator.test.ts the values that do not fit, data-issues.test.ts their counts, known-fonts.test.ts the
 * characters and replaced-fonts.test.ts the fonts.
 */
export const brokenFillings: BrokenDocument[] = [
  // Names that the data lacks.
  { html: table("<td>{{price}}"), data: lines, warnings: ["data.missing lines[].price html 3:11 x1"] },
  { html: "<title>{{number}}</title><p>a", warnings: ["data.missing number html 1:8 x1"] },
  { html: "{{=<% %>=}}<p><%name%>", warnings: ["data.missing name html 1:15 x1"] },
  {
    html: "<p>{{a}}",
    settings: { footer: "\n {{a}}" },
    warnings: ["data.missing a html 1:4 x1", "data.missing a settings.footer 2:2 x1"],
  },
  { html: "<p>{{ due | date long }}", data: {}, warnings: ["data.missing due html 1:4 x1"] },
  // Values that do not fit their formats.
  { html: "<p>{{ 'one' | money EUR }}", warnings: ["data.unformattable 'one' html 1:4 x1"] },
  {
    html: "<p>{{ a | money EUR }}{{ b }}",
    data: { a: [] },
    warnings: ["data.unformattable a html 1:4 x1", "data.missing b html 1:23 x1"],
  },
  {
    html: "<p>a",
    settings: { header: "{{ day | date }}" },
    data: { day: "x" },
    warnings: ["data.unformattable day settings.header 1:1 x1"],
  },
  // Characters that no font has.
  { html: "<p>{{name}}", data: { name: "A\u{10380}\u{12000}A" }, warnings: ["glyph.missing U+10380 U+12000 x2"] },
  { html: "<p>{{{name}}}", data: { name: "&#x12000;" }, warnings: ["glyph.missing U+12000 x1"] },
  {
    html: "<p>a",
    settings: { footer: "{{name}}" },
    data: { name: "\u{12000}" },
    warnings: ["glyph.missing U+12000 x1"],
  },
  { html: "<p>{{a}}\u{12000}", warnings: ["data.missing a html 1:4 x1", "glyph.missing U+12000 x1"] },
  // Fonts that the worker lacks.
  { ...styled("font: bold 12px/1.5 Georgia, serif"), warnings: ["font.replaced Georgia"] },
  { html: "<p>a", settings: { header: '<b style="font-family: Georgia">a</b>' }, warnings: ["font.replaced Georgia"] },
  // The fonts of a library are there, but not for the header. The worker does not know their characters.
  { ...styled("font-family: 'Brand Sans', sans-serif"), ownFonts: ["brand sans"], warnings: [] },
  { html: "<p>\u{12000}", ownFonts: ["Brand Sans"], warnings: [] },
  {
    html: "<p>a",
    settings: { header: '<b style="font-family: Brand">a</b>' },
    ownFonts: ["Brand"],
    warnings: ["font.replaced Brand"],
  },
];

const wide = '<div style="width: 1200px; height: 9px; background: red"></div>';
const breaks = '<div style="break-after: page"></div>';
const set = "a".repeat(64);
const picture = (address: string) => `<img src="${address}">`;

/** Documents whose faults show when they are printed. */
export const brokenPrints: BrokenDocument[] = [
  {
    html:
      picture("https://assets.invalid/missing/logo.svg") + picture(`https://assets.invalid/${set}/flags/{{country}}`),
    data: { country: "de" },
    warnings: ["asset.missing image flags/* x1", "asset.missing image logo.svg x1"],
  },
  { html: picture("https://cdn.example.com/secret.png"), warnings: ["resource.blocked image cdn.example.com x1"] },
  {
    html: picture("http://10.0.0.1:8080/{{file}}"),
    data: { file: "secret" },
    warnings: ["resource.blocked image 10.0.0.1:8080 x1"],
  },
  {
    html: "<p>a",
    css: "p { background: url(https://cdn.example.com/a.png) }",
    warnings: ["resource.blocked image cdn.example.com x1"],
  },
  {
    html: '<link rel="stylesheet" href="https://fonts.example.com/css?family=Inter"><p>a',
    warnings: ["resource.blocked stylesheet fonts.example.com x1"],
  },
  {
    html: "<p>a",
    css: "@font-face { font-family: Own; src: url(https://cdn.example.com/own.woff2) } p { font-family: Own }",
    warnings: ["resource.blocked font cdn.example.com x1"],
  },
  { html: '<iframe src="https://example.com/"></iframe><p>a', warnings: ["resource.blocked frame example.com x1"] },
  { html: wide, warnings: ["page.shrunk 1 0.67 x1", "page.cut div 1"] },
  {
    html: `<svg width="12" height="12"><circle r="6"/></svg><table class="lines"><tr><td class="{{kind}}">{{word}}<td>1,240.50`,
    data: { word: "x".repeat(200), kind: "secret" },
    warnings: ["page.shrunk 1 0.67 x1", "page.cut table.lines td 1"],
  },
  {
    html: '<p class="note">{{text}}',
    css: ".note { height: 2em; overflow: hidden }",
    data: { text: "a ".repeat(500) },
    warnings: ["text.cut p.note 1 x1"],
  },
  { html: `<p>a${breaks}${breaks}<p>b`, warnings: ["page.empty 2 x1"] },
  {
    html: `<p>{{a}}${picture("https://a.example/1")}${picture("https://b.example/1")}${picture("https://b.example/2")}\u{12000}`,
    css: "p { font-family: Georgia }",
    warnings: [
      "data.missing a html 1:4 x1",
      "glyph.missing U+12000 x1",
      "font.replaced Georgia",
      "resource.blocked image b.example x2",
      "resource.blocked image a.example x1",
    ],
  },
  { html: `${wide}${breaks}${breaks}<p>b`, warnings: ["page.shrunk 1 0.67 x2", "page.cut div 1", "page.empty 2 x1"] },
  { html: "{{#shown}}<p>a{{/shown}}", warnings: ["page.empty 1 x1"] },
  { html: "<p>a", css: "@page { size: 80mm auto }", warnings: ["page.size"] },
  { html: "<style>@page { size: {{paper}} }</style><p>a", data: { paper: "receipt" }, warnings: ["page.size"] },
  { html: "<p>a<b>b</b>", css: "b { filter: blur(1px) }", warnings: ["text.picture x1"] },
  {
    html: "<p id='p'>a<script>setInterval(() => { p.textContent += 'a' }, 100)</script>",
    settings: { javascript: true },
    warnings: ["script.pending"],
  },
];
