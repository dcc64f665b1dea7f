import { expect, test } from "@jest/globals";
import { composeAssets } from "../assets/compose-assets.ts";
import { assetNamed, digestOf } from "../assets/test-assets.ts";
import { brandVariables } from "./brand-variables.ts";

const brand = brandVariables({
  colours: [
    { name: "Signal blue", value: "#14438c", variable: "signal-blue" },
    { name: "Ink", value: "#1b2440", variable: "ink" },
  ],
  textFont: "Brand Sans",
  headingFont: null,
});
const font = assetNamed("brand.woff2", { font: { family: "Brand Sans", weight: "400", style: "normal" } });

type Given = { html?: string; css?: string; header?: string; footer?: string };

/** Composes texts with the brand, a font, and a style sheet of this content. */
function compose({ html = "", css = "", ...settings }: Given, { sheet = "", variables = brand } = {}) {
  const sheetAsset = assetNamed("a.css");
  const contents = new Map([[sheetAsset.sha256, sheet]]);
  const library = { assets: [sheetAsset, font], contents, digestOf, brand: variables };
  const composed = composeAssets({ html, css, settings }, library);
  return { ...composed, messages: composed.mistakes.map(({ path, offset }) => `${path}:${offset}`) };
}

test("a brand has a variable for each colour, its first colour and its fonts, and the headings' font is that of texts", () => {
  expect(brand).toEqual({
    "signal-blue": "#14438c",
    ink: "#1b2440",
    main: "#14438c",
    "text-font": '"Brand Sans"',
    "heading-font": '"Brand Sans"',
  });
  expect(brandVariables({ colours: [], textFont: null, headingFont: null })).toEqual({});
});

test.each([
  ["CSS", { css: "p { color: var(--brand-ink) }" }],
  ["a style element", { html: "<style>p { color: var( --brand-ink, red ) }</style>" }],
  ["a style attribute", { html: `<p style="color: VAR(--brand-ink)">` }],
  ["an attribute of SVG", { html: `<svg><path fill="var(--brand-ink)"/></svg>` }],
])("%s gets the values that it uses before the template's own CSS, and no others", (_name, given) => {
  const { css, brand: pins, mistakes } = compose(given);
  expect(css).toBe(`:where(:root) { --brand-ink: #1b2440; }\n${"css" in given ? given.css : ""}`);
  expect(pins).toEqual({ ink: "#1b2440" });
  expect(mistakes).toEqual([]);
});

test("a header and a footer, which no CSS of the pages reaches, get values of their own", () => {
  const header = `<b style="color: var(--brand-main)">a</b>`;
  const { settings, css, brand: pins } = compose({ header, footer: "<b>b</b>" });
  expect(settings.header).toBe(`<style>:where(:root) { --brand-main: #14438c; }\n</style>${header}`);
  expect([settings.footer, css]).toEqual(["<b>b</b>", ""]);
  expect(pins).toEqual({ main: "#14438c" });
});

test("a style sheet of the library uses the brand, and a font of the library comes with the variable that names it", () => {
  const sheet = "p { font-family: var(--brand-text-font) }";
  const { css, library, pins } = compose({ css: '@import "asset:a.css";' }, { sheet });
  expect(css).toBe(`:where(:root) { --brand-text-font: "Brand Sans"; }\n${sheet}`);
  expect(library?.fonts.map(({ family }) => family)).toEqual(["Brand Sans"]);
  expect(pins.map(({ name }) => name)).toEqual(["a.css", "brand.woff2"]);
});

test("a name in which data choose gets all values", () => {
  const { css, messages } = compose({ html: `<p style="color: var(--brand-{{ colour }})">` });
  expect(css).toContain("--brand-ink: #1b2440; --brand-main: #14438c;");
  expect(messages).toEqual([]);
});

test("a name that the brand lacks is a mistake at its place, unless the text has a value for it", () => {
  const css = "p { color: var(--brand-red) } b { color: var(--brand-red, red) }";
  expect(compose({ css }).messages).toEqual(["css:11"]);
  expect(compose({ css: '@import "asset:a.css";' }, { sheet: css }).messages).toEqual(["css:9"]);
  for (const text of [
    "p { color: var(--brand-red, red) }",
    ":root { --brand-red: red } p { color: var(--brand-red) }",
    "/* p { color: var(--brand-red) } */",
  ]) {
    expect(compose({ css: text })).toMatchObject({ mistakes: [], css: text });
  }
  expect(compose({ html: "<!-- var(--brand-red) -->", css: "p { --brandish: var(--brand) }" }).messages).toEqual([]);
});

test("a name with another value is noted, so that a later colour of this name is a change", () => {
  expect(compose({ css: "p { color: var(--brand-red, red) }" }).brand).toEqual({ red: null });
  expect(compose({ css: "p { --brand-red: 0; color: var(--brand-red, red) }" }).brand).toBeUndefined();
});

test("a definition in the CSS of the pages does not reach their header", () => {
  const css = ":root { --brand-red: red }";
  expect(compose({ css, header: `<b style="color: var(--brand-red)">a</b>` }).messages).toEqual(["settings.header:17"]);
});

test("a template without variables of the brand stays as it is", () => {
  const given = { html: "<p style='--brand-ink: red'>--brand-main</p>", css: "p { color: red }", header: "a" };
  const { html, css, settings, brand: pins } = compose(given);
  expect({ html, css, ...settings, pins }).toEqual({ ...given, pins: undefined });
});
