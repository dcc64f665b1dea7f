import { readFile } from "node:fs/promises";

/** Characters that some font draws with one glyph, such as 文 and the radical ⽂: for each, the others. */
export type GlyphTwins = ReadonlyMap<number, ReadonlySet<number>>;

/** Reads from fonts (TrueType, OpenType and collections of them) which characters look exactly alike. */
export async function readGlyphTwins(paths: readonly string[]): Promise<GlyphTwins> {
  const twins = new Map<number, Set<number>>();
  for (const path of paths) {
    for (const sameGlyph of await sharedGlyphsOf(path)) {
      for (const character of sameGlyph) {
        const others = twins.get(character) ?? new Set();
        for (const other of sameGlyph) if (other !== character) others.add(other);
        twins.set(character, others);
      }
    }
  }
  return twins;
}

async function sharedGlyphsOf(path: string): Promise<number[][]> {
  try {
    return sharedGlyphs(await readFile(path));
  } catch {
    // No font, or a broken one: the browser does not print with it either, and other fonts need not suffer.
    return [];
  }
}

function sharedGlyphs(font: Buffer): number[][] {
  const subtables = new Set(faceOffsets(font).map((face) => characterMap(font, face)));
  return [...subtables].flatMap((subtable) => {
    const characters = new Map<number, number[]>();
    for (const [character, glyph] of subtable === undefined ? [] : mappings(font, subtable)) {
      if (glyph === 0) continue;
      const known = characters.get(glyph);
      if (known) known.push(character);
      else characters.set(glyph, [character]);
    }
    return [...characters.values()].filter((list) => list.length > 1);
  });
}

function faceOffsets(font: Buffer): number[] {
  if (font.toString("latin1", 0, 4) !== "ttcf") return [0];
  return Array.from({ length: font.readUInt32BE(8) }, (_, face) => font.readUInt32BE(12 + face * 4));
}

/** Where a face's map from Unicode to glyphs begins: the full one (format 12), else that of 16 bits (format 4). */
function characterMap(font: Buffer, face: number): number | undefined {
  const tables = font.readUInt16BE(face + 4);
  for (let table = 0; table < tables; table++) {
    const record = face + 12 + table * 16;
    if (font.toString("latin1", record, record + 4) !== "cmap") continue;
    const cmap = font.readUInt32BE(record + 8);
    const offsets = Array.from(
      { length: font.readUInt16BE(cmap + 2) },
      (_, index) => cmap + font.readUInt32BE(cmap + 8 + index * 8),
    );
    return [12, 4]
      .map((format) => offsets.find((offset) => font.readUInt16BE(offset) === format))
      .find((offset) => offset !== undefined);
  }
  return undefined;
}

function* mappings(font: Buffer, subtable: number): Generator<[character: number, glyph: number]> {
  if (font.readUInt16BE(subtable) === 12) {
    for (let group = 0; group < font.readUInt32BE(subtable + 12); group++) {
      const record = subtable + 16 + group * 12;
      const [first, last, glyph] = [0, 4, 8].map((offset) => font.readUInt32BE(record + offset)) as [
        number,
        number,
        number,
      ]; // As many as were asked for.
      for (let character = first; character <= last; character++) yield [character, glyph + character - first];
    }
    return;
  }
  const size = font.readUInt16BE(subtable + 6);
  for (let segment = 0; segment < size; segment += 2) {
    const last = font.readUInt16BE(subtable + 14 + segment);
    const first = font.readUInt16BE(subtable + 16 + size + segment);
    const delta = font.readUInt16BE(subtable + 16 + size * 2 + segment);
    const rangePosition = subtable + 16 + size * 3 + segment;
    const range = font.readUInt16BE(rangePosition);
    for (let character = first; character <= last && character !== 0xffff; character++) {
      const listed = range === 0 ? character : font.readUInt16BE(rangePosition + range + (character - first) * 2);
      yield [character, range !== 0 && listed === 0 ? 0 : (listed + delta) & 0xffff];
    }
  }
}
