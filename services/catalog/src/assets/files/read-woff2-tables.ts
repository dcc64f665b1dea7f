import { pipeline } from "node:stream/promises";
import { Writable } from "node:stream";
import { createBrotliDecompress } from "node:zlib";
import pLimit from "p-limit";
import { maxFontBytes, maxTableBytes, maxTables, tablesOfFacts, type FontTables } from "./font-tables.ts";
import { BrokenFile, cutOff } from "./refuse-file.ts";

/** The tags that a directory writes as numbers, in the order of the specification (WOFF 2.0, section 4.1). */
const knownTags =
  "cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill"
    .split(" ")
    .map((tag) => tag.replace("_", " "));

const headerLength = 48;

type Entry = { tag: string; start: number; end: number };

/** Reads a number of the directory, of up to five bytes with seven bits each. */
function readNumber(bytes: Buffer, start: number): { value: number; end: number } {
  let value = 0;
  for (let at = start; at < start + 5; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) throw new BrokenFile(cutOff);
    value = value * 128 + (byte & 0x7f);
    if ((byte & 0x80) === 0) return { value, end: at + 1 };
  }
  throw new BrokenFile("is not a valid font: its directory is damaged.");
}

/** Reads where each table is in the decompressed content, and where the compressed content starts. */
function readDirectory(bytes: Buffer): { entries: Entry[]; end: number; expandedBytes: number } {
  if (bytes.length < headerLength) throw new BrokenFile(cutOff);
  if (bytes.toString("latin1", 4, 8) === "ttcf") {
    throw new BrokenFile("is a collection of fonts. Upload each font as a file of its own.");
  }
  const count = bytes.readUInt16BE(12);
  if (count === 0 || count > maxTables) throw new BrokenFile(`is not a valid font: it has ${count} tables.`);
  const entries: Entry[] = [];
  let [at, offset] = [headerLength, 0];
  for (let index = 0; index < count; index += 1) {
    const flags = bytes[at] ?? 0;
    at += 1;
    let tag = knownTags[flags & 0x3f];
    if (tag === undefined) {
      tag = bytes.toString("latin1", at, at + 4);
      at += 4;
    }
    const original = readNumber(bytes, at);
    at = original.end;
    let length = original.value;
    const version = flags >> 6;
    // Outlines and their places are transformed unless the version is 3; other tables are unless it is 0.
    const isTransformed = tag === "glyf" || tag === "loca" ? version !== 3 : version !== 0;
    if (isTransformed) {
      const transformed = readNumber(bytes, at);
      at = transformed.end;
      length = transformed.value;
    }
    if (original.value > maxFontBytes || offset + length > maxFontBytes) {
      throw new BrokenFile("is not a valid font: it expands to more than 60 MB.");
    }
    entries.push({ tag, start: offset, end: offset + length });
    offset += length;
  }
  return { entries, end: at, expandedBytes: offset };
}

/** Fonts that are decompressed at a time. Each takes a thread that other requests of the catalog need, too. */
const inTurn = pLimit(1);

/**
 * Reads the tables of a WOFF2 font that say what it is. The content is one compressed stream: it is decompressed off the
 * event loop, up to the length that the directory tells, and no part but these tables is kept.
 */
export async function readWoff2Tables(bytes: Buffer): Promise<FontTables> {
  const { entries, end, expandedBytes } = readDirectory(bytes);
  const storedBytes = bytes.readUInt32BE(20);
  if (end + storedBytes > bytes.length) throw new BrokenFile(cutOff);
  const wanted = entries.filter(({ tag }) => tablesOfFacts.has(tag));
  for (const { tag, start, end: tableEnd } of wanted) {
    if (tableEnd - start > maxTableBytes) throw new BrokenFile(`is not a valid font: its table "${tag}" is too long.`);
  }
  const pieces = new Map(wanted.map(({ tag }): [string, Buffer[]] => [tag, []]));
  let position = 0;
  const keep = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const { tag, start, end: tableEnd } of wanted) {
        const part = chunk.subarray(Math.max(0, start - position), Math.max(0, tableEnd - position));
        // A copy, so that the rest of the chunk is freed.
        if (part.length > 0) pieces.get(tag)?.push(Buffer.from(part));
      }
      position += chunk.length;
      done(position > expandedBytes ? new Error("the stream is longer than its tables") : null);
    },
  });
  const stored = bytes.subarray(end, end + storedBytes);
  try {
    await inTurn(() => pipeline([stored], createBrotliDecompress({ chunkSize: 256 * 1024 }), keep));
  } catch (cause) {
    throw Object.assign(new BrokenFile("is not a valid font: its compressed content is damaged."), { cause });
  }
  if (position !== expandedBytes) {
    throw new BrokenFile("is not a valid font: its compressed content is damaged.");
  }
  return new Map([...pieces].map(([tag, parts]) => [tag, Buffer.concat(parts)]));
}
