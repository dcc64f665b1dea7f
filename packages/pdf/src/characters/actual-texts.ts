/**
 * Reads the actual texts of glyphs from the content of a PDF. Where ToUnicode maps a glyph to another text than the
 * document's, Chromium writes an ActualText around the glyph: `/Span<</ActualText <FEFF2019> >> BDC … <05C9> Tj EMC`.
 * Not all readers read it.
 */

/** The glyphs of one font that ToUnicode may map wrongly, with what the content tells of each. */
export type FontUse = {
  /** How many hexadecimal digits a glyph has. */
  digits: number;
  glyphs: ReadonlyMap<number, GlyphUse>;
};

export type GlyphUse = {
  /** Whether the glyph stands somewhere without an ActualText. There its ToUnicode mapping is right. */
  isMappedRight: boolean;
  /** How often each ActualText stands around this glyph alone. Texts are digits, in UTF-16. */
  texts: Map<string, number>;
};

export function createFontUse(digits: number, glyphs: readonly number[]): FontUse {
  return { digits, glyphs: new Map(glyphs.map((glyph) => [glyph, { isMappedRight: false, texts: new Map() }])) };
}

/** Whether some glyph stands for several texts, so that ToUnicode cannot tell all of them. */
export function hasSeveralTexts({ glyphs }: FontUse): boolean {
  return [...glyphs.values()].some(({ isMappedRight, texts }) => texts.size > (isMappedRight ? 0 : 1));
}

/** The actual text of each glyph that has one. */
export function actualTexts({ glyphs }: FontUse): Map<number, string> {
  const actual = new Map<number, string>();
  for (const [glyph, { isMappedRight, texts }] of glyphs) {
    // Without an ActualText a reader goes by ToUnicode. A changed mapping would be wrong there.
    if (isMappedRight) continue;
    const [most] = [...texts].toSorted(([, a], [, b]) => b - a);
    if (most) actual.set(glyph, most[0]);
  }
  return actual;
}

/** The last letters of the operators that count: `Tf`, `Tj` or `TJ`, and `BDC`, `BMC` or `EMC`. */
const letter = { f: 0x66, j: 0x6a, J: 0x4a, C: 0x43 };

/** A marked content with an ActualText, from `BDC` to `EMC`. */
type Mark = { text: string | undefined; glyphCount: number; last: GlyphUse | undefined };

/**
 * Adds what a content stream tells of the glyphs of `fonts`. Keys are the numbers of the fonts' objects. Chromium
 * writes one operator on each line. Lines of other operators cost next to nothing. Returns whether the stream has texts of
 * several letters or glyphs, which ToUnicode cannot tell.
 */
export function addActualTexts(content: string, fonts: ReadonlyMap<number, FontUse>): boolean {
  let hasSyllables = false;
  /** For each open mark, the innermost mark with an ActualText. */
  const marks: (Mark | undefined)[] = [];
  /** Texts that were read before: a document repeats the same few. */
  const read = new Map<string, string | undefined>();
  let font: FontUse | undefined;
  for (let start = 0, end = 0; start < content.length; start = end + 1) {
    end = content.indexOf("\n", start);
    if (end === -1) end = content.length;
    switch (content.charCodeAt(end - 1)) {
      case letter.f:
        if (content.startsWith("/F", start)) font = fonts.get(Number.parseInt(content.slice(start + 2, end), 10));
        break;
      case letter.j:
      case letter.J:
        // A line without a `T` draws.
        if (content.startsWith("T", end - 2)) addGlyphs(content.slice(start, end), font, marks.at(-1));
        break;
      case letter.C:
        if (content.startsWith("EMC", start)) hasSyllables = endMark(marks.pop(), marks.at(-1)) || hasSyllables;
        else if (!content.startsWith(beforeText, start)) marks.push(marks.at(-1));
        else
          marks.push({ text: textIn(content.slice(start + beforeText.length, end)), glyphCount: 0, last: undefined });
    }
  }
  return hasSyllables;

  function textIn(line: string): string | undefined {
    const known = read.get(line);
    if (known !== undefined) return known;
    const text = readText(line);
    read.set(line, text);
    return text;
  }
}

export const beforeText = "/Span<</ActualText ";

/** The digits of the text, from the rest of its mark's line; undefined for a text too long for a CMap. */
export function readText(line: string): string | undefined {
  const [, digits, literal] = /^<FEFF((?:[\dA-F]{4}){1,32})> >> BDC$|^\((.{1,32})\) >> BDC$/.exec(line) ?? [];
  return digits ?? (literal && digitsOf(literal));
}

/** The digits of a text between brackets; undefined for a text beyond ASCII. */
function digitsOf(literal: string): string | undefined {
  const text = literal.replaceAll(/\\([()\\])/g, "$1");
  if (!/^[ -~]+$/.test(text) || /\\\w/.test(literal)) return undefined;
  return Buffer.from(text, "utf16le").swap16().toString("hex").toUpperCase();
}

function addGlyphs(line: string, font: FontUse | undefined, mark?: Mark) {
  let start = line.indexOf("<");
  while (start !== -1) {
    start += 1;
    const end = line.indexOf(">", start);
    if (end === -1) return;
    const size = font?.digits ?? end - start;
    for (; start < end; start += size) {
      const glyph = font?.glyphs.get(Number.parseInt(line.slice(start, start + size), 16));
      if (mark) {
        mark.glyphCount += 1;
        mark.last = glyph;
      } else if (glyph) {
        glyph.isMappedRight = true;
      }
    }
    start = line.indexOf("<", start);
  }
}

/** Counts the text of a mark that ends. Returns whether it stands for several glyphs, or has several letters. */
function endMark(mark: Mark | undefined, outer: Mark | undefined): boolean {
  // The mark that ends has no ActualText.
  if (mark === undefined || mark === outer) return false;
  const { text, glyphCount, last } = mark;
  if (glyphCount !== 1) return glyphCount > 1;
  if (text === undefined) return false;
  last?.texts.set(text, (last.texts.get(text) ?? 0) + 1);
  return text.length > digitsOfLetter;
}

const digitsOfLetter = 4;
