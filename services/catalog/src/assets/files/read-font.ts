import { inflateSync } from "node:zlib";
import { maxFontBytes, maxTableBytes, maxTables, tablesOfFacts, type FontTables } from "./font-tables.ts";
import { readWoff2Tables } from "./read-woff2-tables.ts";
import { BrokenFile, cutOff } from "./refuse-file.ts";

/** What a font says of itself. */
export type FontFacts = {
  /** Undefined for a font without names. */
  family: string | undefined;
  weight: string;
  style: "normal" | "italic" | "oblique";
};

type Entry = { tag: string; offset: number; length: number; storedLength: number };

function invalid(reason: string): BrokenFile {
  return new BrokenFile(`is not a valid font: ${reason}.`);
}

/** Reads the directory of TrueType, OpenType or WOFF, and checks that the file has all of its tables. */
function readDirectory(bytes: Buffer, isWoff: boolean): Entry[] {
  const headerLength = isWoff ? 44 : 12;
  if (bytes.length < headerLength) throw new BrokenFile(cutOff);
  const count = bytes.readUInt16BE(isWoff ? 12 : 4);
  if (count === 0 || count > maxTables) throw invalid(`it has ${count} tables`);
  const entryLength = isWoff ? 20 : 16;
  if (bytes.length < headerLength + count * entryLength) throw new BrokenFile(cutOff);
  const entries = Array.from({ length: count }, (_, index): Entry => {
    const at = headerLength + index * entryLength;
    const tag = bytes.toString("latin1", at, at + 4);
    // WOFF names offset, stored and original length; the others checksum, offset and length.
    const [offset, storedLength, length] = isWoff
      ? [bytes.readUInt32BE(at + 4), bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)]
      : [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12), bytes.readUInt32BE(at + 12)];
    if (offset + storedLength > bytes.length) throw new BrokenFile(cutOff);
    return { tag, offset, length, storedLength };
  });
  if (entries.reduce((sum, { length }) => sum + length, 0) > maxFontBytes)
    throw invalid("it expands to more than 60 MB");
  return entries;
}

function readTables(bytes: Buffer, isWoff: boolean): FontTables {
  const tables = new Map<string, Buffer>();
  for (const { tag, offset, length, storedLength } of readDirectory(bytes, isWoff)) {
    if (!tablesOfFacts.has(tag)) continue;
    if (length > maxTableBytes) throw invalid(`its table "${tag}" has ${length} bytes`);
    const stored = bytes.subarray(offset, offset + storedLength);
    tables.set(tag, storedLength < length ? inflated(stored, length) : stored.subarray(0, length));
  }
  return tables;
}

function inflated(stored: Buffer, length: number): Buffer {
  let table: Buffer;
  try {
    table = inflateSync(stored, { maxOutputLength: length });
  } catch {
    throw invalid("its compressed content is damaged");
  }
  if (table.length !== length) throw invalid("its compressed content is damaged");
  return table;
}

/** Reads family, weight and style of a font from its tables. Source: the OpenType specification 1.9.1. */
export async function readFont(bytes: Buffer, type: "ttf" | "otf" | "woff" | "woff2"): Promise<FontFacts> {
  const tables = type === "woff2" ? await readWoff2Tables(bytes) : readTables(bytes, type === "woff");
  try {
    return factsOf(tables);
  } catch (error) {
    if (isBeyondTable(error)) throw invalid("a table is too short");
    throw error;
  }
}

/** Whether a number was read beyond the end of its table. */
function isBeyondTable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "ERR_OUT_OF_RANGE" || code === "ERR_BUFFER_OUT_OF_BOUNDS";
}

function factsOf(tables: FontTables): FontFacts {
  const [head, os2, name, fvar] = [tables.get("head"), tables.get("OS/2"), tables.get("name"), tables.get("fvar")];
  if (!head) throw invalid('it has no table "head"');
  const selection = os2?.readUInt16BE(62) ?? 0;
  const isItalic = (selection & 1) !== 0 || (head.readUInt16BE(44) & 2) !== 0;
  return {
    family: name && familyIn(name),
    weight: (fvar && weightsIn(fvar)) ?? weightText(os2?.readUInt16BE(4)),
    style: (selection & 0x200) !== 0 ? "oblique" : isItalic ? "italic" : "normal",
  };
}

function weightText(weight: number | undefined): string {
  // Old files count from 1 to 9.
  const scaled = weight !== undefined && weight < 10 ? weight * 100 : weight;
  return String(scaled === undefined || scaled === 0 ? 400 : Math.min(1_000, scaled));
}

/** The range of weights of a variable font. */
function weightsIn(fvar: Buffer): string | undefined {
  const start = fvar.readUInt16BE(4);
  const count = Math.min(fvar.readUInt16BE(8), 64);
  const size = fvar.readUInt16BE(10);
  for (let index = 0; index < count; index += 1) {
    const at = start + index * size;
    if (fvar.toString("latin1", at, at + 4) !== "wght") continue;
    const [least, most] = [fvar.readInt32BE(at + 4), fvar.readInt32BE(at + 12)].map((fixed) =>
      Math.min(1_000, Math.max(1, Math.round(fixed / 0x1_0000))),
    );
    return least === most ? String(least) : `${least} ${most}`;
  }
  return undefined;
}

/** More than a font has names for its family, in all languages. */
const maxNames = 10_000;
const maxFamilyBytes = 400;
const windows = 3;
const macintosh = 1;
const english = 0x0409;
/** The family without its weights is better than the one with them. */
const preferences = new Map([
  [16, 2],
  [1, 1],
]);

/** The best of the names for the family: without weights, in English, of Windows. */
function familyIn(table: Buffer): string | undefined {
  const count = Math.min(table.readUInt16BE(2), maxNames);
  const texts = table.readUInt16BE(4);
  let best: { rank: number; family: string } | undefined;
  for (let index = 0; index < count; index += 1) {
    const at = 6 + index * 12;
    const platform = table.readUInt16BE(at);
    const preference = preferences.get(table.readUInt16BE(at + 6));
    if (preference === undefined) continue;
    const isEnglish = platform === windows ? table.readUInt16BE(at + 4) === english : table.readUInt16BE(at + 4) === 0;
    const rank = preference * 4 + (isEnglish ? 2 : 0) + (platform === windows ? 1 : 0);
    if (best && best.rank >= rank) continue;
    const start = texts + table.readUInt16BE(at + 10);
    const family = decoded(
      table.subarray(start, start + Math.min(table.readUInt16BE(at + 8), maxFamilyBytes)),
      platform,
    );
    if (family !== "") best = { rank, family };
  }
  return best?.family;
}

function decoded(text: Buffer, platform: number): string {
  const whole = text.subarray(0, text.length - (text.length % 2));
  const family = platform === macintosh ? text.toString("latin1") : Buffer.from(whole).swap16().toString("utf16le");
  return family
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, "")
    .trim()
    .slice(0, 200);
}
