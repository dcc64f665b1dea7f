import { open, type FileHandle } from "node:fs/promises";

const lastCharacter = 0x10ffff;
const lastGlyph = 0xffff;

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
    const file = await open(path);
    try {
      return (await readCharacterMaps(file)).flatMap(sharedGlyphs);
    } finally {
      await file.close();
    }
  } catch {
    // No font, or a broken one: the browser does not print with it either, and other fonts need not suffer.
    return [];
  }
}

/** A table from Unicode to glyphs: the font's `cmap`, and where in it the table begins. */
type CharacterMap = { cmap: Buffer; start: number };

/** Reads nothing else of the font: the outlines of a collection are a hundred times as large. */
async function readCharacterMaps(file: FileHandle): Promise<CharacterMap[]> {
  const { size } = await file.stat();
  const read = async (position: number, length: number) => {
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - position)));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    return buffer.subarray(0, bytesRead);
  };

  const head = await read(0, 12);
  const faces = [0];
  if (head.toString("latin1", 0, 4) === "ttcf") {
    const offsets = await read(12, head.readUInt32BE(8) * 4);
    faces.splice(0, 1, ...Array.from({ length: offsets.length / 4 }, (_, face) => offsets.readUInt32BE(face * 4)));
  }
  // Faces of a collection share theirs.
  const cmaps = new Map<number, Buffer>();
  for (const face of faces) {
    const tables = await read(face + 12, (await read(face, 12)).readUInt16BE(4) * 16);
    for (let record = 0; record < tables.length; record += 16) {
      if (tables.toString("latin1", record, record + 4) !== "cmap") continue;
      const [position, length] = [tables.readUInt32BE(record + 8), tables.readUInt32BE(record + 12)];
      if (!cmaps.has(position)) cmaps.set(position, await read(position, length));
    }
  }
  return [...cmaps.values()].flatMap((cmap) => {
    const start = unicodeTable(cmap);
    return start === undefined ? [] : [{ cmap, start }];
  });
}

/** Where the map from Unicode to glyphs begins: the full one (format 12), else that of 16 bits (format 4). */
function unicodeTable(cmap: Buffer): number | undefined {
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + index * 8));
  return [12, 4]
    .map((format) => offsets.find((offset) => cmap.readUInt16BE(offset) === format))
    .find((offset) => offset !== undefined);
}

function sharedGlyphs(map: CharacterMap): number[][] {
  // Nearly every glyph has one character: a list for each would be a hundred thousand lists.
  const firstOf = new Int32Array(lastGlyph + 1).fill(-1);
  const shared = new Map<number, number[]>();
  eachMapping(map, (character, glyph) => {
    if (glyph === 0 || glyph > lastGlyph) return;
    const first = firstOf[glyph] ?? -1;
    const known = shared.get(glyph);
    if (known) known.push(character);
    else if (first === -1) firstOf[glyph] = character;
    else shared.set(glyph, [first, character]);
  });
  return [...shared.values()];
}

/** https://learn.microsoft.com/en-us/typography/opentype/spec/cmap */
function eachMapping({ cmap, start }: CharacterMap, visit: (character: number, glyph: number) => void): void {
  if (cmap.readUInt16BE(start) === 12) {
    const end = start + 16 + cmap.readUInt32BE(start + 12) * 12;
    for (let record = start + 16; record < end; record += 12) {
      const first = cmap.readUInt32BE(record);
      const last = Math.min(cmap.readUInt32BE(record + 4), lastCharacter);
      const glyph = cmap.readUInt32BE(record + 8);
      for (let character = first; character <= last; character++) visit(character, glyph + character - first);
    }
    return;
  }
  const size = cmap.readUInt16BE(start + 6);
  for (let segment = 0; segment < size; segment += 2) {
    const last = cmap.readUInt16BE(start + 14 + segment);
    const first = cmap.readUInt16BE(start + 16 + size + segment);
    const delta = cmap.readUInt16BE(start + 16 + size * 2 + segment);
    const rangePosition = start + 16 + size * 3 + segment;
    const range = cmap.readUInt16BE(rangePosition);
    for (let character = first; character <= last && character !== 0xffff; character++) {
      const listed = range === 0 ? character : cmap.readUInt16BE(rangePosition + range + (character - first) * 2);
      visit(character, range !== 0 && listed === 0 ? 0 : (listed + delta) & 0xffff);
    }
  }
}
