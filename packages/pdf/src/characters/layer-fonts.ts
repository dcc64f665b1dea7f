import type { PdfDictionary } from "../objects/pdf-dictionary.ts";
import { dictionaryOf, streamOf } from "../objects/pdf-object.ts";
import { writeCmap, type ToUnicodeCmap } from "./to-unicode-cmap.ts";

/** A font of the document, and the font in which the glyphs behind a text layer are drawn. */
export type DrawnFont = {
  /** How many hexadecimal digits a glyph has. */
  digits: number;
  /** The width of a glyph, in thousandths of the font's size. */
  widthOf(glyph: number): number;
  /** The digits of the text that ToUnicode gives a glyph. */
  textOf(glyph: number): string | undefined;
  /** The number of the font with the same glyphs, in which they have no width and read as blanks. */
  drawnIn(glyph: number): number;
  /** The objects of that font, by their numbers. None if no text layer uses it. */
  objects(): [number, Buffer][];
};

/** The font of the letters of all text layers of a document. They are invisible, so any outlines do. */
export type ReadingFont = {
  /**
   * The code of a letter, by the digits of its text and its width in thousandths; undefined for a letter too many. A
   * letter without a width has no outline either.
   */
  codeOf(digits: string, width: number): number | undefined;
  number(): number;
  objects(): [number, Buffer][];
};

/** An embedded font as Chromium writes it. `descendant` has the glyphs of a composite font; a font of drawings has none. */
export type EmbeddedFont = { font: PdfDictionary; descendant: PdfDictionary | undefined; cmap: ToUnicodeCmap };

type TakeNumber = () => number;

const blank = "0020";
/** The first code says that there is no glyph. */
const maxCodes = 0xffff;
const noGlyph = 0xffff;

export function createDrawnFont(
  { font, descendant, cmap }: EmbeddedFont,
  { widthOf, takeNumber }: { widthOf: (glyph: number) => number; takeNumber: TakeNumber },
): DrawnFont {
  const texts = new Map<number, string>();
  let numbers: Numbers | undefined;
  return {
    digits: cmap.digits,
    widthOf,
    textOf: (glyph) => cmap.texts.get(glyph),
    drawnIn(glyph) {
      texts.set(glyph, blank);
      numbers ??= takeNumbers(takeNumber);
      return numbers.font;
    },
    objects() {
      if (!numbers) return [];
      const toUnicode = toUnicodeOf(cmap, texts);
      if (descendant) return composite({ font, descendant }, numbers, { W: "[]", DW: "0" }, toUnicode);
      const Widths = (font.entries.get("Widths") ?? "[]").replaceAll(/[\d.]+/g, "0");
      return [
        [numbers.font, changed(font, { Widths, ToUnicode: `${numbers.toUnicode} 0 R` })],
        [numbers.toUnicode, toUnicode],
      ];
    },
  };
}

/** `shape` is the glyph whose outline gives the letters their height. */
export function createReadingFont(
  { font, descendant, cmap }: EmbeddedFont & { descendant: PdfDictionary },
  { shape, takeNumber }: { shape: number; takeNumber: TakeNumber },
): ReadingFont {
  const letters = new Map<string, { code: number; digits: string; width: number }>();
  const take = (): Numbers & { glyphs: number } => ({ ...takeNumbers(takeNumber), glyphs: takeNumber() });
  let numbers: ReturnType<typeof take> | undefined;
  return {
    number: () => (numbers ??= take()).font,
    codeOf(digits, width) {
      const key = `${digits} ${width}`;
      const known = letters.get(key);
      if (known) return known.code;
      if (letters.size === maxCodes) return undefined;
      const code = letters.size + 1;
      letters.set(key, { code, digits, width });
      return code;
    },
    objects() {
      if (!numbers) return [];
      const all = [...letters.values()];
      const glyphs = Buffer.alloc(2 * (all.length + 1));
      for (const { code, width } of all) glyphs.writeUInt16BE(width === 0 ? noGlyph : shape, 2 * code);
      const W = `[1 [${all.map(({ width }) => width).join(" ")}]]`;
      const toUnicode = toUnicodeOf(cmap, new Map(all.map(({ code, digits }) => [code, digits])));
      return [
        ...composite({ font, descendant }, numbers, { W, CIDToGIDMap: `${numbers.glyphs} 0 R` }, toUnicode),
        [numbers.glyphs, streamOf(glyphs)],
      ];
    },
  };
}

type Numbers = { font: number; descendant: number; toUnicode: number };
const takeNumbers = (take: TakeNumber): Numbers => ({ font: take(), descendant: take(), toUnicode: take() });

/** The objects of a composite font with the outlines of another one. */
function composite(
  { font, descendant }: { font: PdfDictionary; descendant: PdfDictionary },
  at: Numbers,
  changes: Record<string, string>,
  toUnicode: Buffer,
): [number, Buffer][] {
  return [
    [at.font, changed(font, { DescendantFonts: `[${at.descendant} 0 R]`, ToUnicode: `${at.toUnicode} 0 R` })],
    [at.descendant, changed(descendant, changes)],
    [at.toUnicode, toUnicode],
  ];
}

function toUnicodeOf(cmap: ToUnicodeCmap, texts: ReadonlyMap<number, string>): Buffer {
  return streamOf(Buffer.from(writeCmap(cmap, texts), "latin1"));
}

function changed({ entries }: PdfDictionary, changes: Record<string, string>): Buffer {
  return dictionaryOf(new Map([...entries, ...Object.entries(changes)]));
}
