import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, deflateSync } from "node:zlib";

const fixtures = join(import.meta.dirname, "../../../../packages/engine/proof/fidelity/fixtures");

/** A picture or font that Chromium shows. */
export function fixture(name: string): Buffer {
  return readFileSync(join(fixtures, name));
}

/** The head of a PNG picture of any size. */
export function png(width: number, height: number): Buffer {
  const head = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR........\x08\x06\0\0\0....", "latin1");
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

/** A box of a file in the format of ISO 14496-12. */
export function box(name: string, ...content: Buffer[]): Buffer {
  const whole = Buffer.concat(content);
  return Buffer.concat([uint32(whole.length + 8), Buffer.from(name, "latin1"), whole]);
}

/** An AVIF picture of any size, without its data. */
export function avif(width: number, height: number): Buffer {
  const size = box("ispe", uint32(0, width, height));
  const meta = box("meta", uint32(0), box("iprp", box("ipco", size)));
  return Buffer.concat([box("ftyp", Buffer.from("avif\0\0\0\0mif1", "latin1")), meta]);
}

/** The tables of a font that say what it is: regular weight, upright, with a family in English and in German. */
export function fontTables(changes: { family?: string; weight?: number; italic?: boolean } = {}): Map<string, Buffer> {
  const { family = "Brand Sans", weight = 400, italic = false } = changes;
  const head = Buffer.alloc(54);
  const os2 = Buffer.alloc(96);
  os2.writeUInt16BE(weight, 4);
  os2.writeUInt16BE(italic ? 1 : 0, 62);
  const names = [
    { language: 0x407, id: 16, text: "Marke" },
    { language: 0x409, id: 1, text: `${family} Light` },
    { language: 0x409, id: 16, text: family },
  ];
  const texts = names.map(({ text }) => Buffer.from(text, "utf16le").swap16());
  const name = Buffer.alloc(6 + names.length * 12);
  name.writeUInt16BE(names.length, 2);
  name.writeUInt16BE(name.length, 4);
  let offset = 0;
  for (const [index, { language, id }] of names.entries()) {
    const length = texts[index]?.length ?? 0;
    for (const [at, value] of [3, 1, language, id, length, offset].entries())
      name.writeUInt16BE(value, 6 + index * 12 + at * 2);
    offset += length;
  }
  return new Map([
    ["OS/2", os2],
    ["head", head],
    ["name", Buffer.concat([name, ...texts])],
  ]);
}

/** A TrueType font of these tables. */
export function sfnt(tables = fontTables()): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt32BE(0x1_0000);
  header.writeUInt16BE(tables.size, 4);
  let offset = 12 + tables.size * 16;
  const entries = [...tables].map(([tag, { length }]) => {
    const entry = Buffer.concat([Buffer.from(tag, "latin1"), uint32(0, offset, length)]);
    offset += length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...tables.values()]);
}

/** A WOFF font of these tables; `lengths` are lies about their sizes. */
export function woff(tables = fontTables(), lengths: Record<string, number> = {}): Buffer {
  const header = Buffer.alloc(44);
  header.write("wOFF");
  header.writeUInt16BE(tables.size, 12);
  const stored = [...tables].map(([, table]) => deflateSync(table));
  let offset = 44 + tables.size * 20;
  const entries = [...tables].map(([tag, { length }], index) => {
    const storedLength = stored[index]?.length ?? 0;
    const entry = [Buffer.from(tag, "latin1"), uint32(offset, storedLength, lengths[tag] ?? length, 0)];
    offset += storedLength;
    return Buffer.concat(entry);
  });
  return Buffer.concat([header, ...entries, ...stored]);
}

const knownTags = ["cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2"];

function base128(value: number): Buffer {
  const groups = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) groups.unshift((rest & 0x7f) | 0x80);
  return Buffer.from(groups);
}

/** A WOFF2 font of these tables; `lengths` are lies about their sizes, and `stream` replaces the content. */
export function woff2(tables = fontTables(), lengths: Record<string, number> = {}, stream?: Buffer): Buffer {
  const entries = [...tables].map(([tag, { length }]) =>
    Buffer.concat([Buffer.from([knownTags.indexOf(tag)]), base128(lengths[tag] ?? length)]),
  );
  const content = stream ?? brotliCompressSync(Buffer.concat([...tables.values()]));
  const header = Buffer.alloc(48);
  header.write("wOF2\0\x01\0\0", "latin1");
  header.writeUInt16BE(tables.size, 12);
  header.writeUInt32BE(content.length, 20);
  return Buffer.concat([header, ...entries, content]);
}
