import { expect, test } from "@jest/globals";
import { createDrawnFont, createReadingFont } from "./layer-fonts.ts";
import { addTextLayers } from "./text-layer.ts";
import { readToUnicodeCmap } from "./to-unicode-cmap.ts";

const dictionary = { text: "<<>>", entries: new Map([["W", "[]"]]) };
/** Glyph 1 is the letter ا, 2 the body of many letters, and 3 dots without a width. */
const source = "/CIDInit\nendcodespacerange\n1 beginbfchar\n<0001> <0627>\nendbfchar\nendcmap\n";

function fontsOf() {
  let number = 100;
  const takeNumber = () => number++;
  const embedded = { font: dictionary, descendant: dictionary, cmap: readToUnicodeCmap(source) };
  const drawn = createDrawnFont(embedded, { widthOf: (glyph) => (glyph === 3 ? 0 : 500), takeNumber });
  return { drawn: new Map([[4, drawn]]), reading: createReadingFont(embedded, { shape: 1, takeNumber }) };
}

const block = (...lines: string[]) => ["BT", "/F4 10 Tf", "1 0 0 -1 0 0 Tm", ...lines, "ET", ""].join("\n");

test("the glyphs of a letter with dots are hidden from readers, and the letters stand behind them from left to right", () => {
  const dotted = ["/Span<</ActualText <FEFF062A> >> BDC", "0 0 Td <0002> Tj", "2 -3 Td <0003> Tj", "EMC"];
  const layered = addTextLayers(`q\n${block(...dotted, "3 3 Td <0001> Tj")}Q\n`, fontsOf());
  expect(layered?.content.split("\n")).toEqual([
    "q",
    "BT",
    "1 0 0 -1 0 0 Tm",
    String.raw`/Span<</ActualText (\t)>> BDC`,
    "/F104 10 Tf",
    "0 0 Td <0002> Tj",
    "2 -3 Td <0003> Tj",
    "3 3 Td <0001> Tj",
    "EMC",
    "ET",
    "BT",
    "1 0 0 -1 0 0 Tm",
    "/F100 10 Tf",
    "3 Tr",
    "0 0 Td <00010002> Tj",
    "0 Tr",
    "ET",
    "Q",
    "",
  ]);
  expect(layered?.fonts).toEqual(new Set([100, 104]));
});

test("text whose glyphs tell it one by one stays as it is", () => {
  expect(addTextLayers(block("<0001> Tj"), fontsOf())).toBeUndefined();
});

test("a run of another form than Chromium's stays as it is", () => {
  const odd = block("/Span<</ActualText <FEFF062A> >> BDC", "[<0002> 5 <0003>] TJ", "EMC");
  expect(addTextLayers(odd, fontsOf())).toBeUndefined();
});
