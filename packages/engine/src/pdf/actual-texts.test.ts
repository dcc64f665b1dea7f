import { expect, test } from "@jest/globals";
import { correctedNotes, doubtfulGlyphs, readGlyphNotes } from "./to-unicode-cmap.ts";
import { addTextsOf, createFontInText, textsMeant } from "./actual-texts.ts";

const font = 4;
const glyphs = { modifier: 0x5c9, ligature: 0x70b, letter: 0x41 };

/** What the lines of a content stream tell of the glyphs of a font. */
function meantBy(...lines: string[]): Map<number, string> {
  const inText = createFontInText(4, Object.values(glyphs));
  addTextsOf(["BT", `/F${font} 16 Tf`, ...lines, "ET"].join("\n"), new Map([[font, inText]]));
  return textsMeant(inText);
}

test("a glyph stands for the text that is written around it", () => {
  expect(meantBy("/Span<</ActualText <FEFF2019> >> BDC", "5 0 Td <05C9> Tj", "EMC")).toEqual(
    new Map([[glyphs.modifier, "2019"]]),
  );
  expect(meantBy("/Span<</ActualText (\\(a\\\\) >> BDC", "<070B> Tj", "EMC")).toEqual(
    new Map([[glyphs.ligature, "00280061005C"]]),
  );
});

test("of several texts a glyph stands for the most frequent", () => {
  const as = (text: string) => [`/Span<</ActualText <FEFF${text}> >> BDC`, "<05C9> Tj", "EMC"];
  expect(meantBy(...as("F9F7"), ...as("7ACB"), ...as("7ACB"))).toEqual(new Map([[glyphs.modifier, "7ACB"]]));
});

test("a glyph that also stands without a text around it, or with others in one, stays as it is noted", () => {
  const meant = ["/Span<</ActualText <FEFF2019> >> BDC", "<05C9> Tj", "EMC"];
  expect(meantBy(...meant, "/P <</MCID 0 >>BDC", "<004105C9> Tj", "EMC")).toEqual(new Map());
  expect(meantBy("/Span<</ActualText <FEFF0628> >> BDC", "<0041> Tj", "1 2 Td <05C9> Tj", "EMC")).toEqual(new Map());
});

test("marks within marks end where they end", () => {
  expect(
    meantBy(
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

const table = (entries: string) => `begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n${entries}\nendcmap\nend`;

test("a table is written with the notes corrected, and all others as they were", () => {
  const notes = readGlyphNotes(
    table("1 beginbfchar\n<05C9> <02BC>\nendbfchar\n1 beginbfrange\n<053B> <053D> <0030>\nendbfrange"),
  );
  const corrected = correctedNotes(notes, new Map([[glyphs.modifier, "2019"]])) ?? "";
  expect(readGlyphNotes(corrected).notes).toEqual(
    new Map([
      [glyphs.modifier, "2019"],
      [0x53b, "0030"],
      [0x53c, "0031"],
      [0x53d, "0032"],
    ]),
  );
  expect(corrected.replace(/\d+ beginbfchar[^]*endbfchar\n/, "")).toBe(table("").replace("\n\n", "\n"));
  expect(correctedNotes(notes, new Map([[glyphs.modifier, "02BC"]]))).toBeUndefined();
});

test("Latin text raises no doubt, which costs reading the document; letters of other scripts do", () => {
  const notesOf = (text: string) => ({
    source: "",
    digits: 4,
    notes: new Map([...text].map((character, glyph) => [glyph, character.charCodeAt(0).toString(16).padStart(4, "0")])),
  });
  expect(doubtfulGlyphs(notesOf("Ünïcödé – “Łódź” 1,50 €…"))).toEqual([]);
  expect(doubtfulGlyphs(notesOf("aʼµ\0⽂\uE072"))).toEqual([1, 2, 3, 4, 5]);
});

test("drawings, of which a document may have as many as it likes, cost time in proportion to their length", () => {
  const inText = createFontInText(4, [1]);
  const drawing = "0 J\n0 j\nf\n".repeat(500_000);
  const startedAt = performance.now();
  addTextsOf(drawing, new Map([[font, inText]]));
  // A few hundredths of a second; searched to its end from each line it would be minutes.
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
