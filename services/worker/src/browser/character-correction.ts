import type { GlyphTwins } from "../fonts/glyph-twins.ts";

/** Latin letters and what ASCII has; the doubles of others are never noted in their place. */
const lastPlainCharacter = 0x24f;
const hasOthers = /[\u0250-\uffff]/;

/**
 * How to correct the characters that a document's glyphs are read back as. Chromium notes for each glyph the first
 * character that the font draws with it: so ’ becomes a modifier letter, the iota of some fonts a Latin one, and many a
 * Chinese character the radical it looks like. What was meant stands in the HTML. Undefined where nothing can be wrong.
 */
export function characterCorrection(html: string, twins: GlyphTwins): ((character: number) => number) | undefined {
  if (!hasOthers.test(html)) return undefined;
  const used = new Set<number>();
  for (let at = 0; at < html.length; at++) {
    const character = html.charCodeAt(at);
    if (character > lastPlainCharacter) used.add(character);
  }
  const meant = new Map<number, number>();
  for (const character of used) {
    for (const twin of twins.get(character) ?? []) if (twin < character) meant.set(twin, character);
  }
  // Where a document has both, nobody can tell which one is meant.
  for (const noted of meant.keys()) if (isUsed(noted)) meant.delete(noted);
  return meant.size === 0 ? undefined : (character) => meant.get(character) ?? character;

  function isUsed(character: number): boolean {
    return character > lastPlainCharacter ? used.has(character) : html.includes(String.fromCharCode(character));
  }
}
