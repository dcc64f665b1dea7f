import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { assetOrigin } from "@platen/contracts/asset-origin";
import { assetNamed, compose, digestOf } from "./test-assets.ts";

const at = (name: string): string => assetOrigin + digestOf(name);
const brand = { family: "Brand Sans", weight: "400", style: "normal" } as const;

const inHtml: [before: string, after: string][] = [
  ['<img src="asset:a.svg" alt="asset:a.svg">', `<img src="${at("a.svg")}" alt="asset:a.svg">`],
  ["<IMG SRC=asset:a.svg>", `<IMG SRC=${at("a.svg")}>`],
  ["<img src=' asset:a.svg '>", `<img src=' ${at("a.svg")} '>`],
  ['<img src="asset:a.svg#part">', `<img src="${at("a.svg")}#part">`],
  [
    '<img srcset="asset:a.svg 1x, asset:b.png 2x, /asset:a.svg 3x">',
    `<img srcset="${at("a.svg")} 1x, ${at("b.png")} 2x, /asset:a.svg 3x">`,
  ],
  [
    '<svg><image href="asset:a.svg"/><image xlink:href="asset:b.png"/></svg>',
    `<svg><image href="${at("a.svg")}"/><image xlink:href="${at("b.png")}"/></svg>`,
  ],
  [
    '<table background="asset:b.png"><video poster="asset:b.png">',
    `<table background="${at("b.png")}"><video poster="${at("b.png")}">`,
  ],
  ['<p style="background: url(asset:b.png)">', `<p style="background: url(${at("b.png")})">`],
  ["<p style='background: url(&quot;asset:b.png&quot;)'>", `<p style='background: url(&quot;${at("b.png")}&quot;)'>`],
  ["<style>p { background: url('asset:b.png') }</style>", `<style>p { background: url('${at("b.png")}') }</style>`],
  [
    "<style>p { background: image-set('asset:b.png' 1x) }</style>",
    `<style>p { background: image-set('${at("b.png")}' 1x) }</style>`,
  ],
  [
    '<img src="{{#big}}asset:a.svg{{/big}}{{^big}}asset:b.png{{/big}}">',
    `<img src="{{#big}}${at("a.svg")}{{/big}}{{^big}}${at("b.png")}{{/big}}">`,
  ],
  [
    '{{#a}}<img {{#b}}src="asset:a.svg"{{/b}} title="{{ x | default ">" }}">{{/a}}',
    `{{#a}}<img {{#b}}src="${at("a.svg")}"{{/b}} title="{{ x | default ">" }}">{{/a}}`,
  ],
  ['{{=<% %>=}}<img src="asset:a.svg"><% x %>', `{{=<% %>=}}<img src="${at("a.svg")}"><% x %>`],
];

test.each(inHtml)("%s names its files by their digests", (before, after) => {
  expect(compose({ html: before }, ["a.svg", "b.png"])).toMatchObject({ html: after, mistakes: [] });
});

test.each([
  "<p>asset:a.svg</p>",
  '<p title="asset:a.svg" data-src="asset:a.svg">',
  '<a href="asset:a.svg">',
  "<!-- <img src=asset:a.svg> -->",
  "<textarea><img src=asset:a.svg></textarea>",
  '<script>const name = "<img src=asset:a.svg>";</script>',
  "<style>p::before { content: 'asset:a.svg' } /* url(asset:a.svg) */</style>",
  '<img src="{{ logo }}asset:a.svg">',
  '<img src="/asset:a.svg">',
  '<img src="{{! asset:a.svg }}">',
  '<img src="asset:a.svg',
])("%s has no place for an asset and stays as it is", (html) => {
  expect(compose({ html }, ["a.svg"])).toMatchObject({ html, pins: [], mistakes: [], library: undefined });
});

test("A name with a tag leads to a set of all pictures with its beginning, and of no others", () => {
  const names = ["flags/de.svg", "flags/fr.svg", "flags/style.css", "flag.svg"];
  const composed = compose({ html: '<img src="asset:flags/{{ country | lower }}.svg">' }, names);
  const set = digestOf(`flags/de.svg ${digestOf("flags/de.svg")}\nflags/fr.svg ${digestOf("flags/fr.svg")}\n`);
  expect(composed.html).toBe(`<img src="${assetOrigin}${set}/flags/{{ country | lower }}.svg">`);
  expect(composed.pins.map(({ name }) => name)).toEqual(["flags/de.svg", "flags/fr.svg"]);
  expect(composed.library?.files.map(({ address }) => address)).toEqual([
    `${assetOrigin}${set}/flags/de.svg`,
    `${assetOrigin}${set}/flags/fr.svg`,
  ]);
});

test("A section inside a name belongs to the name", () => {
  const { html, pins } = compose({ html: '<img src="asset:a{{#big}}-big{{/big}}.svg">' }, [
    "a.svg",
    "a-big.svg",
    "b.svg",
  ]);
  expect(html).toMatch(/\/a\{\{#big\}\}-big\{\{\/big\}\}\.svg">$/);
  expect(pins).toHaveLength(2);
});

test("Imports are replaced by the style sheets, with the conditions around them", () => {
  const composed = compose(
    { css: '@import "asset:a.css";@import url(asset:b.css) layer(base) supports(display: grid) print;i{}' },
    ["a.css", "b.css", "c.css", "b.png"],
    { "a.css": "@import 'asset:c.css';p{background:url(asset:b.png)}", "b.css": "b{}", "c.css": "c{}" },
  );
  expect(composed.css).toBe(
    `c{}p{background:url(${at("b.png")})}@layer base{@supports (display: grid){@media print{b{}}}}i{}`,
  );
  expect(composed.pins.map(({ name }) => name)).toEqual(["a.css", "b.css", "b.png", "c.css"]);
  expect(composed.library?.files.map(({ address }) => address)).toEqual([at("b.png")]);
});

test("A link to a style sheet becomes a style element whose text neither ends it nor has tags", () => {
  const sheet = "p::before{content:'</style>{{x}}'}";
  const { html } = compose({ html: '<link rel="stylesheet" href="asset:a.css" media="print">{{y}}' }, ["a.css"], {
    "a.css": sheet,
  });
  expect(html).toBe(`<style media="print">{{=<%0 0%>=}}p::before{content:'<\\/style>{{x}}'}<%0={{ }}=0%></style>{{y}}`);
});

test("Composing asks for the contents that it needs", () => {
  expect(compose({ css: '@import "asset:a.css";' }, ["a.css", "b.css"]).needs).toEqual([digestOf("a.css")]);
  expect(compose({ header: '<img src="asset:a.svg">' }, ["a.svg"]).needs).toEqual([digestOf("a.svg")]);
  expect(compose({ html: '<img src="asset:a.svg">' }, ["a.svg"]).needs).toEqual([]);
});

test("Font faces that name a file of the library are taken out of the styles", () => {
  const css =
    "@font-face { font-family: 'My Font'; src: local(x), url(asset:a.woff2) format('woff2'); font-weight: 100 900; font-style: italic; unicode-range: U+0-FF; font-display: swap }p{}";
  const composed = compose({ css, html: "<style>@font-face{font-family:Other;src:url(asset:b.woff2)}b{}</style>" }, [
    "a.woff2",
    "b.woff2",
  ]);
  expect(composed).toMatchObject({ css: "p{}", html: "<style>b{}</style>", mistakes: [] });
  expect(composed.library).toEqual({
    files: [],
    fonts: [
      { family: "Other", weight: "normal", style: "normal", sha256: digestOf("b.woff2"), sizeBytes: 100 },
      {
        family: "My Font",
        weight: "100 900",
        style: "italic",
        unicodeRange: "U+0-FF",
        sha256: digestOf("a.woff2"),
        sizeBytes: 100,
      },
    ],
  });
});

test.each([
  ["in a media rule", "@media print{@font-face{font-family:A;src:url(asset:a.woff2)}}"],
  ["with a descriptor that only CSS has", "@font-face{font-family:A;size-adjust:90%;src:url(asset:a.woff2)}"],
])("A font face %s stays, with the address of its file", (_, css) => {
  const composed = compose({ css }, ["a.woff2"]);
  expect(composed.css).toBe(css.replace("asset:a.woff2", at("a.woff2")));
  expect(composed.library?.files.map(({ address }) => address)).toEqual([at("a.woff2")]);
});

test.each([
  ["family", 200, (length: number) => `font-family:${"F".repeat(length)}`],
  ["weight", 20, (length: number) => `font-family:F;font-weight:1${"0".repeat(length - 1)}`],
  ["range", 2_000, (length: number) => `font-family:F;unicode-range:U+${"0".repeat(length - 2)}`],
  ["stretch", 40, (length: number) => `font-family:F;font-stretch:${"e".repeat(length)}`],
  ["width", 40, (length: number) => `font-family:F;font-width:${"e".repeat(length)};font-display:swap`],
])("A font face is one of the library up to the limit of its %s, %i characters", (_part, limit, written) => {
  const fonts = [limit, limit + 1].map(
    (length) => compose({ css: `@font-face{${written(length)};src:url(asset:a.woff2)}` }, ["a.woff2"]).library?.fonts,
  );
  expect(fonts).toEqual([[expect.anything()], []]);
});

test("A font face in a section of the template stays in it", () => {
  const html = "<style>{{#x}}@font-face{font-family:A;src:url(asset:a.woff2)}{{/x}}</style>";
  expect(compose({ html }, ["a.woff2"]).html).toBe(html.replace("asset:a.woff2", at("a.woff2")));
});

test.each([
  ["css", { css: "p { font-family: 'brand sans', serif }" }],
  ["css", { css: "p { font: bold 12pt/1.5 Brand Sans }" }],
  ["css", { css: ":root { --text: Brand Sans, serif }" }],
  ["a style attribute", { html: '<p style="font-family: &quot;Brand Sans&quot;">{{x}}' }],
  ["an attribute of SVG", { html: '<svg><text font-family="Brand Sans, serif">' }],
])("A font that %s names by its family alone is added: %j", (_, source) => {
  const font = assetNamed("a.woff2", { font: brand });
  const other = assetNamed("b.woff2", { font: { ...brand, family: "Other" } });
  const composed = compose(source, [font, other]);
  expect(composed.library?.fonts).toEqual([{ ...brand, sha256: digestOf("a.woff2"), sizeBytes: 100 }]);
  expect(composed.pins.map(({ name }) => name)).toEqual(["a.woff2"]);
  expect(composed).toMatchObject({ html: "", css: "", ...source });
});

test("A font that only a header or footer names is not added, because these have no fonts of their own", () => {
  const font = assetNamed("a.woff2", { font: brand });
  const named = '<p style="font-family: Brand Sans">';
  expect(compose({ header: named, footer: named }, [font])).toMatchObject({ library: undefined, pins: [] });
});

test("A family that the template defines itself gets no other faces", () => {
  const font = assetNamed("a.woff2", { font: brand });
  const css = "@font-face{font-family:Brand Sans;src:url(asset:b.woff2)}p{font-family:Brand Sans}";
  expect(compose({ css }, [font, "b.woff2"]).pins.map(({ name }) => name)).toEqual(["b.woff2"]);
});

test("Pictures in headers and footers become data URLs, up to 350 kB together", () => {
  const composeWith = (sizeBytes: number) =>
    compose(
      { header: '<img src="asset:a.svg">', footer: '<p style="background:url(asset:b.png)">' },
      [assetNamed("a.svg", { sizeBytes: 290_000 }), assetNamed("b.png", { sizeBytes })],
      { "a.svg": "QQ==", "b.png": "Qg==" },
    );
  expect(composeWith(60_000)).toMatchObject({ settings: { footer: expect.stringContaining("Qg==") }, mistakes: [] });
  const composed = composeWith(60_001);
  expect(composed.settings).toEqual({
    header: '<img src="data:image/svg+xml;base64,QQ==">',
    footer: '<p style="background:url(data:,)">',
  });
  expect(composed.mistakes).toEqual([
    {
      path: "settings.footer",
      offset: 25,
      message: "The pictures in header and footer have more than 350 kB together. Use smaller ones.",
    },
  ]);
});

const mistakes: [source: Parameters<typeof compose>[0], message: string][] = [
  [{ html: '<img src="asset:a.sgv">' }, "The project has no asset `a.sgv`. Did you mean `asset:a.svg`?"],
  [{ html: '<img src="asset:A.SVG">' }, "The project has no asset `A.SVG`. Did you mean `asset:a.svg`?"],
  [
    { html: '<img src="asset:nothing-like-it.svg">' },
    "The project has no asset `nothing-like-it.svg`. Upload it on the page Assets, or correct the name.",
  ],
  [
    { css: "p { background: url('asset:flags/{{x}}.svg') }" },
    "The project has no asset `flags/{{x}}.svg`. The template's CSS has no tags: write a style that depends on data in the HTML.",
  ],
  [{ html: '<img src="asset:a.css">' }, "`asset:a.css` is a style sheet, but here belongs a picture."],
  [{ css: "@import 'asset:a.svg';" }, "`asset:a.svg` is a picture, but here belongs a style sheet."],
  [
    { html: '<link rel=stylesheet href="asset:{{x}}.css">' },
    "The name of a style sheet here cannot have tags in it. Write it out.",
  ],
  [{ html: '<img src="asset:c/{{x}}.svg">' }, "The project has no pictures whose names begin with `c/`."],
  [{ html: '<svg><use href="asset:a.svg#x"/>' }, "`<use>` cannot show a file. Write `<image>` or `<img>`."],
  [{ html: '<script src="asset:a.js"></script>' }, "Scripts run only if the page settings have `javascript`."],
  [
    { css: "@import 'asset:a.css';" },
    "In `asset:b.css`, line 2: The style sheet imports itself: a.css → b.css → a.css. Remove one of the imports.",
  ],
  [
    { header: "<style>@font-face{font-family:A;src:url(asset:a.woff2)}</style>" },
    "A header or footer can show pictures, but has no fonts or scripts of its own.",
  ],
  [{ header: '<img src="asset:{{x}}.svg">' }, "The name of a picture here cannot have tags in it. Write it out."],
];

test.each(mistakes)("The mistake in %j is told in words", (source, message) => {
  const composed = compose(source, ["a.svg", "a.css", "b.css", "a.js", "a.woff2"], {
    "a.css": "@import 'asset:b.css';",
    "b.css": "\n@import 'asset:a.css';",
  });
  expect(composed.mistakes.map((mistake) => mistake.message)).toEqual([message]);
});

test("A name of no asset keeps an address that tells it, so that a preview shows the rest", () => {
  const { html, library } = compose({ html: '<img src="asset:no.svg"><img src="asset:a.svg">' }, ["a.svg"]);
  expect(html).toBe(`<img src="${assetOrigin}missing/no.svg"><img src="${at("a.svg")}">`);
  expect(library?.files).toHaveLength(1);
});

const messagesOf = (...given: Parameters<typeof compose>) => compose(...given).mistakes.map(({ message }) => message);
const images = (names: readonly string[]) => names.map((name) => `<img src="asset:${name}">`).join("");
const flags = (count: number, folder = "flags") =>
  Array.from({ length: count }, (_, index) => `${folder}/${String(index).padStart(3, "0")}.svg`);

test("a tag chooses from at most 500 pictures, all tags of a template too, by at most 100 beginnings", () => {
  const one = '<img src="asset:flags/{{x}}.svg">';
  expect(compose({ html: one }, flags(500))).toMatchObject({ mistakes: [], pins: { length: 500 } });
  expect(messagesOf({ html: one }, flags(501))).toEqual([
    "The project has 501 pictures whose names begin with `flags/`, and a tag may choose from at most 500. Write a longer beginning before the tag, such as a folder.",
  ]);
  expect(compose({ html: one }, flags(501)).pins).toEqual([]);
  const two = one + '<img src="asset:more/{{x}}.svg">';
  expect(messagesOf({ html: two }, [...flags(250), ...flags(250, "more")])).toEqual([]);
  expect(messagesOf({ html: two }, [...flags(250), ...flags(251, "more")])).toEqual([
    "The names with tags in this template lead to more than 500 pictures together. Write longer beginnings before the tags.",
  ]);
  const begun = (count: number) => images(flags(count).map((name) => name.replace(".svg", "{{x}}.svg")));
  expect(messagesOf({ html: begun(100) }, flags(101))).toEqual([]);
  expect(new Set(messagesOf({ html: begun(101) }, flags(101)))).toEqual(
    new Set(["A template may have 100 different names with tags in them. Remove some."]),
  );
});

test("a name of no asset is told with at most 60 characters, and at most 100 names are told", () => {
  const names = [60, 61].map((length) => "a".repeat(length));
  expect(names.map((name) => messagesOf({ html: images([name]) }, ["a".repeat(59)]))).toEqual([
    [`The project has no asset \`${names[0]}\`. Did you mean \`asset:${"a".repeat(59)}\`?`],
    [`The project has no asset \`${names[0]}…\`. Upload it on the page Assets, or correct the name.`],
  ]);
  expect(messagesOf({ html: images(["Größe"]) }, [])[0]).toContain(
    "Names have lower-case letters, digits, dots, dashes, underscores and slashes.",
  );
  expect([100, 101].map((count) => messagesOf({ html: images(flags(count)) }, []).length)).toEqual([100, 100]);
});

const tooLong = "With its style sheets, the template has more than 4 million characters.";

test("Style sheets cannot make a text of any length, however often one imports another", () => {
  const names = Array.from({ length: 10 }, (_, index) => `${index}.css`);
  const contents = Object.fromEntries(
    names.map((name, index) => [name, `@import 'asset:${index + 1}.css';`.repeat(index < 9 ? 10 : 0) || "p{}"]),
  );
  const { mistakes: found } = compose({ css: "@import 'asset:0.css';" }, names, contents);
  expect(found.map(({ message }) => message)).toEqual([tooLong]);
  const large = names.map((name, index) => assetNamed(name, { sizeBytes: index < 4 ? 1_000_000 : 1 }));
  const importing = (count: number) =>
    names
      .slice(0, count)
      .map((name) => `@import 'asset:${name}';`)
      .join("");
  expect(compose({ css: importing(4) }, large)).toMatchObject({ needs: { length: 4 }, mistakes: [] });
  expect(compose({ css: importing(5) }, large)).toMatchObject({ needs: [], mistakes: [{ message: tooLong }] });
  const whole = "x".repeat(4_000_000 - '<img src="">'.length - at("a.svg").length);
  const html = (more: string) => `${more}${whole}<img src="asset:a.svg">`;
  expect([messagesOf({ html: html("") }, ["a.svg"]), messagesOf({ html: html("x") }, ["a.svg"])]).toEqual([
    [],
    [tooLong],
  ]);
});

test("Style sheets import each other at most 10 deep", () => {
  const names = Array.from({ length: 12 }, (_, index) => `${index}.css`);
  const contents = Object.fromEntries(names.map((name, index) => [name, `@import 'asset:${index + 1}.css';`]));
  const { mistakes: found } = compose({ css: "@import 'asset:0.css';" }, names, contents);
  expect(found.map(({ message }) => message)).toEqual([
    "In `asset:9.css`, line 1: Style sheets can import each other 10 deep. Name this one in the template.",
  ]);
});

type Recorded = { source: Parameters<typeof compose>[0]; composed: unknown };

/** Places of names in many forms of HTML and CSS, and what becomes of them. Digests are their first six digits. */
const recorded = readFileSync(join(import.meta.dirname, "test-composed.ndjson"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Recorded);

test.each(recorded)("$source is composed as recorded, and so are its files, fonts and mistakes", (one) => {
  const names = ["a.svg", "b.png", "a.css", "b.css", "s.js", "f.woff2", "dir/c.png"];
  const contents = {
    "a.css": `@import 'asset:b.css' screen;p{background:url( "asset:b.png" )}`,
    "b.css": 'b{font:1em "Brand Sans"}',
    "a.svg": "QQ==",
    "b.png": "Qg==",
  };
  const assets = [...names, assetNamed("brand.woff2", { font: brand })];
  const { replacements: _places, ...composed } = compose(one.source, assets, contents);
  const text = JSON.stringify(composed).replaceAll(/[0-9a-f]{64}/g, (digest) => digest.slice(0, 6));
  expect(JSON.parse(text)).toEqual(one.composed);
});
