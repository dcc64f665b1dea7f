import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { strToU8, zipSync } from "fflate";
import fc from "fast-check";
import { writeTemplateArchive } from "./exports/template-archive.ts";
import type { ImportFile } from "./files/import-file.ts";
import { readImport } from "./read-import.ts";
import { renameAssetsIn } from "./rename-references.ts";

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const otherPng = Uint8Array.from([...png, 4]);
const woff2 = strToU8("wOF2 font");
const ttf = (content: string) => strToU8(`\0\u0001\0\0${content}`);
const file = (name: string, content: string | Uint8Array): ImportFile => ({
  name,
  bytes: typeof content === "string" ? strToU8(content) : content,
});
const zipped = (files: Record<string, string | Uint8Array>) =>
  file(
    "a.zip",
    zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, file(name, content).bytes]))),
  );

describe("an address becomes the name of an asset", () => {
  const files = [
    file("site/img/Logo Groß.PNG", png),
    file("site/fonts/brand.woff2", woff2),
    file("site/img/flags/de.png", otherPng),
  ];
  test.each([
    [`<img src="img/Logo Groß.PNG">`, `<img src="asset:img/logo-gross.png">`],
    [`<img src='./img/Logo%20Gro%C3%9F.PNG?v=3#x' alt="a">`, `<img src="asset:img/logo-gross.png" alt="a">`],
    [`<img src=IMG\\logo&#32;groß.png>`, `<img src="asset:img/logo-gross.png">`],
    [`<img src="/img/Logo Groß.PNG">`, `<img src="asset:img/logo-gross.png">`],
    [`<img src="file:///C:/Users/me/site/img/Logo%20Groß.PNG">`, `<img src="asset:img/logo-gross.png">`],
    [`<img src="../site/img/Logo Groß.PNG">`, `<img src="asset:img/logo-gross.png">`],
    [`<base href="img/"><img src="Logo Groß.PNG">`, `<img src="asset:img/logo-gross.png">`],
    [
      `<img srcset="img/flags/de.png 1x, img/Logo%20Groß.PNG 2x">`,
      `<img srcset="asset:img/flags/de.png 1x, asset:img/logo-gross.png 2x">`,
    ],
    [`<p style="background: url('img/flags/de.png')">`, `<p style="background: url(asset:img/flags/de.png)">`],
    [`<svg><image xlink:href="img/flags/de.png"/></svg>`, `<svg><image xlink:href="asset:img/flags/de.png"/></svg>`],
    [`<td background="img/flags/de.png">`, `<td background="asset:img/flags/de.png">`],
    [`<img src="img/flags/{{ country }}.png">`, `<img src="asset:img/flags/{{ country }}.png">`],
    [`<img src="{{ logo }}">`, `<img src="{{ logo }}">`],
    [`<img src="gone.png">`, `<img src="gone.png">`],
    [`<img src="https://example.com/a.png">`, `<img src="https://example.com/a.png">`],
  ])("%s", (html, expected) => {
    const read = readImport([file("site/a.mustache", html), ...files]);
    expect(read.html).toBe(expected);
    const addresses = read.report.filter(({ kind }) => kind === "address");
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.every(({ line }) => line === 1)).toBe(true);
  });
});

test("style sheets leave the HTML for the template's CSS, with their imports in place and in their media", () => {
  const read = readImport([
    file(
      "index.mustache",
      `<link rel="stylesheet" href="css/a.css" media="screen"><style>p { color: red }</style><link rel="icon" href="x.ico">`,
    ),
    file("css/a.css", `@charset "utf-8"; @import url("more/b.css") print; a { background: url(../i.png) }`),
    file("css/more/b.css", `@import "../a.css"; b { background: url("i.png") } /* url(no.png) */`),
    file("i.png", png),
    file("css/more/i.png", otherPng),
  ]);
  expect(read.html).toBe("");
  expect(read.css.replaceAll(/\s+/g, " ")).toBe(
    "@media screen { @media print { b { background: url(asset:css/more/i.png) } /* url(no.png) */ } " +
      "a { background: url(asset:i.png) } } p { color: red }",
  );
  expect(read.assets.map(({ name, contentType }) => [name, contentType])).toEqual([
    ["css/more/i.png", "image/png"],
    ["i.png", "image/png"],
  ]);
});

test.each([
  ["a { color: red", "a { color: red}"],
  ["a { } }", "a { } ]{}"],
  ["a { } /* the end", "a { } /* the end*/"],
  ["a { } .gone", "a { } .gone{}"],
  ["a { } @import 'asset:b.css'", "a { } @import 'asset:b.css';"],
  ['a { content: "x', 'a { content: "x"}'],
  ["a { width: calc(1px + (2px } b { }", "a { width: calc(1px + (2px } b { }))}"],
  ["a { background: url(#x", "a { background: url(#x)}"],
  ["<!-- a { } -->", "a { }"],
])("a style sheet with a mistake spoils neither the next one nor the rule around it: %s", (broken, whole) => {
  const { css } = readImport([
    file("a.mustache", `<style>${broken}</style><style media="print">${broken}</style><style>p { }</style>`),
  ]);
  expect(css).toBe(`${whole}\n\n@media print {\n${whole}\n}\n\np { }`);
});

test("more CSS than a template holds becomes style sheets of the library, cut between rules", () => {
  const rule = `@media print { a::before { content: "}"; color: red } }\n`;
  const long = `@import "//x.example/a.css"; ${rule.repeat(25_000)}`;
  const { css, assets } = readImport([file("a.mustache", `<style>${long}</style>`)]);
  expect(css).toBe(`@import "asset:styles-1.css";\n@import "asset:styles-2.css";\n@import "asset:styles-3.css";`);
  const texts = assets.map(({ bytes }) => new TextDecoder().decode(bytes).trim());
  expect(texts.join("\n")).toBe(rule.repeat(25_000).trim());
  expect(texts.every((text) => text.startsWith("@media") && text.endsWith("} }") && text.length < 510_000)).toBe(true);
});

test("a style sheet of the library names other files by their new names, and a picture keeps its bytes", () => {
  const names = new Map([["a.png", "a-2.png"]]);
  const sheet = renameAssetsIn(file("styles-1.css", "a { background: url(asset:a.png), url(asset:b.png) }"), names);
  expect(new TextDecoder().decode(sheet)).toBe("a { background: url(asset:a-2.png), url(asset:b.png) }");
  expect(renameAssetsIn(file("a.png", png), names)).toBe(png);
});

test("a page without a doctype keeps the mode in which browsers show it, and a piece of a page stays one", () => {
  const read = (name: string, html: string) => readImport([file(name, html)]).html;
  expect(read("a.html", "<p>A")).toBe("<html>\n<p>A");
  expect(read("a.html", "<!-- A --><body><p>A")).toBe("<!-- A --><body><p>A");
  expect(read("a.liquid", "<p>A")).toBe("<p>A");
  for (const own of ["<p>{{#a}}{{.}}{{/a}}", "<p>{{ due | date long }}", "{{> head}}<p>A"])
    expect(read("a.html", own)).toBe(own);
  expect(read("a.html", "<p>{{name}}")).toBe("<html>\n<p>{{name}}");
  expect(read("a.html", "{% if a %}<p>{{ a | upcase }}{% endif %}")).toMatch(/^<html>\n/);
});

describe("scripts", () => {
  const files = [
    file(
      "a.mustache",
      `<script src="a.js"></script><script>go()</script><script type="application/json">{}</script><p><script src="//x.example/b.js"></script>`,
    ),
    file("a.js", "go()"),
  ];

  test("are left out and reported, so that the page can be published", () => {
    const { html, assets, settings, report } = readImport(files);
    expect(html).toBe(`<script type="application/json">{}</script><p>`);
    expect([assets, settings]).toEqual([[], {}]);
    expect(report.map(({ kind, subject, outcome }) => `${kind} ${subject} ${outcome}`)).toEqual([
      "script a.js removed",
      "script <script> removed",
      "script //x.example/b.js removed",
    ]);
  });

  test("come along on request, and the settings let them run", () => {
    const { html, assets, settings } = readImport(files, { keepsScripts: true });
    expect(html).toContain(`<script src="asset:a.js"></script><script>go()</script>`);
    expect(assets.map(({ name }) => name)).toEqual(["a.js"]);
    expect(settings).toEqual({ javascript: true });
  });
});

test("a font face names the fonts that Chromium reads, and no others", () => {
  const { css, assets, report } = readImport([
    file(
      "a.mustache",
      `<p style="font: 1em B"><style>@font-face { font-family: "B"; src: url(b.eot); src: local("B"), url("b.eot?#iefix") format("embedded-opentype"), url("b.woff2?v=1") format("woff2"); }</style>`,
    ),
    file("b.woff2", woff2),
    file("b.eot", "x"),
  ]);
  expect(css).toBe(`@font-face { font-family: "B";; src: local("B"), url(asset:b.woff2) format("woff2"); }`);
  expect(assets).toEqual([{ name: "b.woff2", bytes: woff2, contentType: "font/woff2" }]);
  expect(report.map(({ subject, outcome }) => `${subject} ${outcome}`)).toEqual([
    "b.eot removed",
    "b.eot?#iefix removed",
    "b.woff2?v=1 asset",
  ]);
});

describe("a font face whose font no element is printed in", () => {
  const css = `@font-face { font-family: 'Icons'; src: url(i.woff2) }
.icon, .glyph.icon-x { font: 1em "Icons" }
@media print { .badge { color: red; font-family: Icons } }
body { margin: 0 }`;
  const read = (html: string, options = {}) =>
    readImport([file("a.mustache", `<link rel="stylesheet" href="a.css">${html}`), file("a.css", css)], options);

  test("is left out, and its files are not asked for", () => {
    const { css: written, report } = read(`<p class="icon-x">`);
    expect(written).not.toContain("@font-face");
    expect(written).toContain("body { margin: 0 }");
    expect(report.map(({ subject, outcome }) => `${subject} ${outcome}`)).toEqual(["a.css css", "Icons removed"]);
  });

  test.each([
    `<p class="icon">`,
    `<p class="glyph icon-x">`,
    `<p class="badge">`,
    `<p class="{{kind}}">`,
    `{{> footer }}`,
    `<p style="font-family: icons">`,
    `<style>p { font-family: Icons }</style>`,
    `<style>:root { --font: Icons }</style>`,
  ])("stays where one may be: %s", (html) => {
    expect(read(html).report).toContainEqual(expect.objectContaining({ subject: "i.woff2", outcome: "missing" }));
  });

  test("stays where a script may write its elements", () => {
    expect(read("<p>", { keepsScripts: true }).css).toContain("@font-face");
  });
});

test("calls of jsreport for assets find the file in a ZIP, as an address or as its text", () => {
  const { html, css } = readImport([
    file(
      "a.hbs",
      `<style>{{asset "print.css"}}</style><img src="{{asset "logo.png" "dataURI"}}">` +
        `<img src='{{asset "assets/logo.png"}}'>{{asset "gone.png" "dataURI"}}`,
    ),
    file("assets/logo.png", png),
    file("css/print.css", "p { color: red }"),
  ]);
  expect(html).toBe(
    `<img src="asset:assets/logo.png"><img src="asset:assets/logo.png">&#123;&#123;asset "gone.png" "dataURI"}}`,
  );
  expect(css).toBe("p { color: red }");
});

test("a long data: picture becomes an asset, once however often it occurs, and a short one stays", () => {
  const long = `data:image/png;base64,${btoa(String.fromCharCode(...png, ...Array.from({ length: 2_000 }, () => 7)))}`;
  const short = `data:image/png;base64,${btoa(String.fromCharCode(...png))}`;
  const { html, assets } = readImport([
    file("a.mustache", `<img src="${long}"><img src="${short}"><p style='background:url(${long})'>`),
  ]);
  expect(html).toBe(
    `<img src="asset:picture-1.png"><img src="${short}"><p style="background:url(asset:picture-1.png)">`,
  );
  expect(assets.map(({ name, bytes }) => [name, bytes.length])).toEqual([["picture-1.png", png.length + 2_000]]);
});

test("files with names that differ only in letters that assets do not have get names of their own", () => {
  const { html } = readImport([
    file("a.mustache", `<img src="Ä.png"><img src="a.png">`),
    file("Ä.png", png),
    file("a.png", otherPng),
  ]);
  expect(html).toBe(`<img src="asset:a.png"><img src="asset:a-2.png">`);
});

test("a file that the user gives for an address in the web takes its place", () => {
  const html = `<link rel="stylesheet" href="https://example.com/a.css"><img src="https://example.com/l">`;
  const given = new Map([
    ["https://example.com/l", [file("l.png", png)]],
    ["https://example.com/a.css", [file("a.css", "p { color: red }")]],
  ]);
  expect(readImport([file("a.mustache", html)]).report.map(({ outcome }) => outcome)).toEqual(["web", "web"]);
  expect(readImport([file("a.mustache", html)], { given })).toMatchObject({
    html: `<img src="asset:l.png">`,
    css: "p { color: red }",
  });
});

const zipOfFonts = zipped({
  "OFL.txt": "",
  "Brand-Light.ttf": ttf("1"),
  "Brand-SemiBoldItalic.ttf": ttf("2"),
  "Brand-Bold.ttf": ttf("3"),
});
test.each<[string, string, ImportFile[], [string, string?][]]>([
  [
    "the ZIP of a family, of which the weights of the address are kept",
    "New+Brand:ital,wght@0,300;1,600",
    [zipOfFonts],
    [
      ["brand-light.ttf", `"New Brand"; font-weight: 300; font-style: normal`],
      ["brand-semibolditalic.ttf", `"New Brand"; font-weight: 600; font-style: italic`],
    ],
  ],
  [
    "the ZIP of a variable font",
    "Brand",
    [zipped({ "Brand-VariableFont_wght.ttf": ttf("1"), "static/Brand-Bold.ttf": ttf("2") })],
    [["brand-variablefont_wght.ttf", `"Brand"; font-weight: 1 1000; font-style: normal`]],
  ],
  [
    "files of two families",
    "Brand:400|Other",
    [file("brand-400-normal.woff2", woff2), file("Other-Regular.ttf", ttf("1"))],
    [
      ["brand-400-normal.woff2", `"Brand"; font-weight: 400; font-style: normal`],
      ["other-regular.ttf", `"Other"; font-weight: 400; font-style: normal`],
    ],
  ],
  ["a file whose name says nothing", "Brand", [file("x1y2.woff2", woff2)], [["x1y2.woff2"]]],
  [
    "the only file, of another weight, for an address with a mistake",
    "Brand%FF:300",
    [file("Brand-Bold.ttf", ttf("1"))],
    [["brand-bold.ttf", `"Brand\uFFFD"; font-weight: 700; font-style: normal`]],
  ],
])("fonts take the place of a style sheet of fonts in the web: %s", (_case, family, files, faces) => {
  const address = `https://fonts.googleapis.com/css2?family=${family}`;
  const html = `<link href="${address}" rel="stylesheet"><style>p { font-family: Brand }</style>`;
  const read = readImport([file("a.mustache", html)], { given: new Map([[address, files]]) });
  const rules = faces.flatMap(([name, face]) =>
    face === undefined ? [] : [`@font-face { font-family: ${face}; src: url(asset:${name}) }`],
  );
  expect(read.assets.map(({ name }) => name)).toEqual(faces.map(([name]) => name));
  expect(read.css).toBe([...(rules.length > 0 ? [rules.join("\n")] : []), "p { font-family: Brand }"].join("\n\n"));
  expect(
    read.report.filter(({ outcome }) => outcome !== "skipped").map(({ outcome, became }) => [outcome, became]),
  ).toEqual(faces.map(([name]) => ["asset", `asset:${name}`]));
});

test("files that the template does not use, and archives inside of the files, are in the report", () => {
  const { report } = readImport([
    file("a/a.mustache", "<p>"),
    file("a/b.html", "<p>"),
    file("a/x.png", png),
    file("a/y.zip", zipSync({ z: png })),
  ]);
  expect(report.map(({ subject, outcome }) => [subject, outcome])).toEqual([
    ["y.zip", "skipped"],
    ["b.html", "skipped"],
    ["x.png", "skipped"],
  ]);
});

describe("a ZIP", () => {
  test("is read like the files in it, below its one folder", () => {
    const { html } = readImport([
      zipped({ "mine/a.mustache": `<img src="b.png">`, "mine/b.png": png, "__MACOSX/mine/b.png": "x" }),
    ]);
    expect(html).toBe(`<img src="asset:b.png">`);
  });

  test("with names that leave its folder has them skipped", () => {
    const { report } = readImport([zipped({ "a.mustache": "<p>", "../../etc/b.png": png, "..\\c.png": png })]);
    expect(report.map(({ subject, outcome }) => [subject, outcome])).toEqual([
      ["../../etc/b.png", "skipped"],
      ["..\\c.png", "skipped"],
    ]);
  });

  test.each<[string, () => ImportFile, RegExp]>([
    [
      "with too many files",
      () => zipped(Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`${at}.txt`, ""]))),
      /more than 500 files/,
    ],
    [
      "that ends early",
      () => file("a.zip", zipped({ "a.mustache": "<p>".repeat(999) }).bytes.subarray(0, 45)),
      /ends in the middle|damaged/,
    ],
    ["without HTML", () => zipped({ "a.txt": "x" }), /have no HTML/],
  ])("%s is refused", (_case, make, message) => {
    expect(() => readImport([make()])).toThrow(message);
  });

  test("that unpacks to too much is refused, also where its header understates its size", () => {
    const bytes = zipSync({ "a.mustache": new Uint8Array(100_000_001) }, { level: 1 });
    expect(() => readImport([file("a.zip", bytes)])).toThrow(/more than 100 MB/);
    // The size that the local header claims.
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(22, 10, true);
    expect(() => readImport([file("a.zip", bytes)])).toThrow(/more than 100 MB/);
  });
});

describe("the export of another system", () => {
  test("of PDFMonkey gives its source, its style sheet, its sample data and its settings", () => {
    const content = {
      document_template: {
        identifier: "Invoice",
        body: "{% for l in lines %}{{ l.a | upcase }}{% endfor %}{% if paid %}P{% endif %}",
        scss_style: "p { color: red }",
        sample_data: `{"paid":true,"lines":[{"a":"x"}]}`,
        settings: {
          paper_format: "a5",
          orientation: "landscape",
          margin: { top: 20 },
          footer: { center: "[page]/[topage]" },
        },
      },
    };
    expect(readImport([file("t.json", JSON.stringify(content))])).toMatchObject({
      system: "pdfmonkey",
      name: "Invoice",
      html: "{{#lines}}{{ a | upper }}{{/lines}}{{#paid}}P{{/paid}}",
      css: "p { color: red }",
      settings: {
        format: "A5",
        orientation: "landscape",
        margin: { top: "20mm", right: "10mm", bottom: "10mm", left: "10mm" },
        footer: expect.stringContaining(`<span class="pageNumber"></span>/<span class="totalPages"></span>`),
      },
    });
  });

  test("of apitemplate.io gives its source, its style sheet and its settings", () => {
    const content = {
      name: "Bill",
      html: "{{ name|upper }}",
      css: "<style>p { color: red }</style>",
      settings: { paper_size: "A4", orientation: "0", margin_top: "40", custom_footer: "<p>{{ name|lower }}</p>" },
    };
    expect(readImport([file("t.json", JSON.stringify(content))])).toMatchObject({
      system: "apitemplate",
      name: "Bill",
      html: "{{ name|upper }}",
      css: "p { color: red }",
      settings: { format: "A4", orientation: "landscape", margin: { top: "40mm" }, footer: "<p>{{ name|lower }}</p>" },
    });
  });

  test("of jsreport gives its template, its assets, its components as snippets and its data", () => {
    const read = readImport([
      zipped({
        "metadata.json": "{}",
        "templates/invoice-x.json": JSON.stringify({
          name: "invoice",
          engine: "handlebars",
          recipe: "chrome-pdf",
          content: `<style>{{asset "a.css"}}</style><img src='{{asset "logo.png" "dataURI"}}'>{{component "./Letter Head"}}{{#each lines}}{{total this}}{{/each}}`,
          helpers: "function total(x) { return 1 }",
          chrome: { format: "A4", marginTop: "1cm", displayHeaderFooter: true, footerTemplate: "<p></p>" },
          data: { shortid: "d" },
        }),
        "assets/logo-x.json": JSON.stringify({ name: "logo.png", content: btoa(String.fromCharCode(...png)) }),
        "assets/css-x.json": JSON.stringify({ name: "a.css", content: btoa("p { color: red }") }),
        "components/head-x.json": JSON.stringify({ name: "Letter Head", content: "{{#if paid}}P{{/if}}" }),
        "data/d-x.json": JSON.stringify({ name: "d", shortid: "d", dataJson: `{"paid":true}` }),
      }),
    ]);
    expect(read).toMatchObject({
      system: "jsreport",
      name: "invoice",
      html: `<img src="asset:logo.png">{{> letter-head }}{{#lines}}&#123;&#123;total this}}{{/lines}}`,
      css: "p { color: red }",
      settings: { format: "A4", margin: { top: "1cm" }, footer: "<p></p>" },
      snippets: [{ name: "letter-head", html: "{{#paid}}P{{/paid}}", css: "" }],
    });
    expect(JSON.parse(read.sample ?? "")).toEqual({ paid: true });
  });
});

type Recorded = { files: Record<string, string>; keepsScripts: boolean; read: unknown };

/** Files of many forms, and all that Platen reads in them: a change of what it reads is a change of a line. */
const imports = readFileSync(join(import.meta.dirname, "test-imports.ndjson"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Recorded);

test.each(imports)("each setting, text, asset and row of the report is as recorded: $files", (recorded) => {
  const bytesOf = (content: string) =>
    content.startsWith("base64:") ? Uint8Array.from(Buffer.from(content.slice(7), "base64")) : strToU8(content);
  const files = Object.entries(recorded.files).map(([name, content]) => ({ name, bytes: bytesOf(content) }));
  const { assets, ...read } = readImport(files, { keepsScripts: recorded.keepsScripts });
  const shown = assets.map(({ name, contentType, bytes }) => `${name} ${contentType} ${bytes.length}`);
  expect(JSON.parse(JSON.stringify({ ...read, assets: shown }))).toEqual(recorded.read);
});

test("an exported template without a name gets one, and one of a newer Platen is refused", () => {
  const readTemplateFiles = (head: object) =>
    readImport([
      { name: "template.json", bytes: strToU8(JSON.stringify({ format: "platen-archive", ...head })) },
      { name: "template.html", bytes: strToU8("<p>A") },
    ]);
  expect(readTemplateFiles({ formatVersion: 1 })).toMatchObject({
    name: "Imported template",
    settings: {},
    assets: [],
  });
  const newer = "The file was exported by a newer Platen. Update Platen, then import it again.";
  for (const version of [{ formatVersion: 2 }, { formatVersion: "1" }, {}])
    expect(() => readTemplateFiles(version)).toThrow(newer);
});

test("an exported template is equal after an import, byte for byte", () => {
  const text = fc.string({ unit: "grapheme" }).map((part) => `\uFEFF${part}\r\n<img src="b.png">`);
  const name = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,20}$/);
  const picture = fc.uint8Array({ maxLength: 40 }).map((bytes) => Uint8Array.from([...png, ...bytes]));
  const archive = fc.record({
    about: fc.record({
      name: text,
      settings: fc.constant({ format: "A4" }),
      dataSets: fc.array(fc.record({ json: text })),
    }),
    html: text,
    css: text,
    assets: fc.uniqueArray(fc.record({ name: name.map((stem) => `${stem}/x.png`), bytes: picture }), {
      selector: (one) => one.name,
    }),
    snippets: fc.uniqueArray(fc.record({ name, html: text, css: text }), { selector: (one) => one.name }),
  });
  fc.assert(
    fc.property(archive, (template) => {
      const bytes = writeTemplateArchive(template);
      const { about, html, css, settings, assets, snippets, ...read } = readImport([{ name: "a.zip", bytes }]);
      const again = { about: { name: read.name, settings, ...about }, html, css, assets, snippets };
      expect(again).toEqual({
        ...template,
        assets: template.assets.map((asset) => ({ ...asset, contentType: "image/png" })),
      });
      expect(writeTemplateArchive({ ...again, about: template.about })).toEqual(bytes);
    }),
  );
});
