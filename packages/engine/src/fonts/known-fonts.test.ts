import { expect, test } from "@jest/globals";
import { knownFonts } from "./known-fonts.ts";

const codes = (text: string) =>
  [...text].flatMap((character) => [character.codePointAt(0) ?? 0, character.codePointAt(0) ?? 0]);
/** Fonts with Latin, its marks and some signs. */
const fonts = knownFonts({
  families: ["test"],
  characters: [0x20, 0x24f, 0x300, 0x302, ...codes("€→字🙂Ω").toSorted((a, b) => a - b)],
});

test.each<[html: string, lacking: string]>([
  ["<p>€ → 字 🙂 Größe", ""],
  ["<p>漢", "漢"],
  ["<p>🧿 漢 🧿 漢", "漢🧿"],
  ["<p>&#28450; &#x1F9FF; &#8364; &#39; &#x2F;", "漢🧿"],
  // What a document may have without a glyph: spaces, hyphens, joiners, selectors and marks of direction.
  [
    "<p>1\u202f234\u00a0€ Wort\u00adteil \u200b\u200d\u2060\ufeff \u200f\u2066a\u2069 🙂\ufe0f\u{e0067} \u3000 \u2028",
    "",
  ],
  // Letters with marks, and signs that equal another one.
  ["<p>\u1ea4 \u1e0c e\u0301 \u2126", "\u1e0c"],
  ["<P>Ա ա", "Աա"],
  ["<p title='漢'>a</p><!-- 漢 --><style>p::before { content: '漢' }</style><title>漢</title><SCRIPT>漢</SCRIPT>", ""],
  ["<style>p {}</style>漢", "漢"],
  ["<style>@font-face { font-family: Own; src: url(data:font/woff2;base64,AA) }</style>漢", ""],
])("%s lacks glyphs for %j", (html, lacking) => {
  expect(fonts.lacking([html, ""])).toEqual([...lacking]);
});

test("headers and footers count, and at most 1,000 characters", () => {
  expect(fonts.lacking(["<p>a", "", "<b>漢</b>"])).toEqual(["漢"]);
  const many = Array.from({ length: 3_000 }, (_, index) => String.fromCodePoint(0x5000 + index)).join("");
  expect(fonts.lacking([many])).toHaveLength(1_000);
});
