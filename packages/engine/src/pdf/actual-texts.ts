/**
 * What is written around the glyphs of a PDF. Where the note of a glyph is not what was meant, Chromium says what was:
 * `/Span<</ActualText <FEFF2019> >> BDC … <05C9> Tj EMC`. Not all readers read that.
 */

/** The glyphs of one font whose notes may be wrong, with what the document's text tells of each. */
export type FontInText = {
  /** How many hexadecimal digits a glyph has. */
  digits: number;
  glyphs: ReadonlyMap<number, GlyphInText>;
};

export type GlyphInText = {
  /** Whether it stands somewhere without a text written around it: its note is right there. */
  isAsNoted: boolean;
  /** How often each text is written around it alone: digits, in UTF-16. */
  texts: Map<string, number>;
};

export function createFontInText(digits: number, glyphs: readonly number[]): FontInText {
  return { digits, glyphs: new Map(glyphs.map((glyph) => [glyph, { isAsNoted: false, texts: new Map() }])) };
}

/** The text that each glyph stands for; of glyphs that nothing can be said about, nothing. */
export function textsMeant({ glyphs }: FontInText): Map<number, string> {
  const meant = new Map<number, string>();
  for (const [glyph, { isAsNoted, texts }] of glyphs) {
    // A reader that goes by what is written around glyphs would read a changed note where nothing is.
    if (isAsNoted) continue;
    const [most] = [...texts].toSorted(([, a], [, b]) => b - a);
    if (most) meant.set(glyph, most[0]);
  }
  return meant;
}

/** The last letters of the operators that count: `Tf`, `Tj` or `TJ`, and `BDC`, `BMC` or `EMC`. */
const letter = { f: 0x66, j: 0x6a, J: 0x4a, C: 0x43 };

/** What is marked from `BDC` to `EMC`, where a text is written around it. */
type Mark = { text: string | undefined; glyphCount: number; last: GlyphInText | undefined };

/**
 * Adds what a content stream tells of the glyphs of `fonts`, which are given by their objects' numbers. There is an
 * operator on each line. Lines of no interest cost next to nothing.
 */
export function addTextsOf(content: string, fonts: ReadonlyMap<number, FontInText>): void {
  /** For each mark that is open, the innermost with a text. */
  const marks: (Mark | undefined)[] = [];
  /** The same few texts are written again and again. */
  const read = new Map<string, string | undefined>();
  let font: FontInText | undefined;
  for (let start = 0, end = 0; start < content.length; start = end + 1) {
    end = content.indexOf("\n", start);
    if (end === -1) end = content.length;
    switch (content.charCodeAt(end - 1)) {
      case letter.f:
        if (content.startsWith("/F", start)) font = fonts.get(Number.parseInt(content.slice(start + 2, end), 10));
        break;
      case letter.j:
      case letter.J:
        // Lines without a `T` are of drawings.
        if (content.startsWith("T", end - 2)) addGlyphs(content, start, end, font, marks.at(-1));
        break;
      case letter.C:
        if (content.startsWith("EMC", start)) endMark(marks.pop(), marks.at(-1));
        else if (!content.startsWith(beforeText, start)) marks.push(marks.at(-1));
        else
          marks.push({ text: textIn(content.slice(start + beforeText.length, end)), glyphCount: 0, last: undefined });
    }
  }

  function textIn(line: string): string | undefined {
    const known = read.get(line);
    if (known !== undefined) return known;
    const text = readText(line);
    read.set(line, text);
    return text;
  }
}

const beforeText = "/Span<</ActualText ";

/** The digits of the text in what is left of its mark. A note has room for no long one. */
function readText(line: string): string | undefined {
  const [, digits, literal] = /^<FEFF((?:[\dA-F]{4}){1,32})> >> BDC$|^\((.{1,32})\) >> BDC$/.exec(line) ?? [];
  return digits ?? (literal && digitsOf(literal));
}

/** The digits of a text between brackets. Of one with more than ASCII in it, nothing. */
function digitsOf(literal: string): string | undefined {
  const text = literal.replaceAll(/\\([()\\])/g, "$1");
  if (!/^[ -~]+$/.test(text) || /\\\w/.test(literal)) return undefined;
  return Buffer.from(text, "utf16le").swap16().toString("hex").toUpperCase();
}

function addGlyphs(content: string, lineStart: number, lineEnd: number, font: FontInText | undefined, mark?: Mark) {
  let start = content.indexOf("<", lineStart);
  while (start !== -1 && start < lineEnd) {
    start += 1;
    const end = content.indexOf(">", start);
    const size = font?.digits ?? end - start;
    for (; start < end; start += size) {
      const glyph = font?.glyphs.get(Number.parseInt(content.slice(start, start + size), 16));
      if (mark) {
        mark.glyphCount += 1;
        mark.last = glyph;
      } else if (glyph) {
        glyph.isAsNoted = true;
      }
    }
    start = content.indexOf("<", start);
  }
}

function endMark(mark: Mark | undefined, outer: Mark | undefined): void {
  // Ends a mark within it that has no text.
  if (mark === undefined || mark === outer) return;
  const { text, glyphCount, last } = mark;
  if (text === undefined || last === undefined || glyphCount !== 1) return;
  last.texts.set(text, (last.texts.get(text) ?? 0) + 1);
}
