import { crc32, deflateSync } from "node:zlib";

/** A square grey PNG with `bits` per pixel; `row` returns the bytes of a row. */
export function greyPng(size: number, bits: 1 | 8, row: (length: number) => Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header[8] = bits;
  const length = Math.ceil((size * bits) / 8);
  // Each row begins with the number of its filter; 0 means no filter.
  const rows = Array.from({ length: size }, () => Buffer.concat([Buffer.of(0), row(length)]));
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
