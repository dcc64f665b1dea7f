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
const tags = Array.from({ length: 60 }, (_, index) => `{{n${index}}}`).join("");
const styled = (font: string) => ({ html: "<p>a", css: `p { ${font} }` });

/** Documents whose faults show when they are filled. */
export const brokenFillings: BrokenDocument[] = [
  // Names that the data lacks.
  { html: "<p>{{name}}", warnings: ["data.missing name html 1:4 x1"] },
  {
    html: "<p>{{name}}</p>\n<p>{{name}}",
    warnings: ["data.missing name html 1:4 x1", "data.missing name html 2:4 x1"],
  },
  { html: "<p>{{customer.name}}", data: {}, warnings: ["data.missing customer.name html 1:4 x1"] },
  { html: "<p>{{customer.name}}", data: { customer: {} }, warnings: ["data.missing customer.name html 1:4 x1"] },
  { html: "<p>{{customer.name}}", data: { customer: "Ann" }, warnings: ["data.missing customer.name html 1:4 x1"] },
  { html: "<p>{{Name}}", data: { name: "Ann" }, warnings: ["data.missing Name html 1:4 x1"] },
  { html: "<p>{{{name}}} {{&name}}", warnings: ["data.missing name html 1:4 x1", "data.missing name html 1:15 x1"] },
  { html: table("<td>{{price}}"), data: lines, warnings: ["data.missing lines[].price html 3:11 x1"] },
  { html: table("<td>{{vat}}"), data: lines, warnings: ["data.missing lines[].vat html 3:11 x3"] },
  {
    html: "{{#customer}}{{city}}{{/customer}}",
    data: { customer: { a: 1 } },
    warnings: ["data.missing customer.city html 1:14 x1"],
  },
  {
    html: "{{#lines}}{{.}}{{name}}{{/lines}}",
    data: { lines: ["a", "b"] },
    warnings: ["data.missing lines[].name html 1:16 x2"],
  },
  {
    html: "{{#a}}{{#b}}{{c}}{{/b}}{{/a}}",
    data: { a: [{ b: [1, 2] }, { b: [3] }] },
    warnings: ["data.missing a[].b[].c html 1:13 x3"],
  },
  { html: "{{^paid}}{{due}}{{/paid}}", warnings: ["data.missing due html 1:10 x1"] },
  {
    html: '<p title="{{title}}" style="color: {{color}}">a',
    warnings: ["data.missing title html 1:11 x1", "data.missing color html 1:36 x1"],
  },
  { html: "<title>{{number}}</title><p>a", warnings: ["data.missing number html 1:8 x1"] },
  { html: "<style>p { color: {{color}} }</style><p>a", warnings: ["data.missing color html 1:19 x1"] },
  { html: "{{=<% %>=}}<p><%name%>", warnings: ["data.missing name html 1:15 x1"] },
  { html: "<p>a", settings: { header: "<b>{{number}}</b>" }, warnings: ["data.missing number settings.header 1:4 x1"] },
  {
    html: "<p>{{a}}",
    settings: { footer: "\n {{a}}" },
    warnings: ["data.missing a html 1:4 x1", "data.missing a settings.footer 2:2 x1"],
  },
  { html: "<p>{{ name | upper }}", warnings: ["data.missing name html 1:4 x1"] },
  { html: "<p>{{ total | money EUR }}", warnings: ["data.missing total html 1:4 x1"] },
  { html: "<p>{{ due | date long }}", data: {}, warnings: ["data.missing due html 1:4 x1"] },
  {
    html: "<p>{{ @number }} {{# lines }}{{@number}}{{/lines}}",
    data: lines,
    warnings: ["data.missing @number html 1:4 x1"],
  },
  { html: "<p>{{ 'one' | money EUR }}", warnings: ["data.unformattable 'one' html 1:4 x1"] },
  {
    html: tags,
    warnings: [
      ...Array.from(
        { length: 49 },
        (_, index) => `data.missing n${index} html 1:${tags.indexOf(`{{n${index}}}`) + 1} x1`,
      ),
      "data.missing x11",
    ],
  },
  // Values that do not fit their formats.
  { html: "<p>{{ total | money EUR }}", data: { total: "n/a" }, warnings: ["data.unformattable total html 1:4 x1"] },
  {
    html: "<p>{{ total | money EUR }}",
    data: { total: "1.234,50" },
    warnings: ["data.unformattable total html 1:4 x1"],
  },
  { html: "<p>{{ total | number 2 }}", data: { total: true }, warnings: ["data.unformattable total html 1:4 x1"] },
  {
    html: table("<td>{{ price | or 0 | money EUR }}"),
    data: lines,
    warnings: ["data.unformattable lines[].price html 3:11 x1"],
  },
  { html: "<p>{{ rate | percent }}", data: { rate: "19 %" }, warnings: ["data.unformattable rate html 1:4 x1"] },
  { html: "<p>{{ due | date }}", data: { due: "31.01.2026" }, warnings: ["data.unformattable due html 1:4 x1"] },
  { html: "<p>{{ due | date }}", data: { due: "2026-02-30" }, warnings: ["data.unformattable due html 1:4 x1"] },
  { html: "<p>{{ paid | unix | date }}", data: { paid: "soon" }, warnings: ["data.unformattable paid html 1:4 x1"] },
  {
    html: "<p>{{ due | later 14 days | date }}",
    data: { due: "now" },
    warnings: ["data.unformattable due html 1:4 x1"],
  },
  {
    html: "<p>{{ lines | sum price | money EUR }}",
    data: { lines: [{ price: "x" }] },
    warnings: ["data.unformattable lines[].price html 1:4 x1"],
  },
  {
    html: "<p>{{ lines | sum unitprice | money EUR }}",
    data: lines,
    warnings: ["data.missing lines[].unitprice html 1:4 x1"],
  },
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
  { html: "<p>\u{20000}", warnings: ["glyph.missing U+20000 x1"] },
  { html: "<p>{{name}}", data: { name: "A\u{10380}\u{12000}A" }, warnings: ["glyph.missing U+10380 U+12000 x2"] },
  { html: "<p>{{{name}}}", data: { name: "&#x12000;" }, warnings: ["glyph.missing U+12000 x1"] },
  {
    html: "<p>a",
    settings: { footer: "{{name}}" },
    data: { name: "\u{12000}" },
    warnings: ["glyph.missing U+12000 x1"],
  },
  { html: "<p>\u{f0000}", warnings: ["glyph.missing U+F0000 x1"] },
  { html: "<p>{{a}}\u{12000}", warnings: ["data.missing a html 1:4 x1", "glyph.missing U+12000 x1"] },
  // Fonts that the worker lacks.
  { ...styled("font-family: 'Brand Sans', sans-serif"), warnings: ["font.replaced Brand Sans"] },
  { ...styled("font: bold 12px/1.5 Georgia, serif"), warnings: ["font.replaced Georgia"] },
  { html: "<p style=\"font-family: 'Comic Sans MS'\">a", warnings: ["font.replaced Comic Sans MS"] },
  {
    html: "<style>p { font-family: Calibri } b { font-family: Verdana }</style><p>a",
    warnings: ["font.replaced Calibri", "font.replaced Verdana"],
  },
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
  { html: "<table><tr><td style='min-width: 900px'>a", warnings: ["page.shrunk 1 0.87 x1"] },
  { html: `<p>a${breaks}${breaks}<p>b`, warnings: ["page.empty 2 x1"] },
  { html: `<p>a</p>${breaks}<p></p>`, warnings: ["page.empty 2 x1"] },
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
