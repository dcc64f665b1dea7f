/**
 * A font's ToUnicode CMap, as Chromium writes it: the text of each glyph. Chromium maps a glyph to the first character
 * that the font draws with it, or to what else the font knows. So it maps ’ to a modifier letter, a tabular figure to a
 * private character, and the middle form of an Arabic letter to nothing.
 */
export type ToUnicodeCmap = {
  /** The CMap file. */
  source: string;
  /** How many hexadecimal digits a glyph has. */
  digits: number;
  /** For each glyph the digits of its text, in UTF-16. */
  texts: ReadonlyMap<number, string>;
};

/** A glyph and its text, or the first glyph, the last glyph and the first text of a range. */
const mapping = /<([\dA-Fa-f]{1,4})> <([\dA-Fa-f]{1,64})>(?: <([\dA-Fa-f]{1,64})>)?/g;

export function readToUnicodeCmap(source: string): ToUnicodeCmap {
  const texts = new Map<number, string>();
  let digits = 4;
  /** Glyphs in ranges beyond the first of each. Ranges that overlap could take any time. */
  let ranged = 0;
  for (const [, first = "", second = "", third] of mappingsOf(source).matchAll(mapping)) {
    digits = first.length;
    const glyph = Number.parseInt(first, 16);
    if (third === undefined) {
      texts.set(glyph, second);
      continue;
    }
    const base = Number.parseInt(third, 16);
    const last = Number.parseInt(second, 16);
    if (last > lastGlyph) throw new Error("a PDF CMap has a glyph beyond the last");
    ranged += Math.max(0, last - glyph);
    if (ranged > lastGlyph) throw new Error("a PDF CMap maps a glyph twice");
    for (let step = 0; glyph + step <= last; step++) texts.set(glyph + step, hex(base + step, third.length));
  }
  return { source, digits, texts };
}

const lastGlyph = 0xffff;
const lastOfAscii = 0x7e;
const privateUse = { first: 0xe000, last: 0xf8ff };

/**
 * Tells whether a CMap may map some glyph to the wrong text. Private characters, such as those of tabular figures, do
 * not count: most invoices have some, and reading the text of each invoice would cost a tenth of its time.
 */
export function mayMapWrongly(source: string): boolean {
  for (const [, first = "", second = "", third] of mappingsOf(source).matchAll(mapping)) {
    const character = Number.parseInt(third ?? second, 16);
    const last = third === undefined ? character : character + Number.parseInt(second, 16) - Number.parseInt(first, 16);
    const isPrivate = character >= privateUse.first && last <= privateUse.last;
    const isPlain = last <= lastOfAscii || (last === character && plain.test(String.fromCharCode(character)));
    if ((third ?? second).length !== 4 || !(isPrivate || isPlain)) return true;
  }
  return false;
}

/**
 * Chromium maps Latin letters, figures and the signs of common text correctly, except those that other scripts share.
 */
const plain = /^[ -~\u00a0-\u00b4\u00b6-\u017f\u2013\u2014\u2018\u2019\u201c-\u201e\u2022\u2026\u20ac\u2122\u2212]$/;

/** The glyphs that the CMap may map to the wrong text. Only the document's text tells whether it does. */
export function suspectGlyphs({ texts }: ToUnicodeCmap): number[] {
  const found: number[] = [];
  for (const [glyph, text] of texts) {
    if (text.length !== 4 || !plain.test(String.fromCharCode(Number.parseInt(text, 16)))) found.push(glyph);
  }
  return found;
}

/** The CMap with the actual texts of some glyphs; undefined where it has these texts already. */
export function correctedCmap(cmap: ToUnicodeCmap, actual: ReadonlyMap<number, string>): ToUnicodeCmap | undefined {
  if ([...actual].every(([glyph, text]) => cmap.texts.get(glyph) === text)) return undefined;
  const texts = new Map([...cmap.texts].map(([glyph, text]) => [glyph, actual.get(glyph) ?? text]));
  return { ...cmap, texts, source: writeCmap(cmap, texts) };
}

/** The CMap file with other mappings. */
export function writeCmap({ source, digits }: ToUnicodeCmap, texts: ReadonlyMap<number, string>): string {
  const lines = [...texts].map(([glyph, text]) => `<${hex(glyph, digits)}> <${text}>`);
  const { start, end } = placeOfMappings(source);
  let content = "\n";
  // A block holds at most 100 mappings.
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100);
    content += `${block.length} beginbfchar\n${block.join("\n")}\nendbfchar\n`;
  }
  return source.slice(0, start) + content + source.slice(end);
}

const beforeMappings = "endcodespacerange";

function mappingsOf(source: string): string {
  const { start, end } = placeOfMappings(source);
  return source.slice(start, end);
}

/** The mappings are the part between the head and the end. */
function placeOfMappings(source: string): { start: number; end: number } {
  const start = source.indexOf(beforeMappings) + beforeMappings.length;
  const end = source.indexOf("endcmap", start);
  if (!source.startsWith("/CIDInit") || start < beforeMappings.length || end === -1) {
    throw new Error("cannot read a PDF CMap");
  }
  return { start, end };
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}
