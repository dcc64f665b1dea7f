import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** What a file says of its fonts. */
export type FontFile = {
  /** The names of their families, in all languages that they are named in. */
  families: string[];
  /** The characters that they have glyphs for: the first and the last code point of each range in turn. */
  characters: number[];
};

/** A large file has all weights, widths and languages of a family: some hundred fonts. */
const maxFonts = 1_000;
/** In total. The names and characters of a font for Chinese take 300 KB. */
const maxBytes = 64_000_000;
/** More than all names that a font has for its family, in all languages. */
const maxFamilies = 200;
const longestFamily = 400;
const codePoints = 0x11_0000;

type Read = (position: number, length: number) => Promise<Buffer>;
type Table = { offset: number; length: number };

/**
 * Reads a file of TrueType or OpenType fonts, or a collection of them. It reads no more than two tables of each font:
 * files for Chinese have 20 MB. Throws for any other file. Source: the OpenType specification 1.9.1, "cmap" and "name".
 */
export async function readFontFile(path: string): Promise<FontFile> {
  // A named pipe would otherwise wait for its writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  let bytes = 0;
  const read: Read = async (position, length) => {
    bytes += length;
    if (bytes > maxBytes) throw new Error("the tables of the font file are too long");
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
    if (bytesRead < length) throw new Error("the font file is cut off");
    return buffer;
  };
  try {
    const families = new Set<string>();
    const characters: number[] = [];
    const known = new Set<number>();
    for (const offset of await offsetsOfFonts(read)) {
      const { name, cmap } = await readDirectory(read, offset);
      for (const family of familiesIn(await read(name.offset, name.length))) families.add(family);
      // The fonts of a collection may share their tables.
      if (known.has(cmap.offset)) continue;
      known.add(cmap.offset);
      addCharacters(await read(cmap.offset, cmap.length), characters);
    }
    return { families: [...families], characters };
  } finally {
    await file.close();
  }
}

async function offsetsOfFonts(read: Read): Promise<number[]> {
  const start = await read(0, 12);
  if (start.toString("latin1", 0, 4) !== "ttcf") return [0];
  const count = start.readUInt32BE(8);
  if (count > maxFonts) throw new Error("the font file has too many fonts");
  const offsets = await read(12, count * 4);
  return Array.from({ length: count }, (_, index) => offsets.readUInt32BE(index * 4));
}

async function readDirectory(read: Read, offset: number): Promise<{ name: Table; cmap: Table }> {
  const count = (await read(offset, 12)).readUInt16BE(4);
  const records = await read(offset + 12, count * 16);
  const tables = new Map<string, Table>();
  for (let at = 0; at < records.length; at += 16) {
    const table = { offset: records.readUInt32BE(at + 8), length: records.readUInt32BE(at + 12) };
    tables.set(records.toString("latin1", at, at + 4), table);
  }
  const [name, cmap] = [tables.get("name"), tables.get("cmap")];
  if (!name || !cmap) throw new Error("the font file has no names or no characters");
  return { name, cmap };
}

/** Family, family without its weights and widths, and family with nothing but these. */
const familyNames = new Set([1, 16, 21]);
const macintosh = 1;

function familiesIn(table: Buffer): string[] {
  const count = table.readUInt16BE(2);
  const texts = table.readUInt16BE(4);
  const families: string[] = [];
  for (let index = 0; index < count && families.length < maxFamilies; index += 1) {
    const at = 6 + index * 12;
    if (!familyNames.has(table.readUInt16BE(at + 6))) continue;
    const start = texts + table.readUInt16BE(at + 10);
    const length = Math.min(table.readUInt16BE(at + 8), longestFamily);
    const text = table.subarray(start, start + length);
    if (table.readUInt16BE(at) === macintosh) families.push(text.toString("latin1"));
    else if (text.length % 2 === 0) families.push(Buffer.from(text).swap16().toString("utf16le"));
  }
  return families;
}

/** The encodings of Windows that fontconfig reads: signs, and Unicode with and without supplementary characters. */
const windowsEncodings = new Set([0, 1, 10]);

function addCharacters(table: Buffer, characters: number[]): void {
  const count = table.readUInt16BE(2);
  const subtables = new Map<number, Buffer>();
  for (let index = 0; index < count; index += 1) {
    const at = 4 + index * 8;
    const platform = table.readUInt16BE(at);
    const offset = table.readUInt32BE(at + 4);
    const isRead = platform === 0 || (platform === 3 && windowsEncodings.has(table.readUInt16BE(at + 2)));
    if (isRead) subtables.set(table.readUInt16BE(offset), table.subarray(offset));
  }
  // A font with both formats has all its characters in format 12.
  const [groups, segments] = [subtables.get(12), subtables.get(4)];
  if (groups) addGroups(groups, characters);
  else if (segments) addSegments(segments, characters);
}

/** Format 12: groups of characters with consecutive glyphs. The glyph 0 is the box for characters without a glyph. */
function addGroups(table: Buffer, characters: number[]): void {
  const end = 16 + table.readUInt32BE(12) * 12;
  let covered = 0;
  for (let at = 16; at < end; at += 12) {
    const first = table.readUInt32BE(at) + (table.readUInt32BE(at + 8) === 0 ? 1 : 0);
    const last = Math.min(table.readUInt32BE(at + 4), codePoints - 1);
    if (last < first) continue;
    covered += last - first + 1;
    if (covered > codePoints) throw new Error("the groups of the font file overlap");
    characters.push(first, last);
  }
}

/** Format 4: segments of the first 65,536 characters, whose glyphs are computed or listed. */
function addSegments(table: Buffer, characters: number[]): void {
  const bytes = table.readUInt16BE(6);
  let covered = 0;
  for (let at = 14; at < 14 + bytes; at += 2) {
    const last = table.readUInt16BE(at);
    const first = table.readUInt16BE(at + bytes + 2);
    const delta = table.readUInt16BE(at + 2 * bytes + 2);
    const listedFrom = at + 3 * bytes + 2;
    const offset = table.readUInt16BE(listedFrom);
    covered += Math.max(0, last - first + 1);
    if (covered > 0x1_0000) throw new Error("the segments of the font file overlap");
    const hasGlyph = (character: number): boolean => {
      if (offset === 0) return ((character + delta) & 0xffff) !== 0;
      const listedAt = listedFrom + offset + (character - first) * 2;
      const listed = listedAt + 2 <= table.length ? table.readUInt16BE(listedAt) : 0;
      return listed !== 0 && ((listed + delta) & 0xffff) !== 0;
    };
    let start: number | undefined;
    for (let character = first; character <= last; character += 1) {
      if (hasGlyph(character)) start ??= character;
      else if (start !== undefined) {
        characters.push(start, character - 1);
        start = undefined;
      }
    }
    if (start !== undefined) characters.push(start, last);
  }
}
