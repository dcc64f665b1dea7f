import { expect, test } from "@jest/globals";
import { replacedFonts } from "./replaced-fonts.ts";

const families = new Set(["arial", "inter", "source serif 4", "noto color emoji"]);

test.each<[css: string, fonts: string[]]>([
  ["p { font-family: 'Brand Sans', sans-serif }", ["Brand Sans"]],
  ["p { font-family: Georgia; color: red } b { FONT-FAMILY: georgia, serif !important }", ["Georgia", "georgia"]],
  ["p { font: bold 12px/1.5 Brand Sans , serif }", ["Brand Sans"]],
  ["p { font-family:\n  'Brand\n  Sans' }", ["Brand Sans"]],
  ["p { font-family: serif, Georgia }", ["Georgia"]],
  ["p { font-family: 'Helvetica Neue', Arial, sans-serif }", []],
  ["p { font-family: INTER }", []],
  ['p { font-family: "Source Serif 4" }', []],
  ["p { font-family: -apple-system, 'Segoe UI', sans-serif }", []],
  ["p { font-family: sans-serif } b { font: inherit } i { font-family: ui-monospace, monospace }", []],
  ["@font-face { font-family: 'Brand Sans'; src: url(data:font/woff2;base64,AA) } p { font-family: Brand Sans }", []],
  ["p { font-family: var(--brand) } b { font: 12px var(--brand) } i { font: caption }", []],
  [
    ':where(:root) { --brand-text-font: "Brand Sans"; }\np { font-family: var(--brand-text-font), serif }',
    ["Brand Sans"],
  ],
  [":root { --brand-text-font: 'Brand Sans' } p { font: 9pt/1.4 var( --brand-text-font, Inter) }", ["Brand Sans"]],
  [":where(:root) { --brand-main: #14438c; --brand-text-font: Inter; } p { font-family: var(--brand-text-font) }", []],
  [":root { --brand-text-font: Georgia } p { font-family: var(--brand-heading-font, Georgia) }", []],
  ["p { font-family: {{font}}, Georgia; } b { font-family: '{{font}}' }", []],
  ["/* p { font-family: Georgia } */ p { font-size: 12px }", []],
  ["p { font-family: , }", []],
])("the fonts that replace those of %s are told for %j", (css, fonts) => {
  expect(replacedFonts("<p>font-family: Text;", css, families)).toEqual(fonts);
  expect(replacedFonts(`<style media="print">${css}</style><p>a`, "", families)).toEqual(fonts);
});

test("styles of elements count, and comments do not", () => {
  const html = `<p style="font-family: &quot;Brand Sans&quot;"><b style='font-family: "Other"'>a</b><!-- <i style="font-family: Third"> -->`;
  expect(replacedFonts(html, "", families)).toEqual(["Brand Sans", "Other"]);
});

test("at most 20 fonts are told, each with at most 100 characters", () => {
  const css = Array.from({ length: 30 }, (_, index) => `p { font-family: F${index}${"x".repeat(200)} }`).join("");
  const fonts = replacedFonts("", css, families);
  expect(fonts.map((font) => font.length)).toEqual(Array.from({ length: 20 }, () => 100));
});
