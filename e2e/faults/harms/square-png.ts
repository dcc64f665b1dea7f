import { crc32, deflateSync } from "node:zlib";

/** A square PNG with `bits` per pixel, 24 for colours; `row` returns the bytes of a row. */
export function squarePng(size: number, bits: 1 | 24, row: (length: number, index: number) => Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header[8] = Math.min(bits, 8);
  // Grey, or red, green and blue.
  header[9] = bits === 24 ? 2 : 0;
  const length = Math.ceil((size * bits) / 8);
  // Each row begins with the number of its filter; 0 means no filter.
  const rows = Array.from({ length: size }, (_, index) => Buffer.concat([Buffer.of(0), row(length, index)]));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
