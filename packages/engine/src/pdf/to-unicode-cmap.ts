/**
 * A font's table of which characters its glyphs stand for (`ToUnicode`), as Chromium writes it. It notes for each glyph
 * the first character that the font draws with it, or what else the font knows: so ’ is noted as a modifier letter, a
 * tabular figure as a private character, the middle form of an Arabic letter as nothing.
 */
export type GlyphNotes = {
  /** The file that holds the table. */
  source: string;
  /** How many hexadecimal digits a glyph has. */
  digits: number;
  /** For each glyph the digits of its text, in UTF-16. */
  notes: ReadonlyMap<number, string>;
};

export function readGlyphNotes(source: string): GlyphNotes {
  const notes = new Map<number, string>();
  let digits = 4;
  for (const [, first = "", second = "", third] of tableOf(source).matchAll(/<(\w+)> <(\w+)>(?: <(\w+)>)?/g)) {
    digits = first.length;
    const glyph = Number.parseInt(first, 16);
    if (third === undefined) {
      notes.set(glyph, second);
      continue;
    }
    const base = Number.parseInt(third, 16);
    const last = Number.parseInt(second, 16);
    for (let step = 0; glyph + step <= last; step++) notes.set(glyph + step, hex(base + step, third.length));
  }
  return { source, digits, notes };
}

const lastOfAscii = 0x7e;
const privateUse = { first: 0xe000, last: 0xf8ff };

/**
 * Whether some note of a table may be wrong. Notes in private characters, as of tabular figures, do not count: most
 * invoices have some, and to read the text of each costs a tenth of its time.
 */
export function isInDoubt(source: string): boolean {
  for (const [, first = "", second = "", third] of tableOf(source).matchAll(/<(\w+)> <(\w+)>(?: <(\w+)>)?/g)) {
    const note = Number.parseInt(third ?? second, 16);
    const last = third === undefined ? note : note + Number.parseInt(second, 16) - Number.parseInt(first, 16);
    const isPrivate = note >= privateUse.first && last <= privateUse.last;
    const isPlain = last <= lastOfAscii || (last === note && plain.test(String.fromCharCode(note)));
    if ((third ?? second).length !== 4 || !(isPrivate || isPlain)) return true;
  }
  return false;
}

/** Latin letters, figures and the signs of common text are noted rightly, but for those that other scripts share. */
const plain = /^[ -~\u00a0-\u00b4\u00b6-\u017f\u2013\u2014\u2018\u2019\u201c-\u201e\u2022\u2026\u20ac\u2122\u2212]$/;

/** The glyphs whose note may be wrong, which takes reading the document's text to find out. */
export function doubtfulGlyphs({ notes }: GlyphNotes): number[] {
  const found: number[] = [];
  for (const [glyph, note] of notes) {
    if (note.length !== 4 || !plain.test(String.fromCharCode(Number.parseInt(note, 16)))) found.push(glyph);
  }
  return found;
}

/** The table's file with other notes for some glyphs, or nothing where they are what is noted. */
export function correctedNotes({ source, digits, notes }: GlyphNotes, meant: ReadonlyMap<number, string>) {
  if ([...meant].every(([glyph, text]) => notes.get(glyph) === text)) return undefined;
  const lines = [...notes].map(([glyph, note]) => `<${hex(glyph, digits)}> <${meant.get(glyph) ?? note}>`);
  const table = tableOf(source);
  const start = source.indexOf(table);
  let content = "\n";
  // A block holds at most 100.
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100);
    content += `${block.length} beginbfchar\n${block.join("\n")}\nendbfchar\n`;
  }
  return source.slice(0, start) + content + source.slice(start + table.length);
}

/** What stands between the head and the end. */
function tableOf(source: string): string {
  const start = source.indexOf("endcodespacerange") + "endcodespacerange".length;
  return source.slice(start, source.indexOf("endcmap"));
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}
