import { expect, test } from "@jest/globals";
import { actualTexts, addActualTexts, createFontUse } from "./actual-texts.ts";
import { correctedCmap, readToUnicodeCmap, suspectGlyphs } from "./to-unicode-cmap.ts";

const font = 4;
const glyphs = { modifier: 0x5c9, ligature: 0x70b, letter: 0x41 };

/** The actual texts of a font's glyphs in these lines of a content stream. */
function textsIn(...lines: string[]): Map<number, string> {
  const use = createFontUse(4, Object.values(glyphs));
  addActualTexts(["BT", `/F${font} 16 Tf`, ...lines, "ET"].join("\n"), new Map([[font, use]]));
  return actualTexts(use);
}

test("a glyph has the text of the ActualText around it", () => {
  expect(textsIn("/Span<</ActualText <FEFF2019> >> BDC", "5 0 Td <05C9> Tj", "EMC")).toEqual(
    new Map([[glyphs.modifier, "2019"]]),
  );
  expect(textsIn("/Span<</ActualText (\\(a\\\\) >> BDC", "<070B> Tj", "EMC")).toEqual(
    new Map([[glyphs.ligature, "00280061005C"]]),
  );
});

test("a glyph with several actual texts has the most frequent", () => {
  const as = (text: string) => [`/Span<</ActualText <FEFF${text}> >> BDC`, "<05C9> Tj", "EMC"];
  expect(textsIn(...as("F9F7"), ...as("7ACB"), ...as("7ACB"))).toEqual(new Map([[glyphs.modifier, "7ACB"]]));
});

test("a glyph keeps its mapping where it also stands without an ActualText, or shares one with other glyphs", () => {
  const marked = ["/Span<</ActualText <FEFF2019> >> BDC", "<05C9> Tj", "EMC"];
  expect(textsIn(...marked, "/P <</MCID 0 >>BDC", "<004105C9> Tj", "EMC")).toEqual(new Map());
  expect(textsIn("/Span<</ActualText <FEFF0628> >> BDC", "<0041> Tj", "1 2 Td <05C9> Tj", "EMC")).toEqual(new Map());
});

test("nested marks end where they end", () => {
  expect(
    textsIn(
      "/NonStruct <</MCID 0 >>BDC",
      "/Span<</ActualText <FEFF2019> >> BDC",
      "/ReversedChars BMC",
      "<05C9> Tj",
      "EMC",
      "EMC",
      "<0041> Tj",
      "EMC",
    ),
  ).toEqual(new Map([[glyphs.modifier, "2019"]]));
});

const cmap = (entries: string) =>
  `/CIDInit /ProcSet findresource begin\nbegincodespacerange\n<0000> <FFFF>\nendcodespacerange\n${entries}\nendcmap\nend`;

test("a corrected CMap has the actual texts, and all its other mappings as they were", () => {
  const before = readToUnicodeCmap(
    cmap("1 beginbfchar\n<05C9> <02BC>\nendbfchar\n1 beginbfrange\n<053B> <053D> <0030>\nendbfrange"),
  );
  const corrected = correctedCmap(before, new Map([[glyphs.modifier, "2019"]]));
  const source = corrected?.source ?? "";
  expect(readToUnicodeCmap(source).texts).toEqual(
    new Map([
      [glyphs.modifier, "2019"],
      [0x53b, "0030"],
      [0x53c, "0031"],
      [0x53d, "0032"],
    ]),
  );
  expect(source.replace(/\d+ beginbfchar[^]*endbfchar\n/, "")).toBe(cmap("").replace("\n\n", "\n"));
  expect(correctedCmap(before, new Map([[glyphs.modifier, "02BC"]]))).toBeUndefined();
});

test("letters of other scripts are suspect; Latin text is not, which saves reading the document", () => {
  const cmapOf = (text: string) => ({
    source: "",
    digits: 4,
    texts: new Map([...text].map((character, glyph) => [glyph, character.charCodeAt(0).toString(16).padStart(4, "0")])),
  });
  expect(suspectGlyphs(cmapOf("Ünïcödé – “Łódź” 1,50 €…"))).toEqual([]);
  expect(suspectGlyphs(cmapOf("aʼµ\0⽂\uE072"))).toEqual([1, 2, 3, 4, 5]);
});
